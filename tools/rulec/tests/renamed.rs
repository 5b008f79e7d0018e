//! A name that a release changes stops the build, at every rule that is concerned.

use std::path::Path;

#[test]
fn a_renamed_operator_is_reported_at_each_rule() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let mut texts = rulec::load::read(&root)?;
    let sound = rulec::compile_texts(texts.clone(), "rules/");
    let places: Vec<_> = rulec::names::all(&sound.model)
        .iter()
        .filter(|named| named.path == "torch.Tensor.index_fill_")
        .map(|named| (sound.files.name(named.span.file).to_string(), sound.files.line(named.span)))
        .collect();
    assert!(places.len() > 1, "the operator stands in more than one place");
    let record = texts.iter_mut().find(|(path, _)| path == "torch/2.15/names.record").ok_or("there is no record")?;
    record.1.push_str("[torch.Tensor]\n-index_fill_\nindex_filled_ c_method\n");
    let broken = rulec::compile_texts(texts, "rules/");
    let reported: Vec<_> =
        broken.diagnostics.iter().map(|d| (broken.files.name(d.span.file).to_string(), broken.files.line(d.span))).collect();
    assert!(broken.tables.is_none() && places.iter().all(|place| reported.contains(place)), "{reported:?} of {places:?}");
    assert!(broken.report().contains("torch 2.15 has no `torch.Tensor.index_fill_`"), "{}", broken.report());
    Ok(())
}
