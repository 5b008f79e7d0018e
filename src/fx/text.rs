//! The Python text of a graph, identical to that of torch's code generation.

use pyo3::prelude::*;

use super::listing::{Form, Listed, Listing, Part};

pub struct Text {
    pub source: String,
    /// The node that each line comes from: the line counted from that of the `def`, and the node's place.
    pub lines: Vec<(u32, u32)>,
}

/// The line of the `def`: torch leaves room for statements before it.
pub const FIRST_LINE: u32 = 4;

/// `None` if an argument is not written the plain way.
pub fn write(listing: &Listing<'_>) -> PyResult<Option<Text>> {
    let parameters = listing.nodes.iter().filter(|node| node.form == Form::Parameter);
    let mut source = String::with_capacity(64 * listing.nodes.len());
    source.push_str("\n\n\ndef forward(self");
    for parameter in parameters {
        source.push_str(", ");
        source.push_str(&parameter.parameter);
        if let Some((_, class)) = &parameter.annotation {
            source.push_str(" : ");
            source.push_str(class);
        }
    }
    source.push_str("):\n");
    let mut lines = Vec::with_capacity(listing.nodes.len());
    for (place, node) in listing.nodes.iter().enumerate() {
        if node.is_parameter_as_it_is() {
            continue;
        }
        lines.push((lines.len() as u32 + 1, place as u32));
        source.push_str("    ");
        if !statement(listing, node, &mut source)? {
            return Ok(None);
        }
        if node.form != Form::Return && !node.ends.is_empty() {
            source.push_str(";  ");
            for end in &node.ends {
                source.push_str(&listing.nodes[*end as usize].name);
                source.push_str(" = ");
            }
            source.push_str("None");
        }
        source.push('\n');
    }
    // torch's text ends in a line of nothing but its indentation.
    lines.push((lines.len() as u32 + 1, listing.nodes.len() as u32 - 1));
    source.push_str("    ");
    Ok(Some(Text { source, lines }))
}

fn statement(listing: &Listing<'_>, node: &Listed<'_>, source: &mut String) -> PyResult<bool> {
    let Some(arguments) = listing.parts(node.arguments.iter())? else { return Ok(false) };
    let name = &node.name;
    match &node.form {
        Form::Parameter => {
            source.push_str(name);
            source.push_str(" = ");
            source.push_str(&node.parameter);
        }
        Form::Return => {
            source.push_str("return ");
            let [result] = &arguments[..] else { return Ok(false) };
            write_part(listing, result, source)?;
        }
        Form::Operator(format) => {
            source.push_str(name);
            source.push_str(" = ");
            fill(listing, format, &arguments, source)?;
        }
        Form::InPlace(format) | Form::Assign(format) => {
            // What is no variable cannot be bound.
            if !matches!(arguments[0], Part::Node(_)) {
                return Ok(false);
            }
            fill(listing, format, &arguments, source)?;
            source.push_str(";  ");
            source.push_str(name);
            source.push_str(" = ");
            write_part(listing, &arguments[0], source)?;
        }
        Form::Call(callee) => {
            source.push_str(name);
            source.push_str(" = ");
            source.push_str(callee);
            return call(listing, node, &arguments, source);
        }
        Form::Method(method) => {
            source.push_str(name);
            source.push_str(" = ");
            write_part(listing, &arguments[0], source)?;
            source.push('.');
            source.push_str(method);
            return call(listing, node, &arguments[1..], source);
        }
        Form::Attribute(attribute) => {
            source.push_str(name);
            source.push_str(" = ");
            write_part(listing, &arguments[0], source)?;
            source.push('.');
            source.push_str(attribute);
        }
    }
    Ok(true)
}

fn call(listing: &Listing<'_>, node: &Listed<'_>, arguments: &[Part<'_>], source: &mut String) -> PyResult<bool> {
    source.push('(');
    write_parts(listing, arguments, source)?;
    let mut first = arguments.is_empty();
    for (name, argument) in &node.keywords {
        let Some(argument) = listing.part(&argument)? else { return Ok(false) };
        if !std::mem::take(&mut first) {
            source.push_str(", ");
        }
        source.push_str(name.str()?.to_str()?);
        source.push_str(" = ");
        write_part(listing, &argument, source)?;
    }
    source.push(')');
    Ok(true)
}

/// The arguments in the gaps of a text.
fn fill(listing: &Listing<'_>, format: &str, arguments: &[Part<'_>], source: &mut String) -> PyResult<()> {
    let mut arguments = arguments.iter();
    for (number, piece) in format.split("{}").enumerate() {
        if number > 0
            && let Some(argument) = arguments.next()
        {
            write_part(listing, argument, source)?;
        }
        source.push_str(piece);
    }
    Ok(())
}

fn write_parts(listing: &Listing<'_>, parts: &[Part<'_>], source: &mut String) -> PyResult<()> {
    for (number, part) in parts.iter().enumerate() {
        if number > 0 {
            source.push_str(", ");
        }
        write_part(listing, part, source)?;
    }
    Ok(())
}

fn write_part(listing: &Listing<'_>, part: &Part<'_>, source: &mut String) -> PyResult<()> {
    match part {
        Part::Node(place) => source.push_str(&listing.nodes[*place as usize].name),
        Part::Constant(object) => source.push_str(object.repr()?.to_str()?),
        Part::Tuple(parts) => {
            source.push('(');
            write_parts(listing, parts, source)?;
            source.push_str(if parts.len() == 1 { ",)" } else { ")" });
        }
        Part::List(parts) => {
            source.push('[');
            write_parts(listing, parts, source)?;
            source.push(']');
        }
        Part::Slice(parts) => {
            source.push_str("slice(");
            write_parts(listing, &parts[..], source)?;
            source.push(')');
        }
    }
    Ok(())
}
