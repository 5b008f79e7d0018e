//! The shape environment by example: each test is a small piece of a traced program.

use super::*;
use crate::sources::{SourceId, SourceKind, Sources};
use crate::tables::Comparison::*;
use crate::tables::SizeOperator;

struct Inputs {
    env: ShapeEnv,
    names: Sources,
}

impl Inputs {
    fn new() -> Inputs {
        let mut names = Sources::default();
        names.local_names = ["a", "b", "c"].map(String::from).to_vec();
        Inputs { env: ShapeEnv::default(), names }
    }

    fn source(&mut self, local: u16, dimension: u16) -> SourceId {
        let tensor = self.names.intern(SourceKind::Local(local));
        self.names.intern(SourceKind::Size(tensor, dimension))
    }

    fn size(&mut self, local: u16, dimension: u16, hint: i64) -> Dim {
        let source = self.source(local, dimension);
        self.env.size_symbol(&self.names, source, hint, None, false)
    }

    fn int(&mut self, local: u16, hint: i64) -> Dim {
        let source = self.names.intern(SourceKind::Local(local));
        self.env.int_symbol(&self.names, source, hint, 0)
    }

    fn guards(&self) -> Vec<String> {
        let relations = self.env.relations(&self.names).unwrap();
        relations.checks().iter().map(|check| check.text.clone()).collect()
    }

    fn holds(&self, values: &[i64]) -> bool {
        self.env.relations(&self.names).unwrap().holds(values)
    }
}

fn c(value: i64) -> Dim {
    Dim::constant(value).unwrap()
}

#[test]
fn sums_have_one_form() {
    let mut it = Inputs::new();
    let (a, b) = (it.size(0, 0, 5), it.size(1, 0, 7));
    let env = &mut it.env;
    let twice = env.add(a, a).unwrap();
    assert_eq!(twice, env.multiply(c(2), a).unwrap());
    assert_eq!(env.text(twice), "2*s97");
    let sum = env.add(twice, b).unwrap();
    let sum = env.subtract(sum, c(3)).unwrap();
    assert_eq!(env.text(sum), "2*s97 + s52 - 3");
    let square = env.multiply(sum, sum).unwrap();
    assert_eq!(env.hint(square), Some(14 * 14));
    let back = env.subtract(sum, twice).unwrap();
    let back = env.subtract(back, b).unwrap();
    assert_eq!(back, c(-3));
}

#[test]
fn divisions_cancel() {
    let mut it = Inputs::new();
    let (a, b) = (it.size(0, 0, 6), it.size(1, 0, 7));
    let env = &mut it.env;
    let volume = env.product(&[a, b, c(12)]).unwrap();
    let row = env.multiply(b, c(3)).unwrap();
    let quotient = env.floor_divide(volume, row).unwrap();
    assert_eq!(env.text(quotient), "4*s97");
    let odd = env.multiply(c(4), a).unwrap();
    let odd = env.add(odd, c(7)).unwrap();
    let half = env.floor_divide(odd, c(4)).unwrap();
    assert_eq!(env.text(half), "s97 + 1");
    let rest = env.modulo(odd, c(4)).unwrap();
    assert_eq!(rest, c(3));
    let thirds = env.floor_divide(a, c(3)).unwrap();
    assert_eq!(env.text(thirds), "s97//3");
    let ninths = env.floor_divide(thirds, c(3)).unwrap();
    assert_eq!(env.text(ninths), "s97//9");
    assert_eq!(env.guards(), []);
}

#[test]
fn a_condition_is_guarded_once_and_implies_others() {
    let mut it = Inputs::new();
    let a = it.size(0, 0, 10);
    let twice = it.env.multiply(a, c(2)).unwrap();
    assert_eq!(it.env.is(twice, Less, c(16)), Some(false));
    assert_eq!(it.env.is(a, GreaterEqual, c(8)), Some(true));
    assert_eq!(it.env.is(c(7), Less, a), Some(true));
    assert_eq!(it.env.is(a, Equal, c(3)), Some(false));
    assert_eq!(it.env.is(a, Equal, c(0)), Some(false));
    assert_eq!(it.guards(), ["2 <= L['a'].size()[0]", "2*L['a'].size()[0] >= 16"]);
    assert!(it.holds(&[8]) && it.holds(&[500]) && !it.holds(&[7]) && !it.holds(&[-3]));
}

#[test]
fn equal_sizes_share_a_symbol_and_0_and_1_have_none() {
    let mut it = Inputs::new();
    let (a, b) = (it.size(0, 0, 5), it.size(1, 0, 5));
    assert_eq!(a, b);
    assert_eq!(it.size(2, 0, 1), Dim::ONE);
    assert_eq!(it.guards(), ["L['a'].size()[0] == L['b'].size()[0]", "2 <= L['a'].size()[0]"]);
    assert!(it.holds(&[7, 7]) && !it.holds(&[7, 9]) && !it.holds(&[1, 1]));
}

#[test]
fn an_equality_is_known_of_everything_made_of_it() {
    let mut it = Inputs::new();
    let (a, b, n) = (it.size(0, 0, 4), it.size(1, 0, 5), it.size(2, 0, 9));
    let sum = it.env.add(a, b).unwrap();
    assert_eq!(it.env.is(sum, Equal, n), Some(true));
    let area = it.env.multiply(n, a).unwrap();
    let other = it.env.multiply(sum, a).unwrap();
    assert!(it.env.surely_equal(area, other));
    assert_eq!(it.env.guards().len(), 1);
    assert!(it.holds(&[2, 3, 5]) && !it.holds(&[2, 3, 6]));
}

#[test]
fn a_value_may_be_fixed_and_the_mark_is_seen() {
    let mut it = Inputs::new();
    let source = it.source(0, 0);
    it.env.at(17);
    let a = it.env.size_symbol(&it.names, source, 4, Interval::new(Some(2), Some(64)).into(), true);
    assert_eq!(it.env.violated_mark(), None);
    let before = it.env.mark();
    assert_eq!(it.env.is(a, Equal, c(4)), Some(true));
    assert_eq!(it.env.known(a), Some(4));
    assert_eq!(it.env.violated_mark(), Some((Symbol(0), 4, 17)));
    it.env.roll_back(before);
    assert_eq!(it.env.violated_mark(), None);
    assert_eq!(it.env.known(a), None);
    assert_eq!(it.guards(), ["2 <= L['a'].size()[0] <= 64"]);
    assert!(it.holds(&[64]) && !it.holds(&[65]));
}

#[test]
fn rollback_forgets_symbols_and_knowledge() {
    let mut it = Inputs::new();
    let a = it.size(0, 0, 10);
    let before = it.env.mark();
    it.size(1, 0, 10);
    it.size(2, 0, 11);
    assert_eq!(it.env.is(a, Greater, c(5)), Some(true));
    assert_eq!(it.env.is(a, NotEqual, c(12)), Some(true));
    it.env.roll_back(before);
    assert_eq!(it.env.symbols().len(), 1);
    assert_eq!(it.guards(), ["2 <= L['a'].size()[0]"]);
    let test = it.env.compare(Greater, a, c(5));
    assert_eq!(it.env.decide(test), None);
    let test = it.env.compare(NotEqual, a, c(12));
    assert_eq!(it.env.decide(test), None);
}

#[test]
fn ints_of_any_sign_divide_as_in_python() {
    let mut it = Inputs::new();
    let n = it.int(0, -7);
    let half = it.env.floor_divide(n, c(2)).unwrap();
    assert_eq!(it.env.hint(half), Some(-4));
    let rest = it.env.modulo(n, c(3)).unwrap();
    assert_eq!(it.env.hint(rest), Some(2));
    assert_eq!(it.env.is(rest, Less, c(3)), Some(true));
    assert_eq!(it.env.guards(), []);
    let one = it.env.floor_divide(n, n).unwrap();
    assert_eq!(one, Dim::ONE);
    assert_eq!(it.guards(), ["L['a'] != 0"]);
}

#[test]
fn floats_come_back_to_ints() {
    let mut it = Inputs::new();
    let n = it.size(0, 0, 7);
    let half = it.env.true_divide(n, c(2)).unwrap();
    assert_eq!(it.env.kind(half), Kind::Float);
    assert_eq!(it.env.hint_float(half), Some(3.5));
    let up = it.env.round(Rounding::Ceiling, half).unwrap();
    assert_eq!(it.env.hint(up), Some(4));
    assert_eq!(it.env.is(up, Equal, c(4)), Some(true));
    assert_eq!(it.guards()[1], "ceil(L['a'].size()[0]/2) == 4");
    assert!(it.holds(&[7]) && it.holds(&[8]) && !it.holds(&[9]));
}

#[test]
fn products_are_compared_by_their_factors() {
    let mut it = Inputs::new();
    let (a, b) = (it.size(0, 0, 6), it.size(1, 0, 7));
    let area = it.env.multiply(a, b).unwrap();
    assert_eq!(it.env.is(area, GreaterEqual, a), Some(true));
    assert_eq!(it.env.is(area, Equal, Dim::ZERO), Some(false));
    assert_eq!(it.env.guards(), []);
}

#[test]
fn data_has_no_hint_until_it_is_assumed() {
    let mut it = Inputs::new();
    let u = it.env.unbacked_symbol(Interval::ALL);
    let test = it.env.compare(GreaterEqual, u, Dim::ZERO);
    assert_eq!(it.env.evaluate(test), Err(Undecided(test)));
    assert!(it.env.assume(test));
    assert_eq!(it.env.evaluate(test), Ok(true));
    assert_eq!((it.env.guards().len(), it.env.assertions().len()), (0, 1));
}

#[test]
fn overflow_fails_a_guard() {
    let mut it = Inputs::new();
    let n = it.int(0, 3);
    let mut power = n;
    for _ in 0..4 {
        power = it.env.multiply(power, power).unwrap();
    }
    assert_eq!(it.env.is(power, Greater, c(5)), Some(true));
    assert!(it.holds(&[3]) && !it.holds(&[i64::MAX]) && !it.holds(&[1]));
    assert_eq!(it.env.add(c(i64::MAX), Dim::ONE), None);
}

#[test]
fn conditions_come_back_from_trees() {
    let mut it = Inputs::new();
    let a = it.size(0, 0, 10);
    let call = |operator, arguments: &[Tree]| Tree::Call(operator, arguments.to_vec());
    let size = Tree::Symbol("s97".into());
    let product = call(SizeOperator::Multiply, &[Tree::Int(3), size.clone()]);
    let tree = call(SizeOperator::Equal, &[call(SizeOperator::Modulo, &[product, Tree::Int(2)]), Tree::Int(0)]);
    let test = it.env.read(&tree).unwrap();
    assert_eq!(it.env.text(test), "(3*s97) % 2 == 0");
    assert_eq!(it.env.evaluate(test), Ok(true));
    assert_eq!(it.env.read(&call(SizeOperator::Modulo, &[size])), None);
    let rest = it.env.modulo(a, c(2)).unwrap();
    assert_eq!(it.env.hint(rest), Some(0));
}

#[test]
fn symbols_are_called_as_torch_calls_them() {
    let mut it = Inputs::new();
    let mark = it.env.mark();
    let names = |it: &Inputs| it.env.symbols().iter().map(|symbol| symbol.name.clone()).collect::<Vec<_>>();
    let (_, _) = (it.size(0, 0, 5), it.size(0, 1, 6));
    it.env.unbacked_float();
    it.env.unbacked_symbol(Interval::ALL);
    it.int(1, 5);
    assert_eq!(names(&it), ["s97", "s98", "zuf0", "u0", "s56"]);
    it.env.roll_back(mark);
    // Both hashes are 97: the number goes to the first.
    it.size(0, 1, 6);
    assert_eq!(names(&it), ["s97"]);
}
