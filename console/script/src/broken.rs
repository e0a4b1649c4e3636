//! A cart whose code is not a program: it stops with a fault before its first frame. So a file with an error is shown like any other
//! fault, and the corrected file replaces it.

use alloc::{boxed::Box, vec::Vec};
use rasher::{Digest, Fault, Flow, Machine, Program, StateError};

pub fn broken(fault: Fault) -> Box<dyn Program> {
    Box::new(Broken(fault))
}

#[derive(Clone)]
struct Broken(Fault);

impl Program for Broken {
    fn boot(&mut self, _: &mut Machine) -> Result<Flow, Fault> {
        Err(self.0.clone())
    }

    fn update(&mut self, _: &mut Machine) -> Result<Flow, Fault> {
        Err(self.0.clone())
    }

    fn draw(&mut self, _: &mut Machine) -> Result<Flow, Fault> {
        Err(self.0.clone())
    }

    fn menu(&mut self, _: &mut Machine, _: u8, _: u8) -> Result<Flow, Fault> {
        Err(self.0.clone())
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
