//! A host in memory: the player's requests succeed at once, or wait for the test's answer.

use crate::rig::Rig;
use player::{
    AutosaveChunk, CartRead, HostError, HostEvent, Reply, Request, RequestId, Response, TickOutput,
};
use timeline::{Journal, Slot};

impl Rig {
    pub fn present(&mut self, output: TickOutput) {
        let TickOutput { picture, samples, log, past, frame, requests, .. } = output;
        self.log.extend(log);
        self.picture = picture.or(self.picture.take());
        self.samples += samples.len();
        let loudest = samples.iter().map(|sample| sample.saturating_abs()).max();
        self.loudest = self.loudest.max(loudest.unwrap_or(0));
        if let Some(past) = past {
            self.heard = *past;
        }
        frame.iter().for_each(|input| _ = self.heard.push(input));
        requests.into_iter().for_each(|(id, request)| self.perform(id, request));
    }

    fn perform(&mut self, id: RequestId, request: Request) {
        let saved = || if self.full { Err(full()) } else { Ok(Response::Text("a/file".to_string())) };
        match &request {
            Request::Autosave(name, _) => assert_eq!(name, self.player.cart().key()),
            Request::WriteSlot { slot, .. } => {
                if let Some(slot) = slot {
                    let read = Slot::from_bytes(&slot.to_bytes()).expect("as it was written");
                    assert_eq!(read, **slot);
                }
                self.events.push(HostEvent::Reply(id, saved()));
            }
            Request::WriteMedia(..) | Request::WriteLabel(..) | Request::WriteReport(_) => {
                let reply = saved().map(|_| Response::Text("saved a/file".to_string()));
                self.events.push(HostEvent::Reply(id, reply));
            }
            Request::WriteSources(..) | Request::WriteData(_) => {
                self.events.push(HostEvent::Reply(id, saved()));
            }
            Request::WriteCartData(..)
            | Request::MoveCartData { .. }
            | Request::WriteStored { .. }
            | Request::PrintToFile { .. }
            | Request::WriteMark(..)
            | Request::WriteHistory(..) => {}
            Request::LoadCart { .. }
            | Request::ReadCart(_)
            | Request::ReadSources(_)
            | Request::Compile(..)
            | Request::Pack(_)
            | Request::ReadAgainst
            | Request::ListFolder(_)
            | Request::MakeFolder(_)
            | Request::OpenFolder(_)
            | Request::CartFolder(_)
            | Request::NewCart { .. }
            | Request::SaveAs(_)
            | Request::MoveCart(..)
            | Request::Import(..)
            | Request::Export(_)
            | Request::OpenEditor { .. }
            | Request::Paste
            | Request::Job(_) => {
                self.open = id;
                if let Request::ReadCart(name) = &request {
                    self.reads.insert(name.clone(), id);
                }
                self.requests.push(request);
                return;
            }
            Request::ReadHistory(_) => {
                self.history = id;
                return self.requests.push(request);
            }
            Request::WriteSettings(_)
            | Request::WriteRecording(_)
            | Request::Copy(_)
            | Request::CopyPicture(..)
            | Request::SetCart(_)
            | Request::SetTitle(_)
            | Request::StopJob(_)
            | Request::Quit => return self.requests.push(request),
        }
        match request {
            Request::Autosave(_, chunk) => self.keep(chunk),
            write => self.writes.push(write),
        }
    }

    fn keep(&mut self, chunk: AutosaveChunk) {
        match chunk {
            AutosaveChunk::Over => (self.kept, self.journal) = (None, None),
            AutosaveChunk::Begin { start, rom, part } => {
                let (mut journal, mut bytes) = Journal::begin(&start, &rom.data);
                bytes.extend(journal.part(&part));
                (self.kept, self.journal) = (Some(bytes), Some(journal));
            }
            AutosaveChunk::More(part) => {
                let journal = self.journal.as_mut().expect("a part follows a start");
                self.kept.as_mut().expect("a run").extend(journal.part(&part));
            }
        }
    }

    /// Answers the last request for a history of edits.
    pub fn remember(&mut self, log: &[u8]) {
        assert!(self.history > 0, "it was asked for");
        self.events.push(HostEvent::Reply(self.history, Ok(Response::History(log.to_vec()))));
    }

    /// Answers the last waiting request.
    pub fn reply(&mut self, reply: Reply) {
        self.events.push(HostEvent::Reply(self.open, reply));
    }

    /// Delivers the cart file that the shelf requested.
    pub fn read(&mut self, read: CartRead) {
        let id = self.reads.remove(&read.name).expect("it was asked for");
        self.events.push(HostEvent::Reply(id, Ok(Response::CartRead(Box::new(read)))));
    }

    pub fn fail(&mut self, why: &str) {
        self.reply(Err(HostError::failed(why)));
    }
}

fn full() -> HostError {
    HostError::failed("the disk is full")
}
