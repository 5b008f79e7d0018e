//! Rules that no case reaches are a mistake where every version was run, but for those with a reason.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

type Texts = BTreeMap<String, String>;

fn texts(pairs: &[(&str, &str)]) -> Texts {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn only_rules_without_a_reason_are_a_mistake() -> Result<(), Box<dyn std::error::Error>> {
    let output = rulec::compile(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules"), "")?;
    let names: Vec<&str> = output.model.rules.iter().map(|rule| rule.name.as_str()).collect();
    let (last, others) = names.split_last().ok_or("no rules")?;
    let reached_by = |names: &[&str]| -> Texts {
        let text = names.join("\n");
        output.model.packs.iter().map(|pack| (pack.name.clone(), text.clone())).collect()
    };
    let none = Texts::new();
    let known = texts(&[(*last, "nothing makes such an object")]);
    assert!(output.coverage(&reached_by(&names), &none).1);
    let (text, good) = output.coverage(&reached_by(others), &none);
    assert!(!good && text.contains(last), "{text}");
    assert!(output.coverage(&reached_by(others), &known).1);
    // A reason that is none any more.
    assert!(!output.coverage(&reached_by(&names), &known).1);
    // A version that was not run may be the one that reaches the rule.
    let mut fewer = reached_by(others);
    fewer.pop_first();
    assert!(output.coverage(&fewer, &none).1);
    Ok(())
}

#[test]
fn reasons_are_for_rules_that_exist() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let known: Texts = serde_yaml::from_str(&fs::read_to_string(root.join("tests/rules_not_reached.yaml"))?)?;
    let output = rulec::compile(&root.join("rules"), "")?;
    let unknown: Vec<_> = known.keys().filter(|name| !output.model.rules.iter().any(|rule| rule.name == **name)).collect();
    assert!(unknown.is_empty(), "no rule is called {unknown:?}");
    Ok(())
}
