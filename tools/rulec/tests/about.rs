//! What `rulec explain NAME` says.

use rulec::Output;

fn output() -> Output {
    let texts = [
        ("prelude/case.rule", "type Value;\nextern fn answer_to(question: Value) -> Value;\n"),
        ("builtins/case.rule", "function a.ask(question) -> Value { return answer_to(question); }\n"),
        ("builtins/pure.yaml", "pure:\n  values:\n    - a.sure\n    - a.b.*\n"),
    ];
    rulec::compile_texts(texts.map(|(name, text)| (name.to_string(), text.to_string())).to_vec(), "rules/")
}

#[test]
fn a_rule_with_its_place_and_text() {
    let said = output().about("a.ask").unwrap_or_default();
    assert!(said.contains("rules/builtins/case.rule:1"), "{said}");
    assert!(said.contains("return answer_to(question);"), "{said}");
}

#[test]
fn facts_and_externs() {
    assert!(output().about("a.sure").unwrap_or_default().starts_with("pure(values)"));
    assert!(output().about("a.b.any").unwrap_or_default().starts_with("pure(values), with all beside it"));
    assert!(output().about("answer_to").unwrap_or_default().contains("extern fn answer_to(question: Value) -> Value;"));
}

#[test]
fn the_nearest_name() {
    assert_eq!(output().about("a.aks").err().as_deref(), Some("nothing is said or recorded of a.aks; did you mean a.ask?"));
}
