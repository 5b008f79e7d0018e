//! Where instructions stand in the user's text: CPython's location table, read and written.
//!
//! The format is that of `Objects/locations.md` in CPython's source: an entry covers up to eight code
//! units, and its first byte says how the rest of it is to be read.

use super::decode::Instruction;
use super::{Error, Result};

/// Lines count from 1, columns (in bytes) from 0; -1 is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location {
    pub line: i32,
    pub end_line: i32,
    pub column: i32,
    pub end_column: i32,
}

impl Location {
    pub const NONE: Location = Location { line: -1, end_line: -1, column: -1, end_column: -1 };

    /// A whole line.
    pub const fn of_line(line: i32) -> Location {
        Location { line, end_line: line, ..Location::NONE }
    }

    pub fn line(&self) -> Option<u32> {
        u32::try_from(self.line).ok()
    }
}

// The kinds of entry; those below `ONE_LINE` are the short form, and hold the high bits of the column.
const ONE_LINE: u8 = 10;
const NO_COLUMNS: u8 = 13;
const LONG: u8 = 14;
const NOWHERE: u8 = 15;

const UNITS_PER_ENTRY: u32 = 8;

/// Fills in the locations of `instructions`, which are in the order of their offsets.
pub fn read(table: &[u8], first_line: i32, instructions: &mut [Instruction]) -> Result<()> {
    let mut reader = Reader { bytes: table, at: 0 };
    let mut line = first_line;
    let mut unit = 0u32;
    let mut next = 0;
    while next < instructions.len() && reader.at < table.len() {
        let head = reader.byte()?;
        let (kind, units) = ((head >> 3) & 15, u32::from(head & 7) + 1);
        let location = reader.entry(kind, &mut line)?;
        unit += units;
        while let Some(instruction) = instructions.get_mut(next).filter(|i| i.offset / 2 < unit) {
            instruction.location = location;
            next += 1;
        }
    }
    Ok(())
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn byte(&mut self) -> Result<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.at += 1;
        byte.ok_or_else(|| Error::Cannot("the location table ends inside an entry".to_owned()))
    }

    /// Six bits a byte, the lowest first.
    fn number(&mut self) -> Result<u32> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            value |= u32::from(byte & 0x3f).checked_shl(shift).unwrap_or(0);
            shift += 6;
            if byte & 0x40 == 0 {
                return Ok(value);
            }
        }
    }

    fn signed(&mut self) -> Result<i32> {
        let value = self.number()?;
        let size = (value >> 1) as i32;
        Ok(if value & 1 == 1 { -size } else { size })
    }

    fn entry(&mut self, kind: u8, line: &mut i32) -> Result<Location> {
        Ok(match kind {
            NOWHERE => Location::NONE,
            LONG => {
                *line += self.signed()?;
                let end_line = *line + self.number()? as i32;
                let column = self.number()? as i32 - 1;
                Location { line: *line, end_line, column, end_column: self.number()? as i32 - 1 }
            }
            NO_COLUMNS => {
                *line += self.signed()?;
                Location { line: *line, end_line: *line, column: -1, end_column: -1 }
            }
            ONE_LINE.. => {
                *line += i32::from(kind - ONE_LINE);
                let column = self.byte()?.into();
                Location { line: *line, end_line: *line, column, end_column: self.byte()?.into() }
            }
            _ => {
                let byte = self.byte()?;
                let column = i32::from(kind << 3 | byte >> 4);
                Location { line: *line, end_line: *line, column, end_column: column + i32::from(byte & 15) }
            }
        })
    }
}

/// Writes the table, one instruction after the other.
#[derive(Debug)]
pub struct Writer {
    table: Vec<u8>,
    line: i32,
}

impl Writer {
    pub fn new(first_line: i32) -> Writer {
        Writer { table: Vec::new(), line: first_line }
    }

    pub fn finish(self) -> Vec<u8> {
        self.table
    }

    /// `units` code units stand at `location`.
    pub fn push(&mut self, location: Location, mut units: u32) {
        while units > 0 {
            let now = units.min(UNITS_PER_ENTRY);
            self.entry(location, now);
            units -= now;
        }
    }

    fn entry(&mut self, location: Location, units: u32) {
        let Location { line, end_line, column, end_column } = location;
        if line < 0 {
            return self.head(NOWHERE, units);
        }
        let delta = line - self.line;
        let one_line = end_line == line || end_line == -1;
        if column < 0 || end_column < 0 {
            if one_line {
                self.head(NO_COLUMNS, units);
                self.signed(delta);
                self.line = line;
                return;
            }
        } else if end_line == line {
            if delta == 0 && column < 80 && end_column >= column && end_column - column < 16 {
                self.head((column >> 3) as u8, units);
                return self.table.push(((column & 7) << 4 | (end_column - column)) as u8);
            }
            if (0..3).contains(&delta) && column < 128 && end_column < 128 {
                self.head(ONE_LINE + delta as u8, units);
                self.table.extend([column as u8, end_column as u8]);
                self.line = line;
                return;
            }
        }
        self.head(LONG, units);
        self.signed(delta);
        self.number((end_line - line).max(0) as u32);
        self.number((column + 1) as u32);
        self.number((end_column + 1) as u32);
        self.line = line;
    }

    fn head(&mut self, kind: u8, units: u32) {
        self.table.push(0x80 | kind << 3 | (units - 1) as u8);
    }

    fn number(&mut self, mut value: u32) {
        while value >= 64 {
            self.table.push(0x40 | (value & 0x3f) as u8);
            value >>= 6;
        }
        self.table.push(value as u8);
    }

    fn signed(&mut self, value: i32) {
        let size = value.unsigned_abs() << 1;
        self.number(if value < 0 { size | 1 } else { size });
    }
}
