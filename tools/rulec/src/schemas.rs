//! Schemas of torch's operators and signatures of its Python functions, as they are recorded.

/// What a record says of one overload: `(Tensor(a!) self, *, Scalar alpha=1) -> Tensor(a!) autocast`.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Schema<'t> {
    pub parameters: Vec<Parameter<'t>>,
    result: &'t str,
    /// What torch knows beside the schema (`tools/record_torch.py`).
    remarks: &'t str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter<'t> {
    pub name: &'t str,
    /// By position, unless it goes by keyword alone.
    pub place: Option<usize>,
    /// `*rest`: everything from there on.
    pub rest: bool,
    pub default: Option<&'t str>,
    ty: &'t str,
}

impl<'t> Schema<'t> {
    pub fn read(text: &'t str) -> Option<Schema<'t>> {
        let inside = text.strip_prefix('(')?;
        let end = top_level(inside).find(|(_, letter, depth)| (*letter, *depth) == (')', 0))?.0;
        let rest = inside[end + 1..].trim_start().strip_prefix("->").unwrap_or_default().trim_start();
        let space = top_level(rest).find(|(_, letter, depth)| (*letter, *depth) == (' ', 0));
        let (result, remarks) = rest.split_at(space.map_or(rest.len(), |(at, ..)| at));
        let (mut parameters, mut keywords) = (Vec::new(), false);
        for text in split(&inside[..end], ',') {
            if text == "*" {
                keywords = true;
            } else if text != "/" && !text.starts_with("**") {
                let place = (!keywords).then_some(parameters.len());
                let parameter = Parameter::read(text, place);
                keywords |= parameter.rest;
                parameters.push(parameter);
            }
        }
        Some(Schema { parameters, result, remarks })
    }

    pub fn is_remarked(&self, word: &str) -> bool {
        self.remarks.split_whitespace().any(|remark| remark == word)
    }

    /// The overload that is called where `out=` is given: what it writes into goes by keyword.
    pub fn takes_out(&self) -> bool {
        self.parameters.iter().any(|parameter| parameter.is_written() && parameter.place.is_none())
    }

    /// Whether the first argument is written into and given back.
    pub fn in_place(&self) -> bool {
        self.parameters.first().is_some_and(|first| first.is_written() && self.result == first.ty)
    }

    /// Whether a result may share the memory of the argument, which is not written into.
    pub fn views(&self, parameter: &Parameter<'_>) -> bool {
        let Some(set) = sets(parameter.ty).filter(|_| !parameter.is_written()) else { return false };
        let shares = |part: &str| part.split(')').next().is_some_and(|sets| sets.split(['|', ' ']).any(|other| other == set));
        self.result.split("Tensor(").skip(1).any(shares)
    }
}

impl<'t> Parameter<'t> {
    fn read(text: &'t str, place: Option<usize>) -> Parameter<'t> {
        let (declared, default) = text.split_once('=').map_or((text, None), |(before, after)| (before, Some(after)));
        let (ty, name) = declared.rsplit_once(' ').unwrap_or(("", declared));
        let rest = name.starts_with('*');
        Parameter { name: name.trim_start_matches('*'), place, rest, default, ty }
    }

    pub fn is_written(&self) -> bool {
        sets(self.ty).is_some() && self.ty.contains('!')
    }
}

/// The name of the memory that a tensor's type speaks of: `a` of `Tensor(a!)` and of `Tensor(a -> *)[]`.
fn sets(ty: &str) -> Option<&str> {
    let inside = ty.strip_prefix("Tensor(")?;
    inside.split(|letter: char| !letter.is_ascii_alphanumeric()).next()
}

/// The letters with their places and the number of brackets that are open around them; those of quoted texts are not given.
fn top_level(text: &str) -> impl Iterator<Item = (usize, char, usize)> {
    let (mut depth, mut quote) = (0_usize, None);
    text.char_indices().filter_map(move |(at, letter)| {
        if quote.is_some() || letter == '\'' || letter == '"' {
            quote = if quote == Some(letter) { None } else { quote.or(Some(letter)) };
            return None;
        }
        let around = depth;
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        Some((at, letter, around))
    })
}

fn split(text: &str, by: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, ..) in top_level(text).filter(|(_, letter, depth)| (*letter, *depth) == (by, 0)) {
        parts.push(text[start..at].trim());
        start = at + by.len_utf8();
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Schema<'_> {
        Schema::read(text).unwrap()
    }

    #[test]
    fn in_place() {
        let schema = read("(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!) autocast");
        assert!(schema.in_place() && schema.is_remarked("autocast") && !schema.is_remarked("draws") && !schema.takes_out());
        assert_eq!(schema.parameters[2], Parameter { name: "alpha", place: None, rest: false, default: Some("1"), ty: "Scalar" });
        assert!(!read("(Tensor(a!)[] self, Scalar scalar) -> ()").in_place());
    }

    #[test]
    fn views() {
        let views = |text| read(text).parameters.iter().map(|parameter| read(text).views(parameter)).collect::<Vec<_>>();
        assert_eq!(views("(Tensor(a) self, int[] size) -> Tensor(a)"), [true, false]);
        assert_eq!(views("(Tensor(a -> *) self, int chunks) -> Tensor(a)[]"), [true, false]);
        assert_eq!(views("(Tensor(a) dual, int level) -> (Tensor(a) primal, Tensor tangent)"), [true, false]);
        assert_eq!(views("(Tensor(a!) self) -> Tensor(a!)"), [false]);
    }

    #[test]
    fn out() {
        let schema = read("(Tensor self, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices)");
        assert!(schema.takes_out());
    }

    #[test]
    fn signature_of_a_python_function() {
        let schema = read("(input, p=0.5, mode='a, b', *rest, key=(1, 2), **more)");
        let found: Vec<_> = schema.parameters.iter().map(|p| (p.name, p.place, p.rest, p.default)).collect();
        let expected = [
            ("input", Some(0), false, None),
            ("p", Some(1), false, Some("0.5")),
            ("mode", Some(2), false, Some("'a, b'")),
            ("rest", Some(3), true, None),
            ("key", None, false, Some("(1, 2)")),
        ];
        assert_eq!(found, expected);
    }
}
