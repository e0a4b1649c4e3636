//! A catalogue on a server of this machine: its carts are listed, downloaded with those that they load, and there without the server.

use super::*;
use crate::network::tests::{Connection, send, serve, serve_encrypted, trusting, waiting};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;

static DOWN: AtomicBool = AtomicBool::new(false);

fn code(id: &str) -> Vec<u8> {
    format!("pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n-- {id}\n").into_bytes()
}

fn index(loads: &[&str]) -> Catalogue {
    let cart = |id: &str, loads: &[&str]| CatalogueCart {
        id: id.into(),
        title: format!("The {id}"),
        author: "Ada".into(),
        players: 2,
        tags: vec!["bees".into()],
        file: format!("carts/{id}.p8"),
        size: code(id).len() as u32,
        sha256: format::sha256(&code(id)),
        label: format!("{id}.png"),
        loads: loads.iter().map(ToString::to_string).collect(),
        ..CatalogueCart::default()
    };
    Catalogue::new("Ada's", "", vec![cart("bee", loads), cart("night", &[])])
}

fn answer(path: &str, stream: &mut dyn Connection) {
    if DOWN.load(Ordering::SeqCst) && path.starts_with("/site/") {
        return send(stream, "503 Service Unavailable", "", b"");
    }
    match path {
        "/site/index.json" => send(stream, "200 OK", "", index(&["night"]).to_json().as_bytes()),
        "/wrong/index.json" => send(stream, "200 OK", "", index(&[]).to_json().as_bytes()),
        "/large/index.json" => send(stream, "200 OK", "", &vec![b' '; INDEX_BYTES + 1]),
        "/moved/index.json" => {
            send(stream, "302 Found", "Location: http://127.0.0.1/site/index.json\r\n", b"")
        }
        "/silent/index.json" => std::thread::sleep(Duration::from_secs(60)),
        "/wrong/carts/night.p8" => send(stream, "200 OK", "", &vec![b' '; CATALOGUE_CART_BYTES + 1]),
        "/broken/index.json" => send(stream, "200 OK", "", b"{\"catalogue\": 9}"),
        "/wrong/carts/bee.p8" => send(stream, "200 OK", "", &code("BEE")),
        "/site/carts/bee.p8" => send(stream, "200 OK", "", &code("bee")),
        "/site/carts/night.p8" => send(stream, "200 OK", "", &code("night")),
        "/site/bee.png" => send(stream, "200 OK", "", &format::png(&[8; 128 * 128], 128, 128, 1)),
        _ => send(stream, "404 Not Found", "", b"no"),
    }
}

const PATIENCE: Duration = Duration::from_secs(30);

struct Shelf {
    jobs: Sender<CatalogueJob>,
    carts: Receiver<Vec<Listed>>,
    events: Receiver<HostEvent>,
}

impl Shelf {
    fn new(home: &Home, address: &str) -> Shelf {
        Shelf::with(home, Ok(trusting()), address)
    }

    fn with(home: &Home, network: Result<Network, String>, address: &str) -> Shelf {
        let ((library, carts), (send, events)) = (channel(), channel());
        let listed = move |carts| _ = library.send(carts);
        let jobs = start(home.clone(), network, listed, move |event| _ = send.send(event));
        jobs.send(CatalogueJob::Set(vec!["/a/folder".into(), address.into()])).expect("its thread runs");
        Shelf { jobs, carts, events }
    }

    /// The names and titles of the next list of carts.
    fn listed(&self) -> Vec<Listed> {
        self.carts.recv_timeout(PATIENCE).expect("a list of carts")
    }

    fn said(&self) -> (String, bool) {
        match self.events.recv_timeout(PATIENCE) {
            Ok(HostEvent::Notify(Notice { text, bad })) => (text, bad),
            other => panic!("expected a notice: {other:?}"),
        }
    }

    fn fetched(&self, job: impl FnOnce(Fetched) -> CatalogueJob) -> Result<Option<PathBuf>, String> {
        let (send, answer) = channel();
        self.jobs.send(job(Box::new(move |fetched| _ = send.send(fetched)))).expect("its thread runs");
        answer.recv_timeout(PATIENCE).expect("an answer")
    }
}

#[test]
fn a_catalogue_is_listed_downloaded_and_there_without_its_server() {
    let folder = std::env::temp_dir().join(format!("rasher-catalogues-{}", std::process::id()));
    let home = Home::find(Some(&folder)).expect("a folder");
    let server = serve_encrypted(answer);
    let site = format!("{server}/site/index.json");
    let shelf = Shelf::new(&home, &site);
    assert!(shelf.listed().is_empty(), "nothing is known yet");
    assert!(shelf.said().0.starts_with("reading localhost:"));
    let carts = shelf.listed();
    assert_eq!(shelf.said(), ("Ada's is on the shelf: 2 carts".into(), false));
    assert_eq!(
        (&*carts[0].title, &*carts[0].about, &*carts[0].place),
        ("The bee", "by Ada. 2 players. bees", "Ada's")
    );
    let bee = PathBuf::from(&carts[0].name);
    assert!(bee.starts_with(home.catalogues()) && !bee.exists(), "downloaded when it is played");

    let (outbox, replies) = channel();
    shelf.jobs.send(CatalogueJob::Label(7, bee.clone(), outbox)).expect("its thread runs");
    let Ok(HostEvent::Reply(7, Ok(Response::CartRead(read)))) = replies.recv_timeout(PATIENCE) else {
        panic!("no label")
    };
    assert!(read.name == carts[0].name && read.label.is_some());

    assert_eq!(shelf.fetched(|then| CatalogueJob::Fetch(bee.clone(), then)), Ok(Some(bee.clone())));
    assert_eq!(
        (shelf.said().0, shelf.said().0),
        ("downloading The bee".into(), "downloading The night".into())
    );
    let night = bee.with_file_name("night.p8");
    assert_eq!(
        (std::fs::read(&bee).ok(), std::fs::read(&night).ok()),
        (Some(code("bee")), Some(code("night")))
    );
    assert_eq!(
        shelf.fetched(|then| CatalogueJob::FetchId("night".into(), Some(bee.clone()), then)),
        Ok(Some(night.clone()))
    );
    assert_eq!(shelf.fetched(|then| CatalogueJob::FetchId("gone".into(), None, then)), Ok(None));
    assert_eq!(
        shelf.fetched(|then| CatalogueJob::Fetch("/a/b.p8".into(), then)),
        Ok(None),
        "a file like any other"
    );

    let wrong = Shelf::new(&home, &format!("{server}/wrong/index.json"));
    wrong.listed();
    wrong.said();
    wrong.said();
    for (cart, says) in wrong.listed().iter().zip(["found the SHA-256", "found more than 262144 bytes"]) {
        let path = PathBuf::from(&cart.name);
        let refused = wrong.fetched(|then| CatalogueJob::Fetch(path.clone(), then)).expect_err(says);
        assert!(refused.contains(says) && !path.exists(), "{refused}");
    }

    DOWN.store(true, Ordering::SeqCst);
    let later = Shelf::new(&home, &site);
    assert_eq!(later.listed().len(), 2, "from the last copy");
    let (why, bad) = later.said();
    assert!(bad && why.contains("503") && why.ends_with("; showing the last copy"), "{why}");
    assert_eq!(later.fetched(|then| CatalogueJob::Fetch(bee.clone(), then)), Ok(Some(bee.clone())));
    std::fs::write(&bee, "changed").expect("written");
    assert_eq!(later.fetched(|then| CatalogueJob::Fetch(bee.clone(), then)), Ok(Some(bee)));
    assert_eq!(later.said().0, "downloading The bee");
    assert!(later.said().0.ends_with("; playing the last copy"));
    later.jobs.send(CatalogueJob::Set(Vec::new())).expect("its thread runs");
    assert!(later.listed().is_empty(), "removed in the settings");
    assert!(matches!(later.events.recv_timeout(Duration::from_millis(1)), Err(RecvTimeoutError::Timeout)));
    std::fs::remove_dir_all(folder).expect("its own folder");
}

/// What is said after "reading HOST" when the index is not there.
#[test]
fn a_catalogue_that_cannot_be_read_says_why() {
    let folder = std::env::temp_dir().join(format!("rasher-catalogues-wrong-{}", std::process::id()));
    let home = Home::find(Some(&folder)).expect("a folder");
    let (encrypted, plain) = (serve_encrypted(answer), serve(answer));
    let trusted = || Ok(trusting());
    for (network, server, path, says) in [
        (trusted(), &encrypted, "broken", "found version 9"),
        (trusted(), &encrypted, "large", "found more than 1000000 bytes"),
        (
            trusted(),
            &encrypted,
            "moved",
            "leads to http://127.0.0.1/site/index.json, where nothing may be read",
        ),
        (trusted(), &plain, "gone", "the server answered 404"),
        (Ok(waiting(PATIENCE)), &encrypted, "site", "the server's certificate is not trusted"),
        (Ok(waiting(Duration::from_millis(500))), &plain, "silent", "no answer in time"),
        (crate::without_network(), &plain, "site", "built for one cart"),
    ] {
        let shelf = Shelf::with(&home, network, &format!("{server}/{path}/index.json"));
        assert!(shelf.said().0.starts_with("reading "));
        let (why, bad) = shelf.said();
        assert!(bad && why.contains(says), "{path}: {why}");
        assert!(shelf.listed().is_empty());
    }
    assert!(!folder.exists(), "nothing is kept");
}
