//! `rasher vscode`: the extension for VS Code as one file, a `.vsix`, which is a zip archive.
//!
//! ```text
//! [Content_Types].xml  extension.vsixmanifest      what VS Code installs, from package.json
//! extension/package.json  extension.js  *.json     the files of console/tool/vscode
//! extension/pico-8.tmLanguage.json                 the grammar, with the names of all calls
//! ```

use crate::CommandOutput;
use crate::archive::zipped;
use crate::error::ToolError;
use crate::stub;
use lua::KEYWORDS;
use quick_xml::escape::escape;
use serde_json::{Value, json};
use std::path::Path;

const PACKAGE: &str = include_str!("../vscode/package.json");
const FILES: [(&str, &str); 3] = [
    ("package.json", PACKAGE),
    ("extension.js", include_str!("../vscode/extension.js")),
    ("language-configuration.json", include_str!("../vscode/language-configuration.json")),
];
const TYPES: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="json" ContentType="application/json"/><Default Extension="js" ContentType="application/javascript"/><Default Extension="vsixmanifest" ContentType="text/xml"/></Types>
"#;

pub fn write(out: Option<&Path>) -> Result<CommandOutput, ToolError> {
    let path = out.unwrap_or(Path::new("rasher.vsix"));
    store::write(path, &archive())?;
    let path = path.display();
    Ok(CommandOutput::done(format!("{path}\ninstall it with: code --install-extension {path}\n")))
}

fn archive() -> Vec<u8> {
    let grammar = format!("{:#}\n", grammar());
    let files = FILES.map(|(name, text)| (format!("extension/{name}"), text.to_string()));
    let generated = [
        ("[Content_Types].xml".to_string(), TYPES.to_string()),
        ("extension.vsixmanifest".to_string(), manifest()),
        ("extension/pico-8.tmLanguage.json".to_string(), grammar),
    ];
    zipped(generated.iter().chain(&files).map(|(name, text)| (&**name, &**text)))
}

fn manifest() -> String {
    let package: Value = serde_json::from_str(PACKAGE).unwrap_or_default();
    let text = |name: &str| escape(package[name].as_str().unwrap_or_default());
    let (id, version, publisher) = (text("name"), text("version"), text("publisher"));
    let (title, about) = (text("displayName"), text("description"));
    let engine = escape(package["engines"]["vscode"].as_str().unwrap_or_default());
    let categories: Vec<&str> =
        package["categories"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="{id}" Version="{version}" Publisher="{publisher}"/>
    <DisplayName>{title}</DisplayName>
    <Description xml:space="preserve">{about}</Description>
    <Categories>{categories}</Categories>
    <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="{engine}"/></Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/></Assets>
</PackageManifest>
"#,
        categories = categories.join(",")
    )
}

/// A TextMate grammar: Lua with the console's operators, number forms and calls; below the code, the sections of data.
fn grammar() -> Value {
    let words = |words: &mut dyn Iterator<Item = &str>| words.collect::<Vec<_>>().join("|");
    let operators = ["and", "or", "not"];
    let constants = ["nil", "true", "false"];
    let others = |word: &&str| !operators.contains(word) && !constants.contains(word);
    let keywords = words(&mut KEYWORDS.into_iter().filter(others));
    let calls = words(&mut stub::names().into_iter());
    let rule = |name: &str, pattern: &str| json!({ "name": format!("{name}.pico-8"), "match": pattern });
    let block = |name: &str, begin: &str, end: &str, inner: Value| json!({ "name": format!("{name}.pico-8"), "begin": begin, "end": end, "patterns": inner });
    let escapes = json!([rule("constant.character.escape", r"\\(?:\^.|x[0-9a-fA-F]{2}|[0-9]{1,3}|.)")]);
    let lua = json!([
        block("comment.block", r"--\[(=*)\[", r"\]\1\]", json!([])),
        rule("comment.line.double-dash", "--.*$"),
        rule("comment.line.double-slash", r"//.*$"),
        rule("keyword.control.import", r"^\s*#include\b.*$"),
        block("string.quoted.double", "\"", "\"|$", escapes.clone()),
        block("string.quoted.single", "'", "'|$", escapes),
        block("string.quoted.other.multiline", r"\[(=*)\[", r"\]\1\]", json!([])),
        rule(
            "constant.numeric",
            r"\b0[xX][0-9a-fA-F]*\.?[0-9a-fA-F]*|\b0[bB][01]*\.?[01]*|\b[0-9]+\.?[0-9]*(?:[eE][+-]?[0-9]+)?"
        ),
        rule("constant.language", &format!(r"\b(?:{})\b", constants.join("|"))),
        rule("keyword.operator.logical", &format!(r"\b(?:{})\b", operators.join("|"))),
        rule("keyword.control", &format!(r"\b(?:{keywords})\b")),
        rule("entity.name.function.hook", r"\b_(?:init|update|update60|draw)\b"),
        json!({
            "match": r"(?<=\bfunction)\s+([A-Za-z_][\w.:]*)",
            "captures": { "1": { "name": "entity.name.function.pico-8" } },
        }),
        rule("support.function", &format!(r"(?<![.:])\b(?:{calls})\b")),
        rule(
            "keyword.operator",
            r"\^\^|<<>|>><|>>>|<<|>>|\.\.\.|[-+*/%^\\|&~!=<>.]=|\.\.|[-+*/%^\\|&~#@$?<>=]"
        ),
    ]);
    json!({
        "name": "PICO-8", "scopeName": "source.pico-8", "fileTypes": ["p8"],
        "patterns": [
            { "match": r"^pico-8 cartridge .*$|^version \d+$", "name": "comment.line.header.pico-8" },
            { "match": "^__lua__$", "name": "entity.name.section.pico-8" },
            {
                "begin": "^__(?!lua__)[a-z]+__$", "end": "(?=^__lua__$)", "name": "comment.block.data.pico-8",
                "beginCaptures": { "0": { "name": "entity.name.section.pico-8" } },
                "patterns": [{ "match": "^__[a-z]+__$", "name": "entity.name.section.pico-8" }],
            },
            { "include": "#lua" },
        ],
        "repository": { "lua": { "patterns": lua } },
    })
}
