//! The dependencies between crates: compares the table in `ARCHITECTURE.md` with what cargo reports.
//!
//! ```text
//!   | crate  | may depend on | std | outside crates | clock, disk, threads, devices |
//!   | `num`  | -             | no  | `serde`        | none                          |
//!      |         |             |       |                |
//!      |         |             |       |                `- "none": reaches no crate of DEVICES, directly or indirectly
//!      |         |             |       `- the external crates it may name; "any": all but DEVICES
//!      |         |             `- "no": no crate it reaches has its feature `std` on
//!      |         `- workspace crates it may name; "each cart" means all carts
//!      `- one workspace crate, or "each cart"
//! ```
//!
//! The table uses the names of folders, as sources do. The packages of crates in `console`, of the kit and of the
//! shelf have the prefix `rasher-`; the machine's package is `rasher`.
//!
//! Edges come from the manifests, so those for other platforms count too. What a crate reaches comes from `cargo
//! tree` for this platform, with the features of the crate built by itself.

use crate::tree;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// Crates that provide clocks, disks, threads or devices. Everything that talks to the system ends in the last group,
/// so names missing from the first are caught there.
const DEVICES: &[&str] = &[
    "arboard",
    "cpal",
    "gilrs",
    "notify",
    "pixels",
    "rayon",
    "softbuffer",
    "tokio",
    "wgpu",
    "winit",
    "crossbeam-channel",
    "getrandom",
    "libc",
    "libloading",
    "mio",
    "rustix",
    "wasm-bindgen",
    "windows-sys",
];

/// One row of the table.
#[derive(Debug, Clone)]
pub struct Row {
    pub name: String,
    pub may: Vec<String>,
    pub std: bool,
    /// `None`: any.
    pub outside: Option<Vec<String>>,
    pub pure: bool,
}

/// A crate of the workspace: its package, its name in the table, its folder from the root, and its dependencies by
/// name and kind (`normal`, `dev`, `build`).
#[derive(Debug, Clone)]
pub struct Package {
    pub package: String,
    pub name: String,
    pub folder: String,
    pub dependencies: Vec<(String, String)>,
}

impl Package {
    /// Its row: its own or, in the folder of carts, that of each cart.
    pub fn row<'a>(&self, rows: &'a [Row]) -> Option<&'a Row> {
        let named = |name: &str| rows.iter().find(|row| row.name == name);
        named(&self.name).or_else(|| if self.folder.starts_with("cart/") { named(EACH_CART) } else { None })
    }
}

const EACH_CART: &str = "each cart";
/// The prefix of package names: the short ones are taken in the registry.
const PREFIX: &str = "rasher-";
const TITLE: &str = "## Which crate may depend on which";

/// The rows under the title, or the error in them.
pub fn rows(document: &str) -> Result<Vec<Row>, String> {
    let (_, section) =
        document.split_once(TITLE).ok_or(format!("ARCHITECTURE.md has no section {TITLE:?}"))?;
    let lines =
        section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    lines.skip(2).map(row).collect()
}

fn row(line: &str) -> Result<Row, String> {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let wrong = |what: &str| format!("ARCHITECTURE.md, table of crates, {line:?}: {what}");
    let &[name, may, std, outside, devices] = cells.as_slice() else {
        return Err(wrong(&format!("{} cells, 5 are due", cells.len())));
    };
    Ok(Row {
        name: name.replace('`', ""),
        may: names(may),
        std: match std {
            "yes" => true,
            "no" => false,
            _ => return Err(wrong("std is neither yes nor no")),
        },
        outside: if outside == "any" { None } else { Some(names(outside)) },
        pure: devices == "none",
    })
}

/// "`num` `rasher` each cart" is three names, "-" is none.
fn names(cell: &str) -> Vec<String> {
    let quoted = cell.split('`').skip(1).step_by(2).map(String::from);
    quoted.chain(cell.contains(EACH_CART).then(|| EACH_CART.into())).collect()
}

/// The name in the table for cargo's package name.
fn short(package: &str) -> &str {
    package.strip_prefix(PREFIX).unwrap_or(package)
}

/// The crates of the workspace as cargo reports them.
pub fn packages() -> Vec<Package> {
    let text = cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let data: Value = serde_json::from_str(&text).expect("cargo metadata writes JSON");
    let root = tree::root().canonicalize().expect("the root exists");
    let package = |it: &Value| {
        let manifest = std::path::Path::new(it["manifest_path"].as_str()?).canonicalize().ok()?;
        let folder = manifest.parent()?.strip_prefix(&root).ok()?.to_string_lossy().replace('\\', "/");
        let edge = |it: &Value| {
            let kind = it["kind"].as_str().unwrap_or("normal");
            Some((short(it["name"].as_str()?).into(), kind.into()))
        };
        let dependencies = it["dependencies"].as_array()?.iter().filter_map(edge).collect();
        let package = it["name"].as_str()?;
        Some(Package { package: package.into(), name: short(package).into(), folder, dependencies })
    };
    let packages = data["packages"].as_array().expect("cargo metadata lists packages");
    packages.iter().map(|it| package(it).unwrap_or_else(|| panic!("cannot read {it}"))).collect()
}

/// The required package name for a folder; none for folders that are free to choose.
fn due(folder: &str) -> Option<String> {
    match folder {
        "console/machine" => Some("rasher".into()),
        "cart/kit" | "cart/shelf" => Some(folder.replace("cart/", PREFIX)),
        _ => folder.strip_prefix("console/").map(|name| format!("{PREFIX}{name}")),
    }
}

/// Every package whose name does not match its folder.
fn misnamed(packages: &[Package]) -> Vec<String> {
    let wrong = |it: &Package| {
        let due = due(&it.folder).filter(|due| *due != it.package)?;
        Some(format!("{}/Cargo.toml: the package is called {}, {due} is due", it.folder, it.package))
    };
    packages.iter().filter_map(wrong).collect()
}

fn cargo(arguments: &[&str]) -> String {
    let cargo = std::env::var("CARGO").unwrap_or("cargo".into());
    let output = Command::new(cargo).args(arguments).current_dir(tree::root()).output().expect("cargo runs");
    assert!(output.status.success(), "cargo {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo writes UTF-8")
}

/// Every edge missing from the table, every crate without a row, every row without a crate.
fn edges(rows: &[Row], packages: &[Package]) -> Vec<String> {
    let mut complaints = Vec::new();
    let find = |name: &str| packages.iter().find(|package| package.name == name);
    for package in packages {
        let Package { name, folder, dependencies, .. } = package;
        let Some(row) = package.row(rows) else {
            complaints.push(format!("{folder}: the crate {name} has no row in the table in ARCHITECTURE.md"));
            continue;
        };
        for (other, kind) in dependencies {
            let allowed = match (find(other), &row.outside) {
                (Some(_), _) if kind == "dev" && other == "tests" => true,
                (Some(inner), _) => {
                    let cart = inner.row(rows).is_some_and(|row| row.name == EACH_CART);
                    row.may.contains(other) || cart && row.may.iter().any(|name| name == EACH_CART)
                }
                // A test may use any library: it is not part of the crate.
                (None, _) if kind == "dev" => true,
                (None, Some(outside)) => outside.contains(other),
                (None, None) => !(row.pure && DEVICES.contains(&other.as_str())),
            };
            if !allowed {
                complaints.push(format!(
                    "{folder}/Cargo.toml: {name} depends on {other} ({kind}); the table in ARCHITECTURE.md allows \
                     the workspace's {:?} and, from outside, {:?}",
                    row.may, row.outside
                ));
            }
        }
    }
    for row in rows.iter().filter(|row| row.name != EACH_CART && find(&row.name).is_none()) {
        complaints.push(format!("ARCHITECTURE.md: the table has a row for {}, which is no crate", row.name));
    }
    complaints
}

/// Dependencies that a crate must not reach: lines of `cargo tree` as `name version (path)|feature,feature`.
fn reach(row: &Row, name: &str, lines: &str) -> Vec<String> {
    let mut complaints = BTreeSet::new();
    for line in lines.lines().filter(|line| !line.trim().is_empty()) {
        let (package, features) = line.split_once('|').unwrap_or((line, ""));
        let other = package.split(' ').next().unwrap_or_default();
        if row.pure && DEVICES.contains(&other) {
            complaints
                .insert(format!("{name} reaches {other}, and must reach no clock, disk, thread or device"));
        }
        let std = features.trim_end_matches(" (*)").split(',').any(|feature| feature == "std");
        if !row.std && std {
            complaints.insert(format!("{name} is no_std, and reaches {other} with its feature `std` on"));
        }
    }
    complaints.into_iter().collect()
}

#[test]
fn every_edge_is_in_the_table() {
    let rows = rows(&tree::read("ARCHITECTURE.md")).unwrap_or_else(|error| panic!("{error}"));
    crate::none(edges(&rows, &packages()));
}

#[test]
fn packages_are_called_after_their_folders() {
    crate::none(misnamed(&packages()));
    let called = |package: &str, folder: &str| {
        misnamed(&[Package {
            package: package.into(),
            name: short(package).into(),
            folder: folder.into(),
            dependencies: vec![],
        }])
    };
    for (package, folder) in [
        ("rasher", "console/machine"),
        ("rasher-num", "console/num"),
        ("goblin", "cart/goblin"),
        ("tests", "tests"),
    ] {
        crate::none(called(package, folder));
    }
    crate::one(called("num", "console/num"), "is called num, rasher-num is due");
    crate::one(called("rasher-machine", "console/machine"), "rasher is due");
    crate::one(called("kit", "cart/kit"), "rasher-kit is due");
}

#[test]
fn pure_crates_reach_no_device() {
    let rows = rows(&tree::read("ARCHITECTURE.md")).unwrap_or_else(|error| panic!("{error}"));
    let mut complaints = Vec::new();
    for package in packages() {
        let Some(row) = package.row(&rows).filter(|row| row.pure || !row.std) else { continue };
        let format = ["-e", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}|{f}"];
        let lines = cargo(&[&["tree", "--locked", "-p", &package.package], &format[..]].concat());
        complaints.extend(reach(row, &package.name, &lines));
    }
    crate::none(complaints);
}

/// The crates that must not reach the command line's parser: the arguments of `cargo tree` that name each. The window
/// is `rasher-desktop` without its feature `cli`, which its binary adds.
const WITHOUT_CLAP: [&[&str]; 3] =
    [&["rasher-libretro"], &["rasher-web"], &["rasher-desktop", "--no-default-features"]];

/// Whether lines of `cargo tree` contain clap.
fn has_clap(lines: &str) -> bool {
    lines.lines().any(|line| line.split(' ').next() == Some("clap"))
}

#[test]
fn only_the_binary_reaches_clap() {
    let reaches = |named: &[&str]| {
        let format = ["tree", "--locked", "-e", "normal", "--prefix", "none", "-p"];
        has_clap(&cargo(&[&format, named].concat()))
    };
    let wrong = WITHOUT_CLAP.iter().filter(|named| reaches(named));
    crate::none(wrong.map(|named| format!("{named:?} reaches clap, and only the binary may")).collect());
    assert!(reaches(&["rasher-desktop"]), "the binary has the command line");
    assert!(!has_clap("clap_lex v1.0.0\nrasher-tool v0.1.0\n") && has_clap("rasher v0.1.0\nclap v4.6.7\n"));
}

const TABLE: &str = "
## Which crate may depend on which

| crate | may depend on | std | outside crates | clock, disk, threads, devices |
|---|---|---|---|---|
| `num` | - | no | `serde` | none |
| each cart | `num` | no | - | none |
| `shelf` | `num` each cart | yes | any | none |
| `tests` | `shelf` | yes | any | disk |
";

fn example() -> (Vec<Row>, Vec<Package>) {
    let package = |name: &str, folder: &str, dependencies: &[(&str, &str)]| Package {
        package: name.into(),
        name: name.into(),
        folder: folder.into(),
        dependencies: dependencies.iter().map(|&(name, kind)| (name.into(), kind.into())).collect(),
    };
    let packages = vec![
        package("num", "console/num", &[("serde", "normal"), ("tests", "dev"), ("proptest", "dev")]),
        package("goblin", "cart/goblin", &[("num", "normal")]),
        package("shelf", "cart/shelf", &[("num", "normal"), ("goblin", "normal"), ("png", "normal")]),
        package("tests", "tests", &[("shelf", "normal"), ("libc", "normal")]),
    ];
    (rows(TABLE).expect("the example is well formed"), packages)
}

#[test]
fn broken_edges_are_found() {
    let (rows, good) = example();
    crate::none(edges(&rows, &good));
    let with = |at: usize, name: &str, kind: &str| {
        let mut packages = good.clone();
        packages[at].dependencies.push((name.into(), kind.into()));
        edges(&rows, &packages)
    };
    crate::one(with(0, "shelf", "normal"), "num depends on shelf (normal)");
    crate::one(with(0, "shelf", "dev"), "num depends on shelf (dev)");
    crate::one(with(0, "tests", "normal"), "num depends on tests (normal)");
    crate::one(with(0, "rand", "normal"), "num depends on rand");
    crate::one(with(1, "shelf", "build"), "goblin depends on shelf (build)");
    crate::one(with(1, "goblin", "normal"), "goblin depends on goblin");
    crate::one(with(2, "winit", "normal"), "shelf depends on winit");
    let mut packages = good.clone();
    packages[0].name = "maths".into();
    packages[0].folder = "console/maths".into();
    let complaints = edges(&rows, &packages).join("\n");
    assert!(complaints.contains("the crate maths has no row"), "{complaints}");
    assert!(complaints.contains("a row for num, which is no crate"), "{complaints}");
}

#[test]
fn broken_reach_is_found() {
    let (rows, _) = example();
    let (num, shelf) = (&rows[0], &rows[2]);
    let good = "num v0.1.0 (/somewhere/console/num)|\nserde v1.0.229|alloc,derive (*)\n";
    crate::none(reach(num, "num", good));
    crate::none(reach(shelf, "shelf", "serde v1.0.229|alloc,std\n"));
    crate::one(
        reach(num, "num", "serde v1.0.229|alloc,std (*)\n"),
        "reaches serde with its feature `std` on",
    );
    crate::one(reach(shelf, "shelf", "png v0.18.1|\nlibc v0.2.1|default,std\n"), "shelf reaches libc");
}

#[test]
fn broken_tables_are_found() {
    let wrong = |from: &str, to: &str| rows(&TABLE.replace(from, to)).expect_err("the table is broken");
    assert!(wrong("## Which", "## What").contains("no section"));
    assert!(wrong("| no | `serde` |", "| perhaps | `serde` |").contains("neither yes nor no"));
    assert!(wrong("| - | no |", "| no |").contains("4 cells"));
}
