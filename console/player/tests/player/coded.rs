//! A cart whose code is separate from its state, as in Lua: the code is one byte, the steps it walks per frame.
//! Without any it loops forever, and [`NONE`] is not a program.

use player::{Cart, HostEvent, NewCode};
use rasher::{
    Bundle, BundledCart, CallFrame, CartBytes, Code, Digest, Fault, Flow, Machine, Place, Position, Program,
    StateError,
};
use std::sync::Arc;

#[derive(Clone)]
pub struct Coded {
    step: u8,
    x: i32,
}

/// The code of a file that is not a program.
pub const NONE: u8 = 255;

fn fault() -> Fault {
    Fault { message: "found ')'".to_string(), place: Place::new("walker.p8", 7), ..Fault::default() }
}

/// The code that walks `steps` steps per frame.
pub fn code(step: u8) -> Code {
    Code { text: Box::new([step]), pieces: Vec::new() }
}

/// A cart with this code.
pub fn coded(step: u8) -> Cart {
    let walker = crate::rig::walker((0, 0));
    let data = CartBytes(walker.rom.data.clone());
    let first = BundledCart { name: "walker.p8".to_string(), code: code(step), data };
    let bundle = Arc::new(Bundle::new(vec![first]));
    Cart { program: Some(Box::new(Coded { step, x: 0 })), bundle, ..walker }
}

/// Saves this code to its file.
pub fn saved(step: u8) -> HostEvent {
    HostEvent::Code(Box::new(NewCode {
        program: Box::new(Coded { step, x: 0 }),
        wrong: (step == NONE).then(fault),
        code: Arc::new(code(step)),
        others: Vec::new(),
        others_wrong: Vec::new(),
    }))
}

impl Program for Coded {
    fn boot(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        p8.set_fps(60);
        if self.step == NONE { Err(fault()) } else { Ok(Flow::Done) }
    }

    fn update(&mut self, _: &mut Machine) -> Result<Flow, Fault> {
        self.x += i32::from(self.step);
        Ok(Flow::Done)
    }

    fn draw(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        p8.cls(1);
        Ok(Flow::Done)
    }

    fn menu(&mut self, _: &mut Machine, _: u8, _: u8) -> Result<Flow, Fault> {
        Ok(Flow::Done)
    }

    fn reload(&mut self, _: &mut Machine, code: &Code) -> Result<(), Fault> {
        self.step = code.text[0];
        Ok(())
    }

    fn change(&mut self, code: &Code) -> Result<(), Fault> {
        *self = Coded { step: code.text[0], x: 0 };
        Ok(())
    }

    fn runs(&self, digest: u64) -> Option<bool> {
        Some(code(self.step).digest() == digest)
    }

    fn calls(&self) -> Vec<CallFrame> {
        let frame = CallFrame {
            function: "_update".to_string(),
            position: Position::default(),
            locals: Vec::new(),
            upvalues: Vec::new(),
        };
        if self.step == 0 { vec![frame] } else { Vec::new() }
    }

    fn save(&self) -> Result<Vec<u8>, StateError> {
        Ok(self.inspect().to_string().into_bytes())
    }

    fn load(&mut self, state: &[u8]) -> Result<(), StateError> {
        let wrong = |e: serde_json::Error| StateError { reason: e.to_string() };
        let x = serde_json::from_slice::<serde_json::Value>(state).map_err(wrong)?["x"].as_i64();
        self.x = x.and_then(|x| x.try_into().ok()).unwrap_or_default();
        Ok(())
    }

    fn save_bytes(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        out.extend(self.save()?);
        Ok(())
    }

    fn load_bytes(&mut self, state: &[u8]) -> Result<(), StateError> {
        self.load(state)
    }

    /// `say NAME` prints, `go` changes something, anything else is an error.
    fn run_text(
        &mut self,
        _: &mut Machine,
        text: &str,
        printed: &mut Vec<String>,
    ) -> Result<Vec<serde_json::Value>, String> {
        if let Some(said) = text.strip_prefix("say ") {
            printed.push(said.to_string());
        }
        match text {
            "go" => self.x += 1000,
            "3" => return Ok(vec![3.into()]),
            text if !text.starts_with("say ") => return Err(format!("{text} is no program")),
            _ => {}
        }
        Ok(Vec::new())
    }

    fn digest(&self, d: &mut Digest) {
        d.bulk(&self.x.to_le_bytes());
    }

    fn memory_size(&self) -> u64 {
        4
    }

    fn inspect(&self) -> serde_json::Value {
        serde_json::json!({ "x": self.x })
    }

    fn clone_box(&self) -> Box<dyn Program> {
        Box::new(self.clone())
    }
}
