//! Checks documents: the paths they name must exist, and the commands they show must work.
//!
//! - A link `[text](path)` without a scheme leads to a file or folder, from the document's own folder.
//! - A path between backticks exists: from the root if it starts with one of the root's folders; a bare file name
//!   (`README.md`, `.clippy.toml`) if any file has that name. Text with `*`, `<`, `{` or a word in capitals such as
//!   `NAME` is a pattern, not a path.
//! - `ARCHITECTURE.md` names the folder of every crate of the workspace between backticks.
//! - The README has the command that plays and the command that tests, each on one line, each once, and the scripts
//!   they call exist. Its lines that begin with `rasher` are valid commands.
//! - The repository's address is a constant in `Cargo.toml`. Only the README's line for `cargo install` has it too. The README names the
//!   packages by the version in `Cargo.toml`.
//!
//! Fenced blocks are skipped, since they contain commands and drawings; only the README's two commands are read
//! there.

use crate::edges;
use crate::tree;

/// Endings that mark a bare word between backticks as a file name.
const ENDINGS: &[&str] = &[".md", ".toml", ".sh", ".lock", ".rs"];

/// The names in a document that are not in the list of files.
fn named(path: &str, text: &str, files: &[String]) -> Vec<String> {
    let mut complaints = Vec::new();
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut fenced = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            let place = format!("{path}:{}", index + 1);
            let links = links(line).filter(|link| !exists(&join(folder, link), files));
            complaints.extend(links.map(|link| format!("{place}: the link to {link} leads nowhere")));
            let code = line.split('`').skip(1).step_by(2).filter(|code| !plausible(code, files));
            complaints.extend(code.map(|code| format!("{place}: there is no `{code}`")));
        }
    }
    complaints
}

/// The targets of links within the repository, without their anchors.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target));
    let inner = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    inner.map(|target| target.split_once('#').map_or(target, |(file, _)| file))
}

/// Whether the text between backticks is not a path, or an existing one.
fn plausible(code: &str, files: &[String]) -> bool {
    let capitals = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
    let pattern = code.contains(['*', '<', '{', ' ', '(', '&', '"', '\\'])
        || code.split(|c: char| !c.is_alphanumeric() && c != '_').any(capitals) && !code.ends_with(".md");
    if pattern {
        return true;
    }
    match code.split_once('/') {
        Some((top, _)) => {
            let ours = files.iter().any(|file| file.split_once('/').is_some_and(|(folder, _)| folder == top));
            !ours || exists(code, files)
        }
        None => {
            let file = ENDINGS.iter().any(|ending| code.len() > ending.len() && code.ends_with(ending))
                || code.starts_with('.') && code.ends_with(".toml");
            !file || files.iter().any(|path| path.rsplit('/').next() == Some(code))
        }
    }
}

/// Whether it is a file, or a folder with files in it.
fn exists(path: &str, files: &[String]) -> bool {
    let path = path.trim_end_matches('/');
    path.is_empty()
        || files
            .iter()
            .any(|file| file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// `folder/link` with its `.` and `..` resolved.
fn join(folder: &str, link: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// Folders of crates that the document does not name.
fn unplaced(document: &str, folders: &[String]) -> Vec<String> {
    let unnamed = folders.iter().filter(|folder| !document.contains(&format!("`{folder}`")));
    unnamed.map(|folder| format!("ARCHITECTURE.md: the code map does not say what `{folder}` is")).collect()
}

/// The two commands of the README: the start, and what must follow `&& `.
const COMMANDS: &[(&str, &str)] = &[
    ("sh console/setup.sh && ", "cargo run -- porklike"),
    ("sh tests/setup.sh && ", "cargo test --workspace"),
];

fn commands(text: &str, files: &[String]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (setup, command) in COMMANDS {
        let count = text.lines().filter(|line| *line == format!("{setup}{command}")).count();
        if count != 1 {
            complaints
                .push(format!("README.md: the line `{setup}{command}` is there {count} times, 1 is due"));
        }
    }
    let scripts = text.lines().filter_map(|line| line.strip_prefix("sh ")?.split(' ').next());
    let lost = scripts.filter(|script| !files.iter().any(|file| file == script));
    complaints.extend(lost.map(|script| format!("README.md: calls {script}, which is not there")));
    complaints
}

/// Lines of a document that call the console in an invalid way. Text after `#` is a comment.
fn refused(text: &str) -> Vec<String> {
    let calls = text.lines().filter(|line| *line == "rasher" || line.starts_with("rasher "));
    let said = calls.map(|line| line.split_once('#').map_or(line, |(call, _)| call).trim_end());
    let wrong = said.filter_map(|call| {
        Some((call, tool::cli::parse(shelf::ALL, call.split(' ').map(Into::into)).err()?))
    });
    wrong.map(|(call, error)| format!("README.md: `{call}` is refused: {}", error.err)).collect()
}

/// The value of a key of the workspace's manifest.
fn value<'a>(manifest: &'a str, key: &str) -> &'a str {
    let line = manifest.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
    line.and_then(|line| line.strip_suffix('"')).unwrap_or_default()
}

fn installs(manifest: &str, readme: &str) -> Vec<String> {
    let [repository, version] = ["repository", "version"].map(|key| value(manifest, key));
    let lines = [
        format!("cargo install --locked --git {repository} rasher-desktop"),
        format!("sudo apt install ./rasher_{version}_amd64.deb"),
        format!("unzip rasher-{version}-windows-x86_64.zip"),
        format!("`{repository}` stands for this repository's address"),
    ];
    let lost = lines.iter().filter(|line| readme.lines().filter(|it| it.starts_with(*line)).count() != 1);
    lost.map(|line| format!("README.md: the line `{line}` is due once, as Cargo.toml says")).collect()
}

/// Files with the repository's address that could take it from `Cargo.toml`.
fn copies(repository: &str, sources: &[tree::Source]) -> Vec<String> {
    let has_own = |source: &&tree::Source| !["Cargo.toml", "README.md"].contains(&&*source.path);
    let found = sources.iter().filter(has_own).filter(|source| source.text.contains(repository));
    found.map(|it| format!("{}: has {repository}; take it from Cargo.toml", it.path)).collect()
}

#[test]
fn the_repositorys_address_is_one_constant() {
    let (manifest, readme) = (tree::read("Cargo.toml"), tree::read("README.md"));
    crate::none(installs(&manifest, &readme));
    crate::one(installs(&manifest, &readme.replace(" --locked", "")), "`cargo install --locked");
    crate::one(installs(&manifest, &readme.replace("_amd64", "_arm64")), "_amd64.deb");
    let repository = value(&manifest, "repository");
    crate::none(copies(repository, &tree::sources()));
    let copy = tree::Source { path: "a.rs".into(), text: format!("const HOME: &str = \"{repository}\";") };
    crate::one(copies(repository, &[copy]), "a.rs: has https://");
}

#[test]
fn documents_name_what_exists() {
    let files = tree::paths();
    let documents = tree::sources().into_iter().filter(|source| source.path.ends_with(".md"));
    let complaints: Vec<_> = documents.flat_map(|it| named(&it.path, &it.text, &files)).collect();
    crate::none(complaints);
}

#[test]
fn every_crate_has_its_place() {
    let folders: Vec<_> = edges::packages().into_iter().map(|package| package.folder).collect();
    crate::none(unplaced(&tree::read("ARCHITECTURE.md"), &folders));
    crate::one(unplaced("### `console/num`", &["console/num".into(), "console/nu".into()]), "`console/nu`");
}

#[test]
fn the_readme_has_its_two_commands() {
    crate::none(commands(&tree::read("README.md"), &tree::paths()));
}

#[test]
fn the_readmes_calls_are_taken() {
    let readme = tree::read("README.md") + &tree::read("console/COMMANDS.md");
    assert!(
        readme.lines().filter(|line| line.starts_with("rasher ")).count() > 5,
        "the README shows no commands"
    );
    crate::none(refused(&readme));
    crate::none(refused("rasher list  # carts\nrasherlist\nthe rasher -z"));
    crate::one(refused("rasher run porklike --frames many"), "--frames");
    crate::one(refused("rasher lists all"), "lists all");
}

fn files() -> Vec<String> {
    ["README.md", "console/num/src/lib.rs", "console/setup.sh", "tests/setup.sh", "cart/goblin/README.md"]
        .map(String::from)
        .into()
}

#[test]
fn broken_documents_are_found() {
    let check = |path: &str, text: &str| named(path, text, &files());
    for good in [
        "[numbers](console/num) and [this](README.md#numbers), [that](#here), [far](https://example.org/x)",
        "`console/num/src/lib.rs`, `console/num`, `console/`, `lib.rs`, `README.md`",
        "`cart/<name>`, `sprites/NAME.png`, `tests/*.rs`, `a/b`, `_init`, `sh console/none.sh`, `.p8`",
        "```\n`console/none`\n```",
    ] {
        crate::none(check("README.md", good));
    }
    crate::none(check("cart/goblin/README.md", "[up](../../README.md) [numbers](../../console/num/)"));
    crate::one(check("README.md", "\n[gone](console/none)"), "README.md:2: the link to console/none");
    crate::one(check("cart/goblin/README.md", "[up](../README.md)"), "the link to ../README.md");
    crate::one(check("README.md", "see `console/num/src/none.rs`"), "there is no `console/num/src/none.rs`");
    crate::one(check("README.md", "see `console/nu`"), "there is no `console/nu`");
    crate::one(check("README.md", "see `NOTES.md`"), "there is no `NOTES.md`");
}

#[test]
fn broken_commands_are_found() {
    let good = "```sh\nsh console/setup.sh && cargo run -- porklike\n```\n\
                ```sh\nsh tests/setup.sh && cargo test --workspace\n```\n";
    crate::none(commands(good, &files()));
    crate::one(commands(&good.replace("&& cargo test", "&&\ncargo test"), &files()), "is there 0 times");
    crate::one(
        commands(&format!("{good}{good}").replacen("sh tests", "bash tests", 1), &files()),
        "is there 2 times",
    );
    crate::one(commands(good, &files()[..3]), "calls tests/setup.sh, which is not there");
}
