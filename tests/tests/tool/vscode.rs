//! `rasher vscode`: the archive is one that VS Code can install, and its parts refer to each other.
//!
//! Names and fields are those of Microsoft's description of extensions; independent readers open XML and JSON.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::{Cursor, Read};
use tests::shell::{done, folder};
use zip::ZipArchive;

#[test]
fn the_extension_is_complete() {
    let path = folder("vscode", "pack").join("rasher.vsix");
    let said = done(&format!("vscode -o {}", path.display()));
    assert!(said.contains("code --install-extension"), "{said}");
    let bytes = fs::read(&path).expect("it was written");
    let mut zip = ZipArchive::new(Cursor::new(&bytes)).expect("an archive");
    let names: BTreeSet<String> = zip.file_names().map(|name| name.expect("a name").into_owned()).collect();
    let mut text = |name: &str| {
        let mut text = String::new();
        zip.by_name(name).expect(name).read_to_string(&mut text).expect("text");
        text
    };
    let json = |text: String| serde_json::from_str::<Value>(&text).expect("JSON");

    let package = json(text("extension/package.json"));
    let parts = &package["contributes"];
    let main = package["main"].as_str().expect("a program");
    let referred = [&parts["grammars"][0]["path"], &parts["languages"][0]["configuration"]];
    for file in referred.into_iter().filter_map(Value::as_str).chain([main]) {
        assert!(names.contains(&file.replace("./", "extension/")), "{file} is not in {names:?}");
    }
    json(text("extension/language-configuration.json"));
    let grammar = json(text("extension/pico-8.tmLanguage.json"));
    assert_eq!(grammar["scopeName"], parts["grammars"][0]["scopeName"]);
    let calls = grammar.to_string();
    for name in ["spr", "rectfill", "foreach", "cocreate", "tline", "update60", "elseif"] {
        assert!(calls.contains(name), "{name} is not coloured");
    }
    let script = text("extension/extension.js");
    let command = parts["commands"][0]["command"].as_str().expect("a command");
    assert!(script.contains(&format!("registerCommand({command:?}")), "{command} does nothing");

    let manifest = text("extension.vsixmanifest");
    let manifest = roxmltree::Document::parse(&manifest).expect("XML");
    let find =
        |name: &str| manifest.descendants().find(|node| node.tag_name().name() == name).expect("an element");
    let identity = find("Identity");
    for (attribute, field) in [("Id", "name"), ("Version", "version"), ("Publisher", "publisher")] {
        assert_eq!(identity.attribute(attribute), package[field].as_str(), "{field}");
    }
    assert_eq!(find("Asset").attribute("Path"), Some("extension/package.json"));
    roxmltree::Document::parse(&text("[Content_Types].xml")).expect("XML");
    // The same program writes the same file.
    done(&format!("vscode -o {}", path.display()));
    assert!(fs::read(&path).expect("it was written") == bytes);
}
