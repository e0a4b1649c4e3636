//! The folders of carts on the shelf, on a thread of their own: a disk of the network that does not answer holds up nothing else.
//!
//! ```text
//! shelf is open ──> each second or so: what lies in the folders ── other than before? ──> HostEvent::Carts
//! Request::ReadCart ──> the file ──> Response::CartRead: title, author, label, or why it cannot be played
//! ```
//!
//! What a folder holds is looked at anew by its names alone; a file is opened when the shelf is near it. While no shelf is open
//! nothing is looked at.

use player::{CartRead, HostEvent, Listed, RequestId, Response};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use store::{CartFile, CartFolder};
use studio::{Face, Label, Notice};

/// How often folders are looked at, and how many times longer than a look took the next one is waited for.
const LOOK: Duration = Duration::from_secs(1);
const PATIENCE: u32 = 20;

/// What the thread is asked for.
enum Order {
    Set(Vec<String>),
    /// The shelf is open, or is not.
    Open(bool),
    /// What is in that file?
    /// What is in that file? The answer goes to whoever asks.
    Read(RequestId, String, Sender<HostEvent>),
}

#[derive(Clone)]
pub struct Library(Sender<Order>);

impl Library {
    /// Starts the thread: `named` are folders for this time, `set` those of the settings.
    pub fn start(
        named: Vec<PathBuf>,
        set: Vec<String>,
        tell: impl Fn(HostEvent) + Send + 'static,
    ) -> Library {
        let (orders, inbox) = channel();
        let folders = Folders { named, set, told: None, wrong: BTreeSet::new() };
        std::thread::spawn(move || run(folders, &inbox, tell));
        Library(orders)
    }

    /// These folders are set from now on.
    pub fn set(&self, folders: Vec<String>) {
        self.ask(Order::Set(folders));
    }

    /// The shelf is open from now on, or is not.
    pub fn open(&self, open: bool) {
        self.ask(Order::Open(open));
    }

    /// Reads the file of a cart.
    pub fn read(&self, id: RequestId, name: String, outbox: Sender<HostEvent>) {
        self.ask(Order::Read(id, name, outbox));
    }

    fn ask(&self, order: Order) {
        // The thread lives as long as anybody can ask it.
        _ = self.0.send(order);
    }
}

/// What is known of the folders.
struct Folders {
    named: Vec<PathBuf>,
    set: Vec<String>,
    /// The carts that were told last, and whether there were folders.
    told: Option<(Vec<CartFile>, bool)>,
    /// What was wrong at the last look.
    wrong: BTreeSet<String>,
}

fn run(mut folders: Folders, inbox: &Receiver<Order>, tell: impl Fn(HostEvent)) {
    let (mut open, mut next) = (false, Instant::now());
    loop {
        let order = match open {
            true => inbox.recv_timeout(next.saturating_duration_since(Instant::now())),
            false => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let looks = match order {
            Ok(Order::Read(id, name, outbox)) => {
                // A console that has ended needs no answer.
                _ = outbox.send(HostEvent::Reply(id, Ok(Response::CartRead(Box::new(read(&name))))));
                false
            }
            Ok(Order::Set(set)) => std::mem::replace(&mut folders.set, set.clone()) != set && open,
            Ok(Order::Open(now)) => {
                open = now;
                open
            }
            Err(RecvTimeoutError::Timeout) => true,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if looks || open && Instant::now() >= next {
            let begun = Instant::now();
            folders.look(&tell);
            next = Instant::now() + LOOK.max(begun.elapsed() * PATIENCE);
        }
    }
}

impl Folders {
    /// Looks at all folders, and tells what has changed.
    fn look(&mut self, tell: &impl Fn(HostEvent)) {
        let set = self.set.iter().map(|shown| store::shown_as(shown));
        let mut all: Vec<PathBuf> = Vec::new();
        for folder in self.named.iter().cloned().chain(set) {
            if !all.contains(&folder) {
                all.push(folder);
            }
        }
        let (mut carts, mut known, mut wrong) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        for folder in &all {
            match store::carts_in(folder) {
                Ok(CartFolder { carts: found, more }) => {
                    // A folder below another one that is named, too.
                    carts.extend(found.into_iter().filter(|cart| known.insert(cart.path.clone())));
                    if more {
                        let most = store::CARTS_MAX;
                        wrong.insert(format!(
                            "{}: more than {most} carts; the rest is not shown",
                            folder.display()
                        ));
                    }
                }
                Err(e) => _ = wrong.insert(e.to_string()),
            }
        }
        for text in wrong.difference(&self.wrong).cloned() {
            tell(HostEvent::Say(Notice { text, bad: true }));
        }
        self.wrong = wrong;
        let now = (carts, !all.is_empty());
        if self.told.as_ref() != Some(&now) && (now.1 || self.told.is_some()) {
            tell(HostEvent::Carts(now.0.iter().map(listed).collect(), now.1));
        }
        self.told = Some(now);
    }
}

/// A cart as the shelf shows it before its file was read.
fn listed(cart: &CartFile) -> Listed {
    let name = cart.path.display().to_string();
    Listed {
        key: Some(store::cart_key(&cart.path)),
        name,
        title: cart.name.clone(),
        place: cart.place.clone(),
        face: Face::Unread,
        ..Listed::default()
    }
}

/// What is in the file of a cart.
fn read(name: &str) -> CartRead {
    let name = name.to_string();
    match store::read_cartridge(&store::shown_as(&name)) {
        Ok(cartridge) => {
            let mut head = cartridge.head().into_iter();
            let (title, about) = (head.next().unwrap_or_default(), head.next().unwrap_or_default());
            CartRead { name, title, about, wrong: String::new(), label: cartridge.label.map(Label::new) }
        }
        Err(e) => {
            let said = e.to_string();
            // The shelf has no room for folders.
            let wrong = said.strip_prefix(&name).unwrap_or(&said).trim_start_matches([':', ' ']).to_string();
            CartRead { name, wrong, ..CartRead::default() }
        }
    }
}
