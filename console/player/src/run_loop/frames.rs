//! Frames: announced, run, heard; and what a tick of the clock does, as the keys of time want it.
//!
//! ```text
//! clock ── plan ──┬─ plain, faster, slower   the frame's input goes out, the next tick runs it ──> effects, samples
//!                 └─ back                    a slice of the way to an earlier moment (`time.rs`)
//! ```

use super::RunEvent;
use super::{FrameOf, RunLoop, Work};
use crate::pace::Pace;
use crate::tempo::Tempo;
use crate::time::{StepBack, needs};
use rasher::{Console, Effect, Event, Input};
use std::time::Duration;
use studio::{FAVOURITE, LABEL};
use timeline::Crash;

impl RunLoop {
    /// One frame without buttons: a choice in the menu, while it is open.
    pub fn menu_frame(&mut self, event: Event) {
        self.announce(Input { events: vec![event], ..Input::default() }, FrameOf::Menu);
    }

    pub(super) fn announce(&mut self, input: Input, of: FrameOf) {
        if let Some(run) = &self.run {
            // The edits of this moment become part of the frame: whoever runs it again needs them.
            let mut whole = input.clone();
            whole.events.splice(0..0, run.edits().iter().cloned().map(Event::Edit));
            self.out.frame = Some(whole);
            self.underway.work = Some(Work::Frame { input, of });
        }
    }

    pub(super) fn run_frame(&mut self, input: &Input, of: FrameOf, now: Duration) {
        let Some(run) = &mut self.run else { return };
        let ran = run.frame(input);
        self.effort.ran_frame(run.now());
        (self.stale, self.stopped_short) = (true, false);
        let effects = match ran {
            Ok(effects) => effects,
            Err(crash) => {
                self.close_debugger();
                return self.crashed(crash, now);
            }
        };
        for effect in &effects {
            if matches!(effect, Effect::RunOver | Effect::Disturbed) {
                self.input.cut();
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
            self.tell_page(page);
        }
        self.autosave_page(now, false);
        // What the shelf asks for beside a cart it does not wait for; nothing of it is kept.
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
                self.hear(tempo);
                self.clock.burst = if goes_on { self.clock.burst } else { 0 };
                if self.clock.burst == 0 {
                    self.flush();
                }
                self.clock.playing &= goes_on;
                if goes_on {
                    self.look_for_stop(now);
                }
            }
            FrameOf::Menu => {
                let keep = self.console().is_some_and(Console::keeps_menu_open);
                self.send(RunEvent::MenuFrame { keep });
            }
            FrameOf::Debugger => {}
        }
    }

    /// The cart panicked: nothing goes on by itself.
    pub(super) fn crashed(&mut self, crash: Crash, now: Duration) {
        self.hold(now);
        self.send(RunEvent::Crashed(crash));
    }

    /// Takes the samples of the newest frame, as the tempo wants them.
    fn hear(&mut self, tempo: Tempo) {
        let Some(run) = &self.run else { return };
        let samples = run.console().machine().samples().iter();
        match tempo {
            Tempo::Faster(times) => self.heard.extend(samples.step_by(times.max(1).into())),
            Tempo::Slower(times) => {
                self.heard.extend(samples.flat_map(|s| std::iter::repeat_n(*s, times.into())));
            }
            Tempo::Plain | Tempo::Back => self.heard.extend(samples),
        }
    }

    pub(super) fn flush(&mut self) {
        if !self.heard.is_empty() {
            let heard = std::mem::take(&mut self.heard);
            self.out.play(heard);
        }
    }

    /// If a frame is due it is announced; the way back goes a step. True when as many frames were run as were asked for.
    pub fn plan(&mut self, now: Duration) -> bool {
        let Some(run) = self.run() else { return false };
        if !self.clock.playing || self.underway.work.is_some() || self.is_underway() {
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
            self.hold_still();
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

    /// One tick of the clock, as it is wanted.
    fn clock_tick(&mut self, now: Duration) {
        let wanted = self.input.time.tempo();
        let tempo = if self.permits(needs(wanted)) { wanted } else { Tempo::Plain };
        if tempo != Tempo::Back
            && let Some(back) = self.time.stop()
        {
            // What was tapped on the way was not meant for this moment; what is held is.
            self.input.forget_taps();
            self.settle(&back.rom);
            self.keep_on(&back.kept);
        }
        let Some(run) = &mut self.run else { return };
        let fps = run.console().fps();
        self.time.begin(tempo, fps);
        match tempo {
            Tempo::Plain => self.play_frame(tempo),
            Tempo::Faster(times) => {
                // A cart that takes long is as fast as it can be.
                self.clock.burst =
                    self.effort.frames_in(1_000_000 / u32::from(fps.max(1))).min(times).max(1) - 1;
                self.play_frame(tempo);
            }
            Tempo::Slower(times) => {
                if self.time.turn(times) {
                    self.play_frame(tempo);
                }
            }
            Tempo::Back => {
                let slice = self.effort.slice();
                let gone = self.time.step_back(run, slice);
                self.effort.ran(slice);
                self.stale = true;
                self.out.silence = true;
                match gone {
                    Ok(StepBack::Forbidden) => {
                        self.send(RunEvent::Forbidden(rasher::ability::REWIND));
                    }
                    // What is not near enough yet is gone on with at once, and not at the next tick of the clock.
                    Ok(StepBack::Later) => self.clock.owed += 1,
                    Ok(StepBack::Done) => {}
                    Err(crash) => self.crashed(crash, now),
                }
            }
        }
    }
}
