//! A cart that has no program: it stops before its first frame, and says why.
//!
//! So a file that cannot be read as a program is shown like any other error, and its mended form takes its place.

use alloc::boxed::Box;
use alloc::vec::Vec;
use rasher::{Digest, Fault, Flow, Machine, Program, StateError};

/// A program that stops with that fault when it is to begin.
pub fn broken(fault: Fault) -> Box<dyn Program> {
    Box::new(Broken(fault))
}

#[derive(Clone)]
struct Broken(Fault);

impl Broken {
    fn stop(&self) -> Result<Flow, Fault> {
        Err(self.0.clone())
    }
}

impl Program for Broken {
    fn boot(&mut self, _: &mut Machine) -> Result<Flow, Fault> {
        self.stop()
    }

    fn update(&mut self, _: &mut Machine) -> Result<Flow, Fault> {
        self.stop()
    }

    fn draw(&mut self, _: &mut Machine) -> Result<Flow, Fault> {
        self.stop()
    }

    fn menu(&mut self, _: &mut Machine, _: u8, _: u8) -> Result<Flow, Fault> {
        self.stop()
    }

    fn save(&self) -> Result<Vec<u8>, StateError> {
        Ok(b"null".to_vec())
    }

    fn load(&mut self, _: &[u8]) -> Result<(), StateError> {
        Ok(())
    }

    fn save_bytes(&self, _: &mut Vec<u8>) -> Result<(), StateError> {
        Ok(())
    }

    fn load_bytes(&mut self, _: &[u8]) -> Result<(), StateError> {
        Ok(())
    }

    fn digest(&self, _: &mut Digest) {}

    fn memory_size(&self) -> u64 {
        0
    }

    fn inspect(&self) -> serde_json::Value {
        serde_json::Value::Null
    }

    fn clone_box(&self) -> Box<dyn Program> {
        Box::new(self.clone())
    }
}
