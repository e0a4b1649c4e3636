//! Catalogues on the shelf: their indexes, labels and carts, each read on a thread of its own, so that a slow server delays nothing else.
//!
//! ```text
//! settings ── addresses ──> the last copy of each index ──> the library lists their carts
//! shelf is open ──────────> indexes older than FRESH ── network ──> store ──> the same
//! Request::ReadCart ──────> the label ── store, else network ──> Response::CartRead
//! Request::LoadCart ──────> the cart and those that it loads: store if the digest is right, else network ──> its path
//! load("#id") ────────────> the same, by its id
//! ```
//!
//! Without an answer the last copies are used, and the notice says so. A cart with another digest than its index names is refused.

use format::{
    CATALOGUE_CART_BYTES, CATALOGUE_LABEL_BYTES, Catalogue, CatalogueCart, INDEX_BYTES, address_host,
    cart_count, file_address,
};
use player::{CartRead, HostEvent, Listed, RequestId, Response};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use store::Home;
use studio::{Cover, Label, Notice};

/// How old an index may be while the shelf is open.
const FRESH: Duration = Duration::from_secs(600);

/// Reads the file at an address, of at most so many bytes, or says why not.
pub type Network = Arc<dyn Fn(&str, usize) -> Result<Vec<u8>, String> + Send + Sync>;

type Fetched = Box<dyn FnOnce(Result<Option<PathBuf>, String>) + Send>;

pub enum CatalogueJob {
    Set(Vec<String>),
    Open,
    Read(String, Result<Catalogue, String>),
    Label(RequestId, PathBuf, Sender<HostEvent>),
    /// A cart by its path, or by its id and the cart that loads it.
    Fetch(PathBuf, Fetched),
    FetchId(String, Option<PathBuf>, Fetched),
}

struct Known {
    index: Option<Catalogue>,
    asked: Option<Instant>,
    /// Whether the last request was answered.
    online: bool,
}

#[derive(Clone)]
struct Reader {
    home: Home,
    /// Or why this program has none.
    network: Result<Network, String>,
    send: Arc<dyn Fn(HostEvent) + Send + Sync>,
}

struct Catalogues {
    reader: Reader,
    known: BTreeMap<String, Known>,
    own: Sender<CatalogueJob>,
    listed: Box<dyn Fn(Vec<Listed>) + Send>,
}

/// Starts the thread that knows the catalogues. `listed` gets all of their carts whenever these change.
pub fn start(
    home: Home,
    network: Result<Network, String>,
    listed: impl Fn(Vec<Listed>) + Send + 'static,
    send: impl Fn(HostEvent) + Send + Sync + 'static,
) -> Sender<CatalogueJob> {
    let (own, inbox) = channel();
    let reader = Reader { home, network, send: Arc::new(send) };
    let all = Catalogues { reader, known: BTreeMap::new(), own: own.clone(), listed: Box::new(listed) };
    std::thread::spawn(move || all.run(&inbox));
    own
}

impl Catalogues {
    fn run(mut self, inbox: &Receiver<CatalogueJob>) {
        for job in inbox {
            match job {
                CatalogueJob::Set(addresses) => self.set(&addresses),
                CatalogueJob::Open => self.refresh(),
                CatalogueJob::Read(address, index) => self.read(address, index),
                CatalogueJob::Label(id, path, outbox) => self.label(id, path, outbox),
                CatalogueJob::Fetch(path, then) => {
                    let found = self
                        .find(&path)
                        .map(|(address, index, cart)| (address, index.clone(), cart.id.clone()));
                    self.fetch(found, then);
                }
                CatalogueJob::FetchId(id, from, then) => {
                    let found = self
                        .find_id(&id, from.as_deref())
                        .map(|(address, index)| (address, index.clone(), id));
                    self.fetch(found, then);
                }
            }
        }
    }

    fn set(&mut self, addresses: &[String]) {
        let before = self.known.len();
        self.known.retain(|address, _| addresses.contains(address));
        let mut changed = before != self.known.len();
        for address in addresses.iter().filter(|address| format::is_address(address)) {
            if !self.known.contains_key(address) {
                // A copy that cannot be read is replaced by the next index.
                let index = store::read_catalogue(&self.reader.home, address).unwrap_or_default();
                self.known.insert(address.clone(), Known { index, asked: None, online: true });
                changed = true;
            }
        }
        if changed {
            self.publish();
            self.refresh();
        }
    }

    fn refresh(&mut self) {
        for (address, known) in &mut self.known {
            if known.asked.is_some_and(|asked| asked.elapsed() < FRESH) {
                continue;
            }
            known.asked = Some(Instant::now());
            let (reader, own, address) = (self.reader.clone(), self.own.clone(), address.clone());
            let is_new = known.index.is_none();
            std::thread::spawn(move || {
                if is_new {
                    reader.notify(format!("reading {}", address_host(&address)), false);
                }
                let bytes = reader.get(&address, INDEX_BYTES);
                let index =
                    bytes.and_then(|bytes| Catalogue::from_json(&bytes, &address).map_err(|e| e.to_string()));
                // The thread ends with the program.
                _ = own.send(CatalogueJob::Read(address, index));
            });
        }
    }

    fn read(&mut self, address: String, index: Result<Catalogue, String>) {
        let Some(known) = self.known.get_mut(&address) else { return };
        known.online = index.is_ok();
        match index {
            Ok(index) => {
                if let Err(e) = store::write_catalogue(&self.reader.home, &address, &index) {
                    self.reader.notify(e.to_string(), true);
                }
                if known.index.is_none() {
                    let carts = cart_count(index.carts.len());
                    self.reader.notify(format!("{} is on the shelf: {carts}", index.title), false);
                }
                known.index = Some(index);
                self.publish();
            }
            Err(why) => {
                let copy = if known.index.is_some() { "; showing the last copy" } else { "" };
                self.reader.notify(format!("{why}{copy}"), true);
            }
        }
    }

    fn publish(&self) {
        let all = self.known.iter().filter_map(|(address, known)| Some((address, known.index.as_ref()?)));
        let home = &self.reader.home;
        let ids = store::CartIds::read(home).unwrap_or_default();
        let carts = all.flat_map(|(address, index)| {
            let ids = &ids;
            index.carts.iter().map(move |cart| listed(home, ids, address, index, cart))
        });
        (self.listed)(carts.collect());
    }

    fn find(&self, path: &Path) -> Option<(String, &Catalogue, &CatalogueCart)> {
        self.known.iter().find_map(|(address, known)| {
            let index = known.index.as_ref()?;
            let is_it =
                |cart: &&CatalogueCart| store::catalogue_cart(&self.reader.home, address, cart) == path;
            index.carts.iter().find(is_it).map(|cart| (address.clone(), index, cart))
        })
    }

    /// The catalogue with a cart of that id: first the one of the cart that loads it.
    fn find_id(&self, id: &str, from: Option<&Path>) -> Option<(String, &Catalogue)> {
        let folder = from.and_then(Path::parent);
        let is_own = |address: &str| {
            folder.is_some_and(|folder| store::catalogue_folder(&self.reader.home, address) == folder)
        };
        let with_id = |known: &'_ &Known| known.index.as_ref().is_some_and(|index| index.find(id).is_some());
        let mut found: Vec<_> = self.known.iter().filter(|(_, known)| with_id(known)).collect();
        found.sort_by_key(|(address, _)| !is_own(address));
        let (address, known) = found.into_iter().next()?;
        Some((address.clone(), known.index.as_ref()?))
    }

    fn fetch(&self, found: Option<(String, Catalogue, String)>, then: Fetched) {
        // What no catalogue lists is a file like any other, which may be there.
        let Some((address, index, id)) = found else { return then(Ok(None)) };
        let reader = self.reader.clone();
        std::thread::spawn(move || then(reader.carts(&address, &index, &id).map(Some)));
    }

    fn label(&self, id: RequestId, path: PathBuf, outbox: Sender<HostEvent>) {
        let name = path.display().to_string();
        let found = self.find(&path).map(|(address, _, cart)| {
            let online = self.known.get(&address).is_some_and(|known| known.online);
            (address, cart.clone(), online)
        });
        let reader = self.reader.clone();
        std::thread::spawn(move || {
            let read = match found {
                Some((address, cart, online)) => {
                    let label = reader.label(&address, &cart, online);
                    CartRead {
                        name,
                        title: cart.title.clone(),
                        about: cart.about_line(),
                        wrong: String::new(),
                        label,
                    }
                }
                None => CartRead { name, ..CartRead::default() },
            };
            // A console that has ended needs no answer.
            _ = outbox.send(HostEvent::Reply(id, Ok(Response::CartRead(Box::new(read)))));
        });
    }
}

impl Reader {
    fn notify(&self, text: String, bad: bool) {
        (self.send)(HostEvent::Notify(Notice { text, bad }));
    }

    fn get(&self, address: &str, most: usize) -> Result<Vec<u8>, String> {
        let network = self.network.as_ref().map_err(|why| format!("{}: {why}", address_host(address)))?;
        network(address, most)
    }

    /// Downloads a cart and those that it loads, unless they are there. Returns the path of the first.
    fn carts(&self, address: &str, index: &Catalogue, id: &str) -> Result<PathBuf, String> {
        let mut first = None;
        for cart in index.with_loaded(id) {
            let path = store::catalogue_cart(&self.home, address, cart);
            if !store::is_newest(&path, cart) {
                self.notify(format!("downloading {}", cart.title), false);
                match self.get(&file_address(address, &cart.file), CATALOGUE_CART_BYTES) {
                    Ok(bytes) => {
                        let written = store::write_catalogue_cart(&self.home, address, cart, &bytes);
                        written.map_err(|e| e.to_string())?;
                    }
                    Err(why) if path.exists() => self.notify(format!("{why}; playing the last copy"), true),
                    Err(why) => return Err(why),
                }
            }
            first.get_or_insert(path);
        }
        first.ok_or_else(|| format!("{address}: found no cart {id}"))
    }

    /// A cart's label; none without one, or without a network.
    fn label(&self, address: &str, cart: &CatalogueCart, online: bool) -> Option<Label> {
        if cart.label.is_empty() {
            return None;
        }
        let read = |bytes: &[u8]| Label::from_png(bytes, &cart.label);
        if let Some(bytes) = store::read_catalogue_label(&self.home, address, cart) {
            return read(&bytes);
        }
        if !online {
            return None;
        }
        let bytes = self.get(&file_address(address, &cart.label), CATALOGUE_LABEL_BYTES).ok()?;
        let label = read(&bytes)?;
        // It is read again the next time.
        _ = store::write_catalogue_label(&self.home, address, cart, &bytes);
        Some(label)
    }
}

fn listed(
    home: &Home,
    ids: &store::CartIds,
    address: &str,
    index: &Catalogue,
    cart: &CatalogueCart,
) -> Listed {
    let path = store::catalogue_cart(home, address, cart);
    Listed {
        key: Some(ids.key(&path)),
        name: path.display().to_string(),
        title: cart.title.clone(),
        about: cart.about_line(),
        place: index.title.clone(),
        face: if cart.label.is_empty() { Cover::Plain } else { Cover::Unread },
        ..Listed::default()
    }
}

#[cfg(test)]
#[path = "../tests/unit/catalogues.rs"]
mod tests;
