//! A module as a program of the machine.

use crate::check;
use crate::engine::{Engine, Export, Instance};
use crate::fault::{ModuleError, Trap};
use crate::named;
use crate::names::Names;
use crate::pages::Pages;
use crate::places::Places;
use crate::shaped::Shaped;
use crate::stream::{STREAM_MAX, Stream, Value};
use calls::hook;
use rasher::{
    Boot, Digest, Fault, Flow, Machine, Program, ProgramSnapshot, RustSource, SourceLine, StateError,
    serialized,
};
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

/// Instances kept for the next calls. A run and its debugger use two.
const POOL: usize = 4;

/// A checked module and its instances.
pub(crate) struct Code {
    engine: Box<dyn Engine>,
    pool: Mutex<Vec<Box<dyn Instance>>>,
    names: Names,
    places: Arc<Places>,
    /// The memory of the cart's first state.
    first: Vec<u8>,
    digest: u64,
}

/// A cart whose code is a WebAssembly module, and its state.
#[derive(Clone)]
pub struct WasmCart {
    code: Arc<Code>,
    /// The memory above the stack.
    image: Vec<u8>,
    source: Option<Arc<RustSource>>,
    /// Fuel of the last update and of the last draw.
    burned: [u64; 2],
}

/// The names of the calls that a module may make, as in the table of calls.
pub fn imports(module: &[u8]) -> Result<Vec<String>, ModuleError> {
    Ok(check::check(module)?.imports)
}

/// Checks a module and makes its cart, in its first state. Fails with the reason if it is no module of a cart, or one
/// that this console cannot play.
pub fn cart(module: &[u8]) -> Result<WasmCart, ModuleError> {
    let layout = check::check(module)?;
    let places = Arc::new(Places::default());
    let engine = crate::Runner::new(module, &layout, Arc::clone(&places))?;
    let start = |trap| ModuleError::Start { trap };
    let mut instance = engine.instance().map_err(start)?;
    instance.run(&mut Machine::new(Boot::default()), Export::Start).map_err(start)?;
    let mut first = Vec::new();
    instance.read(&mut first);
    let code = Code {
        engine: Box::new(engine),
        pool: Mutex::new(vec![instance]),
        names: Names::default(),
        places,
        first: first.clone(),
        digest: Digest::of(module),
    };
    Ok(WasmCart { code: Arc::new(code), image: first, source: None, burned: [0; 2] })
}

/// Sets the script's function of a page, before the first module. A page that does not call this has none of the code of
/// modules: that of a cart in Lua is 67 KB smaller.
#[cfg(target_arch = "wasm32")]
pub fn use_script(script: crate::Script) {
    crate::browser::set_script(script, |module| Ok(Box::new(cart(module)?)));
}

/// The same as a program.
#[cfg(not(target_arch = "wasm32"))]
pub fn program(module: &[u8]) -> Result<Box<dyn Program>, ModuleError> {
    Ok(Box::new(cart(module)?))
}

impl Code {
    /// Runs `work` on an instance with this image; it is kept unless `work` fails.
    fn with<R>(
        &self,
        image: &[u8],
        work: impl FnOnce(&mut dyn Instance) -> Result<R, Trap>,
    ) -> Result<R, Trap> {
        loop {
            let pooled = self.pool.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let is_new = pooled.is_none();
            let mut instance = pooled.map_or_else(|| self.engine.instance(), Ok)?;
            if !instance.write(image) {
                if is_new {
                    return Err(Trap::new("the cart's memory does not fit its module"));
                }
                continue;
            }
            let result = work(&mut *instance)?;
            let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
            if pool.len() < POOL {
                pool.push(instance);
            }
            return Ok(result);
        }
    }
}

impl WasmCart {
    fn hook(&mut self, p8: &mut Machine, which: i32, a: i32, b: i32) -> Result<i64, Fault> {
        p8.set_files(self.code.places.files());
        let image = &mut self.image;
        let code = &self.code;
        // Taken out, so that the instance may write it back.
        let before = std::mem::take(image);
        let burned = &mut self.burned[0];
        let result = code.with(&before, |instance| {
            let result = instance.run(p8, Export::Hook(which, a, b))?;
            instance.read(image);
            *burned = instance.burned();
            Ok(result)
        });
        if result.is_err() {
            *image = before;
        }
        Ok(result?)
    }

    /// Runs `read` on the state.
    fn state<R>(&self, read: impl FnOnce(Value<'_>) -> R) -> Result<R, StateError> {
        self.read_state(Some(&self.code.names), read)
    }

    /// The same for what ignores names of fields and variants.
    fn nameless<R>(&self, read: impl FnOnce(Value<'_>) -> R) -> Result<R, StateError> {
        self.read_state(None, read)
    }

    fn read_state<R>(
        &self,
        names: Option<&Names>,
        read: impl FnOnce(Value<'_>) -> R,
    ) -> Result<R, StateError> {
        let mut machine = Machine::new(Boot::default());
        let result = self.code.with(&self.image, |instance| {
            let at = instance.run(&mut machine, Export::State)?;
            if at < 0 {
                return Ok(Err(StateError { reason: instance.error() }));
            }
            let (from, len) = (at as u32, (at >> 32) as u32);
            let bytes = instance.bytes(from, len).filter(|bytes| bytes.len() <= STREAM_MAX);
            let Some(bytes) = bytes else { return Ok(Err(error("it is outside of the module's memory"))) };
            match Stream::new(bytes, names) {
                Ok(stream) => Ok(Ok(read(stream.value()))),
                Err(broken) => Ok(Err(error(&format!("{broken:?}")))),
            }
        });
        result.unwrap_or_else(|trap| Err(error(&trap.to_string())))
    }

    /// The image of another build's state, and the fields that it cannot take over, which have the first state's values. A
    /// module that reads names takes each field that fits its new type. Others take the bytes if all fields have the same
    /// names and types, else what both have.
    fn image_like(&self, other: &WasmCart) -> Result<(Vec<u8>, Vec<String>), StateError> {
        let failed = |reason: String| StateError { reason };
        let all = other.state(|old| {
            self.state(|own| {
                if let Some(taken) = named::taken(old, own, |stream| self.image_of(Export::LoadNamed, stream))
                {
                    return Ok(taken);
                }
                let bytes = match old.is_like(own) {
                    true => postcard::to_allocvec(&old),
                    false => {
                        let json = serde_json::to_value(old).map_err(|e| failed(e.to_string()))?;
                        let merged = crate::shaped::merged(&json, own);
                        postcard::to_allocvec(&Shaped { value: &merged, like: own })
                    }
                };
                let bytes = bytes.map_err(|e| failed(e.to_string()))?;
                Ok((self.image_of(Export::Load, &bytes)?, Vec::new()))
            })
        });
        all??
    }

    /// The image of a state, in postcard's bytes or as a stream.
    fn image_of(&self, load: Export, state: &[u8]) -> Result<Vec<u8>, StateError> {
        let mut machine = Machine::new(Boot::default());
        let result = self.code.with(&self.code.first, |instance| {
            let at = instance.run(&mut machine, Export::Room(state.len() as i32))?;
            if !instance.put(at as u32, state) {
                return Ok(Err(error("the module has no room for it")));
            }
            if instance.run(&mut machine, load)? != 1 {
                return Ok(Err(StateError { reason: instance.error() }));
            }
            let mut image = Vec::new();
            instance.read(&mut image);
            Ok(Ok(image))
        });
        result.unwrap_or_else(|trap| Err(error(&trap.to_string())))
    }
}

fn cart_of(code: &rasher::Code) -> Result<WasmCart, Fault> {
    if !calls::is_module(&code.text) {
        return Err(Trap::new("a cart in Rust cannot load a cart in Lua").into());
    }
    Ok(cart(&code.text).map_err(|error| Trap::new(error.to_string()))?)
}

fn error(reason: &str) -> StateError {
    StateError { reason: reason.to_string() }
}

impl Program for WasmCart {
    fn boot(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        self.hook(p8, hook::INIT, 0, 0)?;
        // As for a native cart: one update on copies, where the default `_update60` reports itself.
        let mut trial = p8.clone();
        trial.set_fps(60);
        self.clone().hook(&mut trial, hook::UPDATE60, 0, 0)?;
        p8.set_fps(trial.fps());
        Ok(Flow::Done)
    }

    fn update(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        let which = if p8.fps() == 60 { hook::UPDATE60 } else { hook::UPDATE };
        self.hook(p8, which, 0, 0)?;
        Ok(Flow::Done)
    }

    fn draw(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        p8.set_files(self.code.places.files());
        // `_draw` cannot change the cart, so the memory it leaves is dropped.
        self.burned[1] = self.code.with(&self.image, |instance| {
            instance.run(p8, Export::Hook(hook::DRAW, 0, 0))?;
            Ok(instance.burned())
        })?;
        Ok(Flow::Done)
    }

    fn menu(&mut self, p8: &mut Machine, index: u8, buttons: u8) -> Result<Flow, Fault> {
        let keep = self.hook(p8, hook::MENU, index.into(), buttons.into())? != 0;
        Ok(if keep { Flow::KeepMenu } else { Flow::Done })
    }

    fn runs(&self, code: u64) -> Option<bool> {
        Some(self.code.digest == code)
    }

    fn reload(&mut self, p8: &mut Machine, code: &rasher::Code) -> Result<(), Fault> {
        let new = cart_of(code)?;
        let (image, lost) = new.image_like(self).map_err(|error| Trap::new(error.to_string()))?;
        if !lost.is_empty() {
            p8.lost_fields(&lost.join(", "));
        }
        (self.image, self.code) = (image, new.code);
        Ok(())
    }

    fn change(&mut self, code: &rasher::Code) -> Result<(), Fault> {
        *self = cart_of(code)?;
        Ok(())
    }

    fn save(&self) -> Result<Vec<u8>, StateError> {
        let json = self.state(|state| serde_json::to_vec(&state))?;
        json.map_err(|e| StateError { reason: e.to_string() })
    }

    fn load(&mut self, state: &[u8]) -> Result<(), StateError> {
        let failed = |reason: String| StateError { reason };
        let value = serde_json::from_slice(state).map_err(|e| failed(e.to_string()))?;
        let bytes = self.state(|like| {
            let shaped = Shaped { value: &value, like };
            // postcard drops the reason of an error, JSON does not.
            postcard::to_allocvec(&shaped).map_err(|error| match serde_json::to_vec(&shaped) {
                Ok(_) => error.to_string(),
                Err(reason) => reason.to_string(),
            })
        })?;
        self.load_bytes(&bytes.map_err(failed)?)
    }

    fn save_bytes(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        let bytes = self.nameless(|state| postcard::to_extend(&state, std::mem::take(out)))?;
        *out = bytes.map_err(|e| StateError { reason: e.to_string() })?;
        Ok(())
    }

    fn load_bytes(&mut self, state: &[u8]) -> Result<(), StateError> {
        self.image = self.image_of(Export::Load, state)?;
        Ok(())
    }

    fn digest(&self, d: &mut Digest) {
        if let Err(error) = self.nameless(|state| serialized::digest(&state, d)) {
            serialized::digest(&error.reason, d);
        }
    }

    fn field_digests(&self, each: &mut dyn FnMut(&str, u64)) {
        _ = self.state(|state| serialized::field_digests(&state, each));
    }

    fn memory_size(&self) -> u64 {
        self.nameless(|state| serialized::memory_size(&state)).unwrap_or_default()
    }

    fn inspect(&self) -> serde_json::Value {
        self.state(|state| serialized::tree(&state)).unwrap_or_default()
    }

    fn inspect_types(&self) -> serde_json::Value {
        self.state(|state| serialized::typed_tree(&state)).unwrap_or_default()
    }

    fn field(&self, path: &[&str]) -> Option<serde_json::Value> {
        self.state(|state| serialized::field(&state, path)).ok().flatten()
    }

    fn evaluate(&self, _: &Machine, _: usize, fields: &str) -> Result<Vec<serde_json::Value>, String> {
        serialized::evaluate(fields, |path| self.field(path))
    }

    fn source_files(&self) -> Arc<[String]> {
        self.source.as_ref().map_or_else(|| self.code.places.files(), |source| source.files())
    }

    fn source(&self) -> Vec<SourceLine> {
        self.source.as_ref().map(|source| source.lines().to_vec()).unwrap_or_default()
    }

    fn set_source(&mut self, source: Arc<RustSource>) {
        self.source = Some(source);
    }

    fn rust_source(&self) -> Option<&RustSource> {
        self.source.as_deref()
    }

    fn suspends(&self) -> bool {
        false
    }

    fn clone_box(&self) -> Box<dyn Program> {
        Box::new(self.clone())
    }

    fn snapshot(&self, like: Option<&dyn ProgramSnapshot>) -> Arc<dyn ProgramSnapshot> {
        let like = kept(like);
        let pages = Pages::of(&self.image, like.map(|like| &like.pages));
        let (code, source) = (Arc::clone(&self.code), self.source.clone());
        Arc::new(Kept { cart: WasmCart { code, image: Vec::new(), source, burned: self.burned }, pages })
    }

    fn host_cycles(&self) -> u64 {
        // A mean frame of Smokehouse burns 1 M, with the price of its calls: its key frames are some 40 frames apart.
        self.burned.iter().sum::<u64>() * 2 / 5
    }
}

/// A cart in a history: its image as pages.
struct Kept {
    /// Without an image.
    cart: WasmCart,
    pages: Pages,
}

fn kept(snapshot: Option<&dyn ProgramSnapshot>) -> Option<&Kept> {
    snapshot.and_then(|snapshot| (snapshot as &dyn Any).downcast_ref())
}

impl ProgramSnapshot for Kept {
    fn restore(&self) -> Box<dyn Program> {
        Box::new(WasmCart { image: self.pages.image(), ..self.cart.clone() })
    }

    fn size(&self, like: Option<&dyn ProgramSnapshot>) -> usize {
        self.pages.size(kept(like).map(|like| &like.pages))
    }
}
