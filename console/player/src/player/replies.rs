//! The host's replies, by what each request waits for.
//!
//! ```text
//! ask(Request, Pending) ── id ──> host ── Reply(id, ..) ──> the method of that Pending
//! request(Request) ───── id ──> host ── a text or error, which is shown
//! ```

use super::Player;
use crate::library::Listed;
use crate::protocol::{Data, HostError, Reply, Request, RequestId, Response};
use Pending as P;
use editors::{EditInput, SourceFile};
use std::path::PathBuf;
use std::sync::Arc;
use timeline::Slot;

#[derive(Debug)]
pub(super) enum Pending {
    LoadCart,
    EditCart,
    Duplicate,
    MoveCart(Box<Listed>),
    /// The unsaved files of code that are saved with it.
    SaveAs(Vec<SourceFile>),
    ReadCart,
    /// None: the slot was emptied.
    Slot(usize, Option<Arc<Slot>>),
    /// The cart's key.
    History(String),
    Sources(PathBuf),
    SaveSources(Vec<SourceFile>),
    SaveData(Box<Data>),
    Compile,
    /// The cart's key, and the version of its code.
    Pack(String, u64),
    Against,
    List(PathBuf, Listing),
    Prompt,
    Import,
    Paste,
    /// A catalogue's address from the clipboard.
    Address,
    Job,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listing {
    List,
    Names,
    Enter,
}

impl Player {
    pub(super) fn request(&mut self, request: Request) {
        self.run_loop.request(request);
    }

    pub(super) fn ask(&mut self, request: Request, pending: Pending) -> RequestId {
        let id = self.run_loop.request(request);
        self.requests.pending.insert(id, pending);
        id
    }

    pub(super) fn on_reply(&mut self, id: RequestId, reply: Reply) {
        let pending = self.requests.pending.remove(&id);
        match (pending, reply) {
            (None, Ok(Response::Text(text))) => self.notify(text),
            (None | Some(P::Pack(..)), Err(error)) => self.show_error(&error),
            (Some(P::LoadCart), Ok(Response::Cart(insert))) => self.take_cart(*insert),
            (Some(pending @ (P::EditCart | P::Duplicate | P::MoveCart(_) | P::SaveAs(_))), Ok(response)) => {
                self.cart_made(pending, response);
            }
            (Some(P::LoadCart), Err(error)) => self.load_failed(&error.to_string()),
            (Some(P::ReadCart), Ok(Response::CartRead(read))) => self.cart_read(*read),
            (Some(P::Slot(number, slot)), Ok(Response::Text(_))) => self.slot_written(number, slot),
            (Some(P::Slot(..)), Err(error)) => {
                self.warn(error.to_string());
                self.show_slots();
            }
            (Some(P::History(key)), Ok(Response::History(bytes))) => self.take_history(&key, &bytes),
            (Some(P::History(key)), Err(error)) => {
                // A new history begins: edits from now on are kept if that is possible at all.
                self.take_history(&key, &[]);
                self.show_error(&error);
            }
            (Some(P::Sources(path)), Ok(Response::Sources(files))) => self.sources(&path, Ok(files)),
            (Some(P::Sources(path)), Err(error)) => self.sources(&path, Err(error.to_string())),
            (Some(P::SaveSources(files)), Ok(Response::Text(names))) => self.sources_saved(files, Ok(names)),
            (Some(P::SaveSources(files)), Err(error)) => self.sources_saved(files, Err(error.to_string())),
            (Some(P::SaveData(data)), Ok(Response::Text(names))) => self.data_saved(data, Ok(names)),
            (Some(P::SaveData(data)), Err(error)) if error.unconfirmed => {
                self.edit(&EditInput::SaveLoses(data, error.why));
            }
            (Some(P::SaveData(data)), Err(error)) => self.data_saved(data, Err(error.to_string())),
            (Some(P::Compile), Ok(Response::Code(new))) => self.run_unsaved(*new),
            (Some(P::Pack(key, version)), Ok(Response::PackedSize(bytes))) => {
                if key == self.cart.key() {
                    self.edit(&EditInput::Packed(version, bytes));
                }
            }
            (Some(P::Against), Ok(Response::Against(against))) => self.set_reference(*against, false),
            (Some(P::List(path, listing)), Ok(Response::Names(names))) => self.listed(path, names, listing),
            (Some(P::Prompt), Ok(Response::Text(text))) => self.print_to_prompt(&text, false),
            (Some(P::List(..) | P::Prompt | P::SaveAs(_)), Err(error)) => {
                self.print_to_prompt(&error.to_string(), true);
            }
            (Some(P::EditCart | P::Duplicate | P::MoveCart(_)), Err(error)) => {
                self.load_failed(&error.to_string());
            }
            (Some(P::Import), Ok(Response::Imported(rom, about))) => self.imported(*rom, &about),
            (Some(P::Import), Err(error)) => self.print_to_prompt(&format!("import failed: {error}"), true),
            (Some(P::Paste), Ok(Response::Text(text))) => self.pasted(text),
            (Some(P::Address), Ok(Response::Text(text))) => self.add_address(&text),
            (Some(P::Job), Ok(Response::Job(result))) => self.job_done(id, Ok(*result)),
            (Some(P::Job), Err(error)) => self.job_done(id, Err(error.to_string())),
            (Some(P::ReadCart | P::Compile | P::Against | P::Paste | P::Address), Err(error)) => {
                self.warn(error.to_string());
            }
            (_, Ok(_)) => self.mismatched(),
        }
    }

    /// The response is not formatted: that would take 10 KB of a web page's module.
    fn mismatched(&mut self) {
        self.warn("internal error: the host's reply does not match the request");
    }

    /// A new, copied, moved or saved cart.
    pub(super) fn use_made_cart(&mut self, pending: Pending, response: Response) {
        match (pending, response) {
            (P::EditCart, Response::Cart(start)) => self.edit_cart(*start),
            (P::Duplicate, Response::Cart(start)) => self.duplicated(&start),
            (P::MoveCart(cart), Response::Text(to)) => self.moved_own(&cart, to),
            (P::SaveAs(files), Response::Cart(start)) => self.saved_as(*start, files),
            _ => self.mismatched(),
        }
    }

    /// What the host never does is shown once.
    fn show_error(&mut self, error: &HostError) {
        let text = error.to_string();
        if !error.unsupported || self.requests.refusals.insert(text.clone()) {
            self.warn(text);
        }
    }
}
