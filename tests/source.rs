//! What the text of the project promises: folders that do not depend on each other in circles, and documents that name files
//! that are there.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

type Outcome = Result<(), Box<dyn Error>>;

/// Every file below a folder with this ending, with its text.
fn texts(folder: &Path, ending: &str) -> Result<Vec<(PathBuf, String)>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(texts(&path, ending)?);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push((path.clone(), fs::read_to_string(&path)?));
        }
    }
    Ok(found)
}

/// What follows each place of `before`, up to the first letter that no name has.
fn names_behind<'t>(text: &'t str, before: &str, is_part: fn(char) -> bool) -> impl Iterator<Item = &'t str> {
    text.split(before).skip(1).map(move |rest| rest.split(|letter| !is_part(letter)).next().unwrap_or_default())
}

/// `src/lib.rs` declares the folders lowest first; each uses only those before it.
#[test]
fn folders_use_those_before_them() -> Outcome {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let declared = fs::read_to_string(root.join("lib.rs"))?;
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let folders: Vec<&str> = names_behind(&declared, "\npub mod ", is_name).collect();
    let mut wrong = Vec::new();
    for (place, folder) in folders.iter().enumerate() {
        for (path, text) in texts(&root.join(folder), "rs")? {
            for used in names_behind(&text, "crate::", is_name) {
                let known = folders.iter().position(|other| *other == used);
                if known.is_none_or(|known| known > place) {
                    wrong.push(format!("{} uses `{used}`", path.display()));
                }
            }
        }
    }
    assert!(folders.len() > 10, "the folders of src/lib.rs were not found: {folders:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn documents_name_files_that_are_there() -> Outcome {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut documents = texts(&root.join("docs"), "md")?;
    for name in ["README.md", "CONTRIBUTING.md"] {
        documents.push((name.into(), fs::read_to_string(root.join(name))?));
    }
    let is_path = |letter: char| letter.is_ascii_alphanumeric() || "_/.-".contains(letter);
    let mut named = 0;
    let mut wrong = Vec::new();
    for (document, text) in &documents {
        for folder in ["src/", "tests/", "tools/", "rules/", "python/alternator/"] {
            for rest in names_behind(text, &format!("`{folder}"), is_path) {
                named += 1;
                let path = format!("{folder}{}", rest.trim_end_matches('.'));
                if !root.join(&path).exists() {
                    wrong.push(format!("{}: {path}", document.display()));
                }
            }
        }
    }
    assert!(named > 50, "no more than {named} paths were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}
