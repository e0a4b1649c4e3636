//! A cart, ready to start.
//!
//! ```text
//! name    its name in runs                  key     the name of its files: slots, runs, stored data
//! rom     its current data                  bundle  itself and the carts that its code names, with their code; empty in Rust
//! origin  the source of the data            program in its first state; none for the shelf, which is made at each start
//! ```

use rasher::{Boot, Bundle, BundledCart, CartBytes, Code, Fault, Place, Program, Rom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Cart {
    pub name: String,
    /// None: its name. Two carts may have one name.
    pub key: Option<String>,
    pub title: String,
    pub program: Option<Box<dyn Program>>,
    pub rom: Arc<Rom>,
    pub bundle: Arc<Bundle>,
    pub origin: Origin,
    /// Whether its run is kept. Not if it is only inspected.
    pub keeps: bool,
    /// Whether it shows a cart's data. Then it keeps running while an editor's window has the keyboard.
    pub views: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    #[default]
    Embedded,
    Folder(PathBuf),
    /// The user's own copy, a folder as well.
    OwnCopy(PathBuf),
    File(PathBuf),
}

impl Origin {
    pub fn path(&self) -> Option<&Path> {
        match self {
            Origin::Embedded => None,
            Origin::Folder(path) | Origin::OwnCopy(path) | Origin::File(path) => Some(path),
        }
    }

    pub fn file(&self) -> Option<&Path> {
        if let Origin::File(path) = self { Some(path) } else { None }
    }
}

impl Cart {
    /// A cart without code, whose run is kept.
    pub fn new(name: &str, program: Option<Box<dyn Program>>, rom: Rom) -> Cart {
        Cart {
            name: name.to_string(),
            key: None,
            title: name.to_string(),
            program,
            rom: Arc::new(rom),
            bundle: Arc::default(),
            origin: Origin::Embedded,
            keeps: true,
            views: false,
        }
    }

    pub fn shelf() -> Cart {
        let shelf = Cart::new("shelf", None, Rom::empty("shelf"));
        Cart { title: "the shelf".to_string(), keeps: false, ..shelf }
    }

    pub fn is_shelf(&self) -> bool {
        self.program.is_none()
    }

    pub fn key(&self) -> &str {
        self.key.as_deref().unwrap_or(&self.name)
    }

    /// The name by which the shelf loads it: the path of a cartridge, or its name.
    pub fn load_name(&self) -> String {
        self.origin.file().map_or_else(|| self.name.clone(), |path| path.display().to_string())
    }

    /// Its own code: Lua, or a module; none for a cart that is compiled in.
    pub fn code(&self) -> Option<&Code> {
        self.bundle.first().map(|first| &first.code)
    }

    /// Its bundle with that code as its own; a cart that is compiled in gets one.
    #[must_use]
    pub fn bundle_with(&self, code: &Code) -> Bundle {
        match self.bundle.first() {
            Some(_) => self.bundle.with_code(code),
            None => {
                let data = CartBytes(self.rom.data.clone());
                Bundle::new(vec![BundledCart { name: self.name.clone(), code: code.clone(), data }])
            }
        }
    }

    /// Whether its own code is Lua, which the console edits.
    pub fn is_lua(&self) -> bool {
        self.code().is_some_and(|code| !format::is_module(&code.text))
    }

    /// What a console boots, without seed, date and saved data. The shelf has no program: it stops at once.
    pub fn boot(self) -> (Box<dyn Program>, Boot) {
        let Cart { program, rom, bundle, name, .. } = self;
        let nothing = || {
            let message = "there is no program".to_string();
            script::broken(Fault { message, place: Place::new(name, 0), ..Fault::default() })
        };
        (program.unwrap_or_else(nothing), Boot { rom, bundle, ..Boot::default() })
    }

    /// The cart with this bundle, whose first cart has the initial data.
    #[must_use]
    pub fn with_bundle(mut self, bundle: Bundle) -> Cart {
        if let Some(first) = bundle.first().filter(|first| first.data.0 != self.rom.data) {
            self.rom = Arc::new(Rom { data: first.data.0.clone(), ..Rom::clone(&self.rom) });
        }
        self.bundle = Arc::new(bundle);
        self
    }
}
