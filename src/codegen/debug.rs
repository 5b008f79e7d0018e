//! Entries for tests: parts of code generation on their own.

use pyo3::prelude::*;

use super::assemble::{Assembler, Header};
use super::decode::{CodeInfo, decode};
use super::{Result, copy};
use crate::rules::table::Pack;

/// Takes a code object apart and puts it together again.
pub fn roundtrip<'py>(code: &Bound<'py, PyAny>, pack: &Pack) -> Result<Bound<'py, PyAny>> {
    let info = decode(code, pack)?;
    let mut assembler = Assembler::new(pack);
    assembler.add_objects(&info);
    let slots = assembler.add_variables(&info);
    let all = vec![true; info.instructions.len()];
    let labels = copy::labels(&mut assembler, &info);
    copy::copy_code(&mut assembler, &info, &slots, &all, &labels)?;
    assembler.assemble(code, &header(&info))
}

fn header(info: &CodeInfo) -> Header {
    Header {
        name: info.name,
        qualified_name: info.qualified_name,
        file: info.file,
        argument_count: info.argument_count,
        positional_only: info.positional_only,
        keyword_only: info.keyword_only,
        flags: info.flags,
        first_line: info.first_line,
    }
}
