//! What a release or a version changes, and what a rule misspells, stops the build: at every place that is concerned.

use std::error::Error;
use std::path::Path;
use std::sync::OnceLock;

use rulec::Output;

type Outcome = Result<(), Box<dyn Error>>;
type Texts = Vec<(String, String)>;

const LAST: &str = "torch/2.15/names.record";

fn rules() -> std::io::Result<Texts> {
    rulec::load::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules"))
}

/// The rules with one more text at the end of a file.
fn with(texts: &Texts, file: &str, text: &str) -> Result<Output, Box<dyn Error>> {
    let mut texts = texts.clone();
    texts.iter_mut().find(|(path, _)| path == file).ok_or_else(|| format!("there is no {file}"))?.1.push_str(text);
    Ok(rulec::compile_texts(texts, "rules/"))
}

fn places(output: &Output) -> Vec<(String, u32)> {
    let place = |d: &rulec::diagnostics::Diagnostic| (output.files.name(d.span.file).to_string(), output.files.line(d.span));
    output.diagnostics.iter().map(place).collect()
}

/// Where the rules say a name.
fn said(texts: &Texts, name: &str) -> Vec<(String, u32)> {
    static SOUND: OnceLock<Output> = OnceLock::new();
    let sound = SOUND.get_or_init(|| rulec::compile_texts(texts.clone(), "rules/"));
    let names = rulec::names::all(&sound.model);
    let of_name = names.iter().filter(|named| named.path == name);
    of_name.map(|named| (sound.files.name(named.span.file).to_string(), sound.files.line(named.span))).collect()
}

/// A change of a record stops the build wherever the rules say a name, with these words.
fn breaks(name: &str, record: &str, change: &str, words: &[&str]) -> Outcome {
    let texts = rules()?;
    let concerned = said(&texts, name);
    assert!(!concerned.is_empty(), "nothing says {name}");
    let broken = with(&texts, record, change)?;
    let reported = places(&broken);
    assert!(broken.tables.is_none() && concerned.iter().all(|place| reported.contains(place)), "{reported:?} of {concerned:?}");
    let report = broken.report();
    words.iter().for_each(|word| assert!(report.contains(word), "{word} in\n{report}"));
    Ok(())
}

/// What a rule says stops the build, with these words.
fn refused(file: &str, text: &str, words: &[&str]) -> Outcome {
    let broken = with(&rules()?, file, text)?;
    let report = broken.report();
    words.iter().for_each(|word| assert!(broken.tables.is_none() && report.contains(word), "{word} in\n{report}"));
    Ok(())
}

#[test]
fn a_renamed_method_in_c_is_reported_at_each_rule() -> Outcome {
    let change = "[torch.Tensor]\n-index_fill_\nindex_filled_ c_method\n";
    let words = ["torch 2.15 has no `torch.Tensor.index_fill_`", "did you mean `torch.Tensor.index_fill`?"];
    breaks("torch.Tensor.index_fill_", LAST, change, &words)
}

#[test]
fn a_renamed_function_in_python_is_reported_at_each_rule() -> Outcome {
    let change = "[torch.nn.functional]\n-max_pool2d\nmax_pool_2d function\n";
    let words = ["torch 2.15 has no `torch.nn.functional.max_pool2d`", "did you mean `torch.nn.functional._max_pool2d`?"];
    breaks("torch.nn.functional.max_pool2d", LAST, change, &words)
}

#[test]
fn a_renamed_getter_in_c_is_reported_at_each_rule() -> Outcome {
    let change = "[torch.Tensor]\n-retains_grad\nretain_grads c_getter\n";
    let words = ["torch 2.15 has no `torch.Tensor.retains_grad`", "did you mean `torch.Tensor.retain_grad`?"];
    breaks("torch.Tensor.retains_grad", LAST, change, &words)
}

#[test]
fn a_renamed_member_of_a_class_is_reported_at_each_rule() -> Outcome {
    let change = "[torch.autograd.grad_mode.inference_mode]\n-__enter__\n__begin__ function\n";
    breaks("torch.autograd.grad_mode.inference_mode.__enter__", LAST, change, &["torch 2.15 has no"])
}

#[test]
fn a_function_in_c_that_becomes_python_is_reported_at_each_rule() -> Outcome {
    let change = "[torch]\nas_tensor function\n";
    refused(
        LAST,
        change,
        &["rules/numpy/arrays.rule", "`torch.as_tensor` is in Python in torch 2.15, in C in 2.11, 2.12, 2.13, 2.14"],
    )
}

#[test]
fn python_code_to_trace_that_becomes_c_is_reported_at_each_rule() -> Outcome {
    let change = "[torch]\nsym_max c_function\n";
    breaks("torch.sym_max", LAST, change, &["`torch.sym_max` is a function in C in torch 2.15, not written in Python"])
}

#[test]
fn a_renamed_schema_is_reported_at_each_line_about_the_operator() -> Outcome {
    let texts = rules()?;
    let text = schema_of(&texts, "reshape_as")?;
    let broken = with(&texts, LAST, &format!("[operators]\n-reshape_as\nreshape_like {text}\n"))?;
    let report = broken.report();
    assert_eq!(report.matches("torch 2.15: there is no schema of `reshape_as`").count(), 2, "{report}");
    assert!(broken.tables.is_none() && places(&broken).iter().all(|(file, _)| file == "rules/torch/operators.yaml"), "{report}");
    Ok(())
}

/// The schema of an operator with one overload, as it is recorded first.
fn schema_of(texts: &Texts, name: &str) -> Result<String, Box<dyn Error>> {
    let (_, record) = texts.iter().find(|(path, _)| path == "torch/2.11/names.record").ok_or("there is no record")?;
    let schema = record.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ').filter(|text| text.starts_with('(')));
    Ok(schema.ok_or("there is no schema")?.to_string())
}

#[test]
fn a_renamed_parameter_of_a_schema_is_reported() -> Outcome {
    let texts = rules()?;
    let schema = schema_of(&texts, "dropout")?;
    let change = format!("[operators]\ndropout {}\n", schema.replace(" train", " trains"));
    let report = with(&texts, LAST, &change)?.report();
    assert!(
        report.contains("torch 2.15: there is no parameter `train`") && report.contains("did you mean `trains`?"),
        "{report}"
    );
    Ok(())
}

#[test]
fn a_renamed_symbol_is_reported_where_it_is_said() -> Outcome {
    let change = "[symbols of libtorch_cpu.so]\n-_ZN2at12hasCallbacksEv\n_ZN2at13haveCallbacksEv symbol\n";
    let broken = with(&rules()?, LAST, change)?;
    let report = broken.report();
    assert!(report.contains("libtorch_cpu.so of torch 2.15 has no `_ZN2at12hasCallbacksEv`"), "{report}");
    assert!(broken.tables.is_none() && report.contains("did you mean `_ZN2at13haveCallbacksEv`?"), "{report}");
    assert!(places(&broken).iter().all(|(file, _)| file == "rules/torch/symbols.yaml"), "{report}");
    Ok(())
}

#[test]
fn a_symbol_may_be_removed_by_a_release_that_lacks_it() -> Outcome {
    let mut texts = rules()?;
    for (path, text) in &mut texts {
        match path.as_str() {
            LAST => text.push_str("[symbols of libtorch_cpu.so]\n-_ZN2at12hasCallbacksEv\n"),
            "torch/2.15/pack.yaml" => text.push_str("  - hooked\n"),
            _ => {}
        }
    }
    let output = rulec::compile_texts(texts, "rules/");
    assert!(output.diagnostics.is_empty(), "{}", output.report());
    Ok(())
}

#[test]
fn a_renamed_attribute_of_a_c_type_is_reported_at_each_rule() -> Outcome {
    let change = "[types.CodeType]\n-co_qualname\nco_qualified_name c_getter\n";
    breaks(
        "types.CodeType.co_qualname",
        "cpython/3.15/names.record",
        change,
        &["CPython 3.15 has no `types.CodeType.co_qualname`"],
    )
}

#[test]
fn misspelt_names_of_c_types_are_reported() -> Outcome {
    let file = "builtins/fields.rule";
    let getter = "getter datetime.time.hourz(self) -> Value { return native_attribute(self, \"hour\"); }\n";
    refused(file, getter, &["has no `datetime.time.hourz`", "did you mean `datetime.time.hour`?"])?;
    let function = "function struct.calcsizee() -> Value { return none; }\n";
    refused(file, function, &["has no `struct.calcsizee`", "did you mean `struct.calcsize`?"])?;
    let attribute = "getter datetime.time.hour(self) -> Value { return native_attribute(self, \"hourz\"); }\n";
    refused(file, attribute, &["has no `datetime.time.hourz`", "did you mean `datetime.time.hour`?"])?;
    let through_define =
        "getter types.FunctionType.__builtins__(self) -> Value? { return kept_by_function(none, self, \"__docs__\"); }\n";
    refused(file, through_define, &["has no `types.FunctionType.__docs__`", "did you mean `types.FunctionType.__doc__`?"])?;
    let of_result = "getter datetime.time.hour(self) -> Value { return native_attribute(class_of(self), \"__mroo__\"); }\n";
    refused(file, of_result, &["has no `builtins.type.__mroo__`", "did you mean `builtins.type.__mro__`?"])?;
    let of_unknown = "function math.ulp(x) -> Value { return native_attribute(x, \"real\"); }\n";
    refused(file, of_unknown, &["nothing tells of which class this is an attribute"])
}
