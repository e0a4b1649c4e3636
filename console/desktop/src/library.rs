//! The shelf's folders, on a thread of their own, so that a network disk that does not answer delays nothing else.
//!
//! ```text
//! shelf is open ──> each second: the names in the folders ── changed? ──> HostEvent::Carts
//! Request::ReadCart ──> the file ──> Response::CartRead: title, author, label, or why it cannot be played
//! ```
//!
//! A file is opened only when the shelf is near it, and folders are listed only while the shelf is open.

use crate::catalogues::{self, CatalogueJob};
use player::{CartRead, HostEvent, Listed, RequestId, Response};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use store::{CartFile, CartFolder, CartIds, Home};
use studio::{Cover, Label, Notice};

/// Time between two scans of the folders, and how many times longer than a scan it is at least.
const SCAN: Duration = Duration::from_secs(1);
const SCAN_SHARE: u32 = 20;

enum LibraryJob {
    Set(Vec<String>),
    Open(bool),
    Read(RequestId, String, Sender<HostEvent>),
    /// The carts of all catalogues.
    Remote(Vec<Listed>),
}

/// Sends jobs to the thread, which runs as long as there is a queue.
#[derive(Clone)]
pub struct LibraryQueue {
    jobs: Sender<LibraryJob>,
    remote: Sender<CatalogueJob>,
    /// The folder of downloaded carts.
    downloads: PathBuf,
}

impl LibraryQueue {
    /// Starts the threads. `named` are folders of the command line, `set` folders and addresses of the settings.
    pub fn start(
        home: &Home,
        named: Vec<PathBuf>,
        set: Vec<String>,
        send: impl Fn(HostEvent) + Clone + Send + Sync + 'static,
    ) -> LibraryQueue {
        let (jobs, inbox) = channel();
        let remote = {
            let jobs = jobs.clone();
            let listed = move |carts| _ = jobs.send(LibraryJob::Remote(carts));
            catalogues::start(home.clone(), crate::network(), listed, send.clone())
        };
        let folders = Folders {
            home: home.clone(),
            named,
            set: Vec::new(),
            remote: Vec::new(),
            is_new: false,
            known: None,
            wrong: BTreeSet::new(),
        };
        std::thread::spawn(move || run(folders, &inbox, send));
        let queue = LibraryQueue { jobs, remote, downloads: home.catalogues() };
        queue.set(set);
        queue
    }

    pub fn set(&self, folders: Vec<String>) {
        let (remote, folders) = folders.into_iter().partition(|it| format::is_address(it));
        _ = self.remote.send(CatalogueJob::Set(remote));
        _ = self.jobs.send(LibraryJob::Set(folders));
    }

    pub fn open(&self, open: bool) {
        if open {
            _ = self.remote.send(CatalogueJob::Open);
        }
        _ = self.jobs.send(LibraryJob::Open(open));
    }

    pub fn read(&self, id: RequestId, name: String, outbox: Sender<HostEvent>) {
        let path = store::shown_as(&name);
        if path.starts_with(&self.downloads) {
            _ = self.remote.send(CatalogueJob::Label(id, path, outbox));
        } else {
            _ = self.jobs.send(LibraryJob::Read(id, name, outbox));
        }
    }

    /// Downloads a cart of a catalogue if needed, by its path, or by its id as another cart names it. `then` gets its path;
    /// none, at once, for any other cart.
    pub fn fetch(
        &self,
        name: &str,
        from: Option<&Path>,
        then: impl FnOnce(Result<Option<PathBuf>, String>) + Send + 'static,
    ) {
        let (path, id) = (store::shown_as(name), name.strip_prefix('#').filter(|id| format::is_id(id)));
        let then = Box::new(then);
        // The threads run as long as there is a queue.
        _ = match id {
            _ if path.starts_with(&self.downloads) => self.remote.send(CatalogueJob::Fetch(path, then)),
            Some(id) => {
                self.remote.send(CatalogueJob::FetchId(id.to_string(), from.map(Path::to_path_buf), then))
            }
            None => {
                then(Ok(None));
                Ok(())
            }
        };
    }
}

struct Folders {
    home: Home,
    named: Vec<PathBuf>,
    set: Vec<String>,
    /// The carts of catalogues, and whether they were not sent yet.
    remote: Vec<Listed>,
    is_new: bool,
    /// The carts of the last scan, and whether there were folders.
    known: Option<(Vec<(CartFile, String)>, bool)>,
    wrong: BTreeSet<String>,
}

fn run(mut folders: Folders, inbox: &Receiver<LibraryJob>, send: impl Fn(HostEvent)) {
    let (mut open, mut next) = (false, Instant::now());
    loop {
        let job = match open {
            true => inbox.recv_timeout(next.saturating_duration_since(Instant::now())),
            false => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let scans = match job {
            Ok(LibraryJob::Read(id, name, outbox)) => {
                // A console that has ended needs no answer.
                _ = outbox.send(HostEvent::Reply(id, Ok(Response::CartRead(Box::new(read(&name))))));
                false
            }
            Ok(LibraryJob::Set(set)) => std::mem::replace(&mut folders.set, set.clone()) != set && open,
            Ok(LibraryJob::Remote(carts)) => {
                folders.is_new = !carts.is_empty() || !folders.remote.is_empty();
                folders.remote = carts;
                open
            }
            Ok(LibraryJob::Open(now)) => {
                open = now;
                open
            }
            Err(RecvTimeoutError::Timeout) => true,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if scans || open && Instant::now() >= next {
            let begun = Instant::now();
            folders.scan(&send);
            next = Instant::now() + SCAN.max(begun.elapsed() * SCAN_SHARE);
        }
    }
}

impl Folders {
    fn scan(&mut self, send: &impl Fn(HostEvent)) {
        let set = self.set.iter().map(|shown| store::shown_as(shown));
        let mut all: Vec<PathBuf> = Vec::new();
        for folder in self.named.iter().cloned().chain(set) {
            if !all.contains(&folder) {
                all.push(folder);
            }
        }
        let (mut carts, mut paths, mut wrong) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        let own = Some(self.home.my_carts()).filter(|own| own.is_dir());
        for folder in own.iter().chain(&all) {
            match store::carts_in(folder) {
                Ok(CartFolder { carts: found, more }) => {
                    // One named folder may be below another.
                    carts.extend(found.into_iter().filter(|cart| paths.insert(cart.path.clone())));
                    if more {
                        let (folder, most) = (folder.display(), store::CARTS_MAX);
                        let text = format!("{folder}: found more than {most} carts; the rest are not shown");
                        wrong.insert(text);
                    }
                }
                Err(e) => _ = wrong.insert(e.to_string()),
            }
        }
        for text in wrong.difference(&self.wrong).cloned() {
            send(HostEvent::Notify(Notice { text, bad: true }));
        }
        self.wrong = wrong;
        // Without the keys, carts have no results on the shelf; the console reports why when it opens one.
        let ids = CartIds::read(&self.home).unwrap_or_default();
        let keyed = |cart: CartFile| {
            let key = ids.key(&cart.path);
            (cart, key)
        };
        let carts: Vec<_> = carts.into_iter().map(keyed).collect();
        let now = (carts, !all.is_empty() || !self.remote.is_empty());
        let is_new = std::mem::take(&mut self.is_new) || self.known.as_ref() != Some(&now);
        if is_new && (now.1 || !now.0.is_empty() || self.known.is_some()) {
            let carts = now.0.iter().map(listed).chain(self.remote.iter().cloned());
            send(HostEvent::Carts(carts.collect(), now.1));
        }
        self.known = Some(now);
    }
}

fn listed((cart, key): &(CartFile, String)) -> Listed {
    Listed {
        key: Some(key.clone()),
        name: cart.path.display().to_string(),
        title: cart.name.clone(),
        place: cart.place.clone(),
        face: Cover::Unread,
        ..Listed::default()
    }
}

fn read(name: &str) -> CartRead {
    let name = name.to_string();
    match store::read_cartridge(&store::shown_as(&name)) {
        Ok(cartridge) => {
            let mut head = cartridge.head().into_iter();
            let (title, about) = (head.next().unwrap_or_default(), head.next().unwrap_or_default());
            CartRead { name, title, about, wrong: String::new(), label: cartridge.label.map(Label::new) }
        }
        Err(e) => {
            let text = e.to_string();
            // The shelf has no room for folders.
            let wrong = text.strip_prefix(&name).unwrap_or(&text).trim_start_matches([':', ' ']).to_string();
            CartRead { name, wrong, ..CartRead::default() }
        }
    }
}
