//! The run that was left: asked about at the start, gone on with, and what is said when it stands again.

use crate::app::App;
use crate::lock;
use studio::Question;
use timeline::ResumeReport;

impl App {
    /// Asks whether to go on with the run that was left, if there is one.
    fn ask(&mut self) {
        if let Some(frames) = self.session.offer() {
            let played = studio::clock(frames, self.session.worker().glass().fps);
            let text = format!("{played} played");
            self.front.ask(Question::new("go on where you were?", &text, &["go on", "from the start"]));
        }
    }

    /// Plays what has just been started, once what it asks is answered; a bug report stands still in the debugger.
    pub(crate) fn begin(&mut self) {
        match self.session.opens() {
            Some((frame, settings)) => {
                self.walk(Some(frame));
                self.say(settings);
            }
            None => self.ask(),
        }
        self.resume();
    }

    /// Does what was answered.
    pub(crate) fn answer(&mut self, answer: usize) {
        let goes_on = answer == 0;
        self.session.answer(goes_on);
        if goes_on {
            self.introduce();
        }
        self.resume();
    }

    /// The run that was left stands where it was.
    pub(crate) fn back(&mut self, told: &ResumeReport) {
        // What was pressed meanwhile was not meant for this moment.
        lock(&self.session.hands).wait_for_release();
        if let Some(crash) = &told.crash {
            self.notice(format!(
                "going on from before its last frame, which stopped it: {}",
                crash.fault.message
            ));
        } else if let Some(frame) = told.parted {
            self.say(format!(
                "going on; since frame {frame} at the latest it is another run: the cart has changed"
            ));
        }
    }
}
