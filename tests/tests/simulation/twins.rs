//! Consoles that follow the one being played, each recreated from the previous frame in its own way.
//!
//! ```text
//! copy       clone ── frame ── clone ── frame ...
//! snapshot   taken relative to the last one ── restored ── frame ...
//! bytes      save_state ── load_state ── frame ...
//! straight   from the start of the recording, without a stop
//! ```

use rasher::{Console, Input, Rom, Snapshot};
use std::sync::Arc;
use timeline::{Recording, Start};

/// The three that follow a run frame by frame.
pub struct Twins {
    rom: Arc<Rom>,
    copy: Console,
    put: Console,
    like: Option<Snapshot>,
    loaded: Console,
}

impl Twins {
    /// All start from that console; `rom` is the one its run started with.
    pub fn of(console: &Console, rom: Arc<Rom>) -> Twins {
        Twins { rom, copy: console.clone(), put: console.clone(), like: None, loaded: console.clone() }
    }

    /// The frame that all have reached.
    pub fn frame(&self) -> u64 {
        self.copy.machine().frame()
    }

    /// All run the frame that `played` has run.
    pub fn run(&mut self, input: &Input, played: &Console) -> Result<(), String> {
        let want = (played.digest(), played.memory_size());
        for (name, twin) in
            [("a copy", &mut self.copy), ("a snapshot", &mut self.put), ("state bytes", &mut self.loaded)]
        {
            let frame = twin.machine().frame();
            twin.try_frame(input).map_err(|fault| format!("frame {frame} by {name} faults: {fault}"))?;
            let found = (twin.digest(), twin.memory_size());
            if found != want {
                return Err(format!(
                    "frame {frame} by {name} has digest and memory {found:x?}, the run has {want:x?}"
                ));
            }
        }
        self.copy = self.copy.clone();
        let snapshot = self.put.snapshot(self.like.as_ref());
        self.put = snapshot.restore();
        self.like = Some(snapshot);
        let bytes =
            self.loaded.save_state(&self.rom).map_err(|e| format!("the state is not written: {e:?}"))?;
        match self.loaded.load_state(&bytes, &self.rom) {
            Ok(console) => self.loaded = console,
            // Code that was replaced while the old code still runs cannot be saved as bytes; its run has the
            // inputs.
            Err(rasher::StateLoadError::Program(_)) => self.loaded = played.clone(),
            Err(e) => return Err(format!("the state is not read: {e}")),
        }
        Ok(())
    }
}

/// A run from its start to its end without a stop.
pub struct Straight {
    start: Start,
    inputs: Vec<Input>,
    console: Console,
}

impl Straight {
    /// A recording's run, continuing from where it was; `boot` makes its console.
    pub fn of(
        before: Option<Straight>,
        recording: &Recording,
        boot: impl FnOnce(&Start) -> Result<Console, String>,
    ) -> Result<Straight, String> {
        let inputs: Vec<Input> = recording.inputs().collect();
        let goes_on = before.filter(|it| it.start == recording.start && inputs.starts_with(&it.inputs));
        let mut straight = match goes_on {
            Some(straight) => straight,
            None => Straight {
                start: recording.start.clone(),
                inputs: Vec::new(),
                console: boot(&recording.start)?,
            },
        };
        for (frame, input) in (0..).zip(&inputs).skip(straight.inputs.len()) {
            straight
                .console
                .try_frame(input)
                .map_err(|fault| format!("frame {frame} of the straight run faults: {fault}"))?;
        }
        straight.inputs = inputs;
        Ok(straight)
    }

    /// Its final state.
    pub fn digest(&self) -> u64 {
        self.console.digest()
    }

    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }
}
