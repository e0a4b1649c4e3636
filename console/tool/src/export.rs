//! `rasher export NAME -o game.html`: a cart as one page that needs no network.
//!
//! ```text
//! a cartridge ─────────────────────────> title, label, boot data, its bundle ─────────┐
//! a cart of the shelf, an example, a package ──> the same, with its module as code ───┤
//! without a NAME ──────────────────────> the console, where carts can be dropped ─────┼──> web::page ──> NAME.html
//! --replay run.rec ────────────────────> the run, shown until a key is pressed ───────┤
//!                                        the player (module.rs), packed by LZMA ──────┘
//! ```
//!
//! A page contains the carts that its cart may `load`, and the files that it includes. It shows the label until a key or click, since no
//! browser plays a sound before, and then the title, author and description from the code's first comments.

use crate::CommandOutput;
use crate::archive::zipped;
use crate::cart_module::build;
use crate::error::ToolError;
use crate::link::checkout;
use crate::module::{self, ModuleCarts};
use crate::open::{beside_name, open_embedded};
use crate::options::ExportOptions;
use crate::pack::{FRAME, run_for_label};
use crate::players::code_has_two;
use crate::recorded::Recorded;
use format::{CART_ID_ADDED, Cartridge, png};
use loader::{Cart, Loaded};
use rasher::{Bundle, BundledCart, CartBytes, Code, Rom, SIDE};
use serde_json::json;
use shelf::Entry;
use std::path::{Path, PathBuf};
use timeline::Build;
use web::{PageFile, WebPage};

/// Characters of a page's line about its cart, and of how it is played.
const ABOUT: usize = 200;
const HOW: usize = 1000;

pub fn export(carts: &'static [Entry], options: &ExportOptions) -> Result<CommandOutput, ToolError> {
    let mut report = CommandOutput::default();
    let tools = options.tools;
    let name = match carts {
        [only] if only.package.is_some() => options.cart.clone().or(Some(only.name.into())),
        _ => options.cart.clone(),
    };
    let (mut page, held) = match &name {
        None => (player(), ModuleCarts::Everything),
        Some(name) => {
            let mut loaded = open_embedded(carts, name)?;
            if loaded.cartridge.is_some() {
                loaded = loaded.for_page(name)?;
            }
            if loaded.is_lua() && !loaded.is_module() && add_id(name, &mut report) {
                loaded = open_embedded(carts, name)?;
            }
            match (loaded.entry, loaded.cartridge.is_some()) {
                (Some(entry), false) => of_entry(entry, &loaded, tools, &mut report)?,
                _ => {
                    let held = match loaded.is_module() {
                        _ if tools => ModuleCarts::Everything,
                        true => ModuleCarts::Modules,
                        false => ModuleCarts::Lua,
                    };
                    (of_cartridge(loaded, &mut report)?, held)
                }
            }
        }
    };
    page.boot["tools"] = json!(tools || matches!(held, ModuleCarts::Everything));
    page.author = options.author.clone().unwrap_or(page.author);
    page.source = options.source.clone().unwrap_or_default();
    if let Some(run) = &options.replay {
        show(carts, options, run, &mut page)?;
    } else {
        // The console's own page begins at once, without a cart that makes a sound.
        page.boot["cover"] = json!(!page.boot["name"].is_null());
    }
    let out = options.out.clone().unwrap_or_else(|| {
        let name = page.boot["name"].as_str().unwrap_or("player");
        let ending = if options.itch { ".zip" } else { ".html" };
        beside_name(options.cart.as_deref().unwrap_or(Path::new("")), name, ending)
    });
    let text = with_player(page, held)?;
    let bytes = if options.itch { zipped([("index.html", &*text)]) } else { text.into_bytes() };
    store::write(&out, &bytes)?;
    report.out += &format!("{}: {} KB\n", out.display(), bytes.len() / 1000);
    Ok(report)
}

fn with_player(mut page: WebPage, held: ModuleCarts) -> Result<String, ToolError> {
    let module = module::module(held)?;
    // The runs of other carts have their code.
    let code = page.files.first().filter(|_| !page.boot["version"].is_null());
    let code = code.map_or(&[][..], |file| &file.lzma);
    page.boot["build"] = json!(format!("{:?}", Build::of(&[&*module.bytes, code].concat())));
    page.module = module.packed;
    Ok(web::page(&page))
}

/// The page of the console with everything, with a manifest and a service worker next to it.
pub(crate) fn console_page(manifest: &str, worker: &str) -> Result<Vec<u8>, ToolError> {
    let mut page = WebPage { manifest: manifest.into(), ..player() };
    page.boot["offline"] = json!(worker);
    page.boot["tools"] = json!(true);
    page.boot["cover"] = json!(false);
    Ok(with_player(page, ModuleCarts::Everything)?.into_bytes())
}

fn player() -> WebPage {
    WebPage {
        title: "Rasher".into(),
        about: "A fantasy console. Drop a cart on this page: .p8, .p8.png, a report or a recording.".into(),
        boot: json!({"page": "player"}),
        connects: true,
        ..WebPage::default()
    }
}

/// The page of a cart that is compiled into a program: its runs and saves are those of that program.
fn of_entry(
    entry: &Entry,
    loaded: &Loaded,
    tools: bool,
    report: &mut CommandOutput,
) -> Result<(WebPage, ModuleCarts), ToolError> {
    let rom = entry.rom()?;
    let mut boot = json!({"page": entry.name, "name": entry.name, "title": entry.title});
    let mut files = Vec::new();
    let is_shelved = entry.package.is_none() && !entry.example;
    // The console has the shelf's carts, and a package of it nothing to build one with.
    let held = if is_shelved && (tools || checkout().is_err()) {
        boot["cart"] = json!(entry.name);
        ModuleCarts::Everything
    } else {
        let module = wasm::stripped(&build(entry)?);
        boot["two"] = json!(code_has_two(&module));
        (boot["key"], boot["version"]) = (json!(entry.name), json!(entry.version));
        let code = Code { text: module.into(), pieces: Vec::new() };
        let cart = BundledCart { name: entry.name.into(), code, data: CartBytes(rom.data) };
        files.push(file("bundle", &bytes(&Bundle::new(vec![cart])))?);
        if tools { ModuleCarts::Everything } else { ModuleCarts::Modules }
    };
    let label = match entry.label {
        Some(label) => label.bytes.to_vec(),
        None => png(&run_for_label(loaded, FRAME, report)?[..], SIDE, SIDE, 1),
    };
    let (title, about) = (entry.title.into(), entry.about.into());
    Ok((WebPage { title, about, label: Some(label), boot, files, ..WebPage::default() }, held))
}

/// Adds an id to a cart before others play it. Without one, its page knows it by the digest of its code.
fn add_id(path: &Path, report: &mut CommandOutput) -> bool {
    let added = store::add_cart_id(path, store::random(), false);
    match &added {
        Ok(Some(_)) => report.warn(&format!("{}: added {CART_ID_ADDED}", path.display())),
        Ok(None) => {}
        Err(e) => report.warn(&format!("{e}; without a cart id, saves are lost when the code changes")),
    }
    matches!(added, Ok(Some(_)))
}

fn of_cartridge(loaded: Loaded, report: &mut CommandOutput) -> Result<WebPage, ToolError> {
    let loaded = loaded.runnable()?;
    loaded.bundle_remarks().for_each(|line| report.warn(&line));
    let Cart { name, bundle, .. } = &loaded.cart;
    let key = loaded.cart.key();
    let was = loaded.cart.origin.file().map(store::path_key);
    // With the files that it includes; of a module, the lines that its picture has for other consoles.
    let code = match (&loaded.cartridge, loaded.is_module()) {
        (Some(own), true) if own.module.is_some() => own.code.clone(),
        (_, true) => Vec::new(),
        _ => loaded.code.text.to_vec(),
    };
    let cartridge = Cartridge { code, ..Cartridge::new(Rom::empty(name)) };
    let head = cartridge.head();
    let title = head.first().filter(|title| !title.is_empty()).unwrap_or(name).clone();
    let two = bundle.carts().iter().any(|cart| code_has_two(&cart.code.text));
    let short = |text: &str, most: usize| text.chars().take(most).collect::<String>();
    let label = match loaded.cartridge.as_ref().and_then(|it| it.label.clone()) {
        Some(label) => label,
        None => run_for_label(&loaded, FRAME, report)?,
    };
    Ok(WebPage {
        label: Some(png(&label[..], SIDE, SIDE, 1)),
        // The key that earlier versions gave it.
        boot: json!({"page": key, "key": key, "was": was, "name": name, "title": title, "two": two}),
        files: vec![file("bundle", &bytes(bundle))?],
        title,
        about: head.get(1).map(|line| short(line, ABOUT)).unwrap_or_default(),
        // A module's comments end with its digest.
        hints: Some(short(&cartridge.description(), HOW))
            .filter(|text| !text.is_empty() && !loaded.is_module())
            .into_iter()
            .collect(),
        ..WebPage::default()
    })
}

fn bytes(bundle: &Bundle) -> Vec<u8> {
    // Serialising strings and bytes cannot fail.
    postcard::to_allocvec(bundle).unwrap_or_default()
}

/// Adds the recording to show, after checking that it is of the page's cart and replays.
fn show(
    carts: &'static [Entry],
    options: &ExportOptions,
    run: &Path,
    page: &mut WebPage,
) -> Result<(), ToolError> {
    let cart = options.cart.clone().filter(|cart| store::is_cartridge(cart));
    let source = crate::RunSource { cart, ..Default::default() };
    let recorded = Recorded::read(carts, run, &source)?;
    let of = &recorded.recording.start.cart;
    if page.boot["name"] != json!(of) {
        let found = options.cart.clone().unwrap_or_else(|| PathBuf::from("the shelf"));
        return Err(ToolError::OtherCart { path: run.into(), recorded: of.clone(), found });
    }
    recorded.replay()?.finish().map_err(|e| recorded.wrong(e))?;
    page.files.push(file("playback", &recorded.recording.to_bytes())?);
    page.hints.push("A recorded run: press any key to play.".into());
    Ok(())
}

fn file(name: &str, bytes: &[u8]) -> Result<PageFile, ToolError> {
    Ok(PageFile { name: name.into(), lzma: module::pack(bytes)? })
}
