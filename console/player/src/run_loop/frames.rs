//! Announcing and running frames, and the ticks of the clock.
//!
//! ```text
//! clock ── plan ──┬─ plain, faster, slower   the frame's input is announced, the next tick runs it ──> effects, samples
//!                 └─ back                    a slice of the way to an earlier frame (`time.rs`)
//! ```

use super::{FrameOf, RunEvent, RunLoop, RunStage};
use crate::pace::Pace;
use crate::protocol::PrintedText;
use crate::time::{StepBack, Tempo, needs};
use rasher::{Console, Effect, Event, Input};
use std::time::Duration;
use studio::{FAVOURITE, LABEL};
use timeline::Crash;

impl RunLoop {
    pub fn menu_frame(&mut self, event: Event) {
        self.announce(Input { events: vec![event], ..Input::default() }, FrameOf::Menu);
    }

    pub(super) fn announce(&mut self, input: Input, of: FrameOf) {
        if let Some(run) = &self.run {
            // The edits of this moment become part of the frame: a replay needs them.
            let mut whole = input.clone();
            whole.events.splice(0..0, run.edits().iter().cloned().map(Event::Edit));
            self.out.frame = Some(whole);
            self.stage = RunStage::Frame { input, of };
        }
    }

    pub(super) fn run_frame(&mut self, input: &Input, of: FrameOf, now: Duration) {
        let Some(run) = &mut self.run else { return };
        let ran = run.frame(input);
        self.frame_cost.ran_frame(run.now());
        (self.stale, self.stopped_short) = (true, false);
        let effects = match ran {
            Ok(effects) => effects,
            // The player closes the debugger first: until then the run may be at another frame than the one it
            // continues from.
            Err(crash) if of == FrameOf::Debugger => return self.send(RunEvent::Crashed(crash)),
            Err(crash) => return self.crashed(crash, now),
        };
        for effect in &effects {
            if matches!(effect, Effect::RunOver | Effect::Disturbed) {
                self.input.ignore_held();
            }
            let over = match effect {
                Effect::RunOver => true,
                Effect::RunBegins => false,
                _ => continue,
            };
            let page = self.autosave.as_mut().and_then(|(_, autosave)| {
                if !over {
                    autosave.begins();
                }
                autosave.set_over(over)
            });
            self.send_chunk(page);
        }
        if of != FrameOf::Debugger {
            self.autosave_page(now, false);
        }
        // The shelf does not wait for these requests.
        let shelf = self.autosave.is_none();
        let stops = |effect: &Effect| match effect {
            Effect::Load { breadcrumb, .. } => !shelf || ![LABEL, FAVOURITE].contains(&breadcrumb.as_str()),
            effect => matches!(effect, Effect::Pause | Effect::Reset | Effect::Quit),
        };
        let goes_on = !effects.iter().any(stops);
        if !effects.is_empty() {
            self.send(RunEvent::Effects(effects));
        }
        match of {
            FrameOf::Play(tempo) => {
                self.collect_samples(tempo);
                self.clock.burst = if goes_on { self.clock.burst } else { 0 };
                if self.clock.burst == 0 {
                    self.flush();
                }
                if !goes_on {
                    // A tick that is still due would be due again and again.
                    (self.clock.playing, self.clock.owed) = (false, 0);
                }
                self.has_played |= goes_on;
            }
            FrameOf::Menu => {
                let keep = self.console().is_some_and(Console::keeps_menu_open);
                self.send(RunEvent::MenuFrame { keep });
            }
            FrameOf::Debugger => {}
        }
    }

    pub(super) fn crashed(&mut self, crash: Crash, now: Duration) {
        self.hold(now);
        let lines = crash.fault.printed.iter().map(|line| (line.clone() + "\n").into_bytes());
        self.out.printed.extend(lines.map(|bytes| PrintedText { bytes, is_serial: false }));
        self.send(RunEvent::Crashed(crash));
    }

    fn collect_samples(&mut self, tempo: Tempo) {
        let Some(run) = &self.run else { return };
        let samples = run.console().machine().samples().iter();
        match tempo {
            Tempo::Faster(times) => self.samples.extend(samples.step_by(times.max(1).into())),
            Tempo::Slower(times) => {
                self.samples.extend(samples.flat_map(|s| std::iter::repeat_n(*s, times.into())));
            }
            Tempo::Plain | Tempo::Back => self.samples.extend(samples),
        }
    }

    pub(super) fn flush(&mut self) {
        if !self.samples.is_empty() {
            let samples = std::mem::take(&mut self.samples);
            self.out.play(samples);
        }
    }

    /// Announces a frame if one is due, or goes a step back. Returns true once as many frames as asked for were run.
    pub fn plan(&mut self, now: Duration) -> bool {
        let Some(run) = self.run() else { return false };
        if !self.clock.playing || !matches!(self.stage, RunStage::Ready) {
            return false;
        }
        let fps = run.console().fps();
        // A program settles its rate when its `_init` is over, which may be some frames later.
        let pace = match &mut self.clock.pace {
            Some(pace) if pace.fps() == fps => pace,
            pace => pace.insert(Pace::new(fps, now)),
        };
        if self.clock.owed == 0 && self.clock.burst == 0 {
            self.clock.owed = pace.due(now);
        }
        if (self.clock.burst > 0 || self.clock.owed > 0) && self.clock.left == Some(0) {
            self.stop();
            return true;
        }
        if self.clock.burst > 0 {
            self.clock.burst -= 1;
            self.play_frame(self.time.tempo());
        } else if self.clock.owed > 0 {
            self.clock.owed -= 1;
            self.clock_tick(now);
        }
        false
    }

    fn play_frame(&mut self, tempo: Tempo) {
        let input = self.input.take();
        let input = self.with_newest(input);
        self.clock.left = self.clock.left.map(|n| n.saturating_sub(1));
        self.announce(input, FrameOf::Play(tempo));
    }

    fn clock_tick(&mut self, now: Duration) {
        let wanted = self.input.time.tempo();
        let tempo = if self.permits(needs(wanted)) { wanted } else { Tempo::Plain };
        if tempo != Tempo::Back
            && let Some(back) = self.time.stop()
        {
            // Taps during the rewind were not meant for this moment; held buttons are.
            self.input.forget_taps();
            self.settle(&back.rom);
            self.keep_saved(&back.kept);
        }
        let Some(run) = &mut self.run else { return };
        let fps = run.console().fps();
        self.time.begin(tempo, fps);
        match tempo {
            Tempo::Plain => self.play_frame(tempo),
            Tempo::Faster(times) => {
                // A slow cart runs as fast as it can.
                self.clock.burst =
                    self.frame_cost.frames_in(1_000_000 / u32::from(fps.max(1))).min(times).max(1) - 1;
                self.play_frame(tempo);
            }
            Tempo::Slower(times) => {
                if self.time.is_frame_due(times) {
                    self.play_frame(tempo);
                }
            }
            Tempo::Back => {
                let slice = self.frame_cost.slice();
                let gone = self.time.step_back(run, slice);
                self.frame_cost.ran(slice);
                self.stale = true;
                self.out.silence = true;
                match gone {
                    Ok(StepBack::Forbidden) => self.send(RunEvent::Forbidden(rasher::ability::REWIND)),
                    // Continue in the next tick of the player instead of the clock's.
                    Ok(StepBack::Later) => self.clock.owed += 1,
                    Ok(StepBack::Done) => {}
                    Err(crash) => self.crashed(crash, now),
                }
            }
        }
    }
}
