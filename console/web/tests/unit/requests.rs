//! Each request of the protocol on a page: carried out, or refused with a sentence.

use super::*;
use crate::host::tests::Rig;
use player::{EditedData, Export, SavedAs, SourceFile};
use rasher::Rom;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;
use studio::{Piece, ShelfMark, SoundFile};
use timeline::{JournalCursor, Report, Slot};

const CART: &[u8] =
    b"pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\nfunction _update() end\n";

/// How a request ends.
#[derive(Debug, PartialEq)]
enum Outcome {
    /// The page's script gets a packet of that kind.
    Sent(&'static str),
    /// The player gets the answer at once.
    Answered,
    /// It never does it here, and says so; the words that the sentence has.
    Refused(&'static str),
    /// Nothing is to be done.
    Kept,
}
use Outcome::{Answered, Kept, Refused, Sent};

/// Names each request, so that a new one is missing here.
fn on_console(request: &Request) -> Outcome {
    match request {
        Request::Autosave(..) => Sent("run"),
        Request::WriteSlot { slot: Some(_), .. } => Sent("slot"),
        Request::WriteSlot { slot: None, .. } => Sent("no-slot"),
        Request::WriteCartData(..)
        | Request::WriteStored { .. }
        | Request::WriteMark(..)
        | Request::WriteSettings(_) => Sent("keep"),
        Request::MoveCartData { .. } => Sent("move"),
        Request::PrintToFile { .. } => Sent("print"),
        Request::WriteMedia(..)
        | Request::WriteReport(_)
        | Request::WriteRecording(_)
        | Request::Export(_) => Sent("download"),
        Request::LoadCart { .. } => Sent("load"),
        Request::WriteLabel(..)
        | Request::NewCart { .. }
        | Request::MoveCart(..)
        | Request::SaveAs(_)
        | Request::WriteSources(..)
        | Request::WriteData(_) => Sent("own"),
        Request::WriteHistory(..) => Sent("edits"),
        Request::ReadCart(_)
        | Request::ReadHistory(_)
        | Request::ReadSources(_)
        | Request::Compile(..)
        | Request::Pack(_)
        | Request::ListFolder(_)
        | Request::CartFolder(_) => Answered,
        Request::ReadAgainst => Refused("drop a recording"),
        Request::MakeFolder(_) => Refused("no folders"),
        Request::OpenFolder(_) => Refused("cannot show a folder"),
        Request::Import(..) => Refused("drop the file on the page"),
        Request::OpenEditor { .. } => Refused("external editor"),
        Request::Copy(_) => Sent("copy"),
        Request::CopyPicture(..) => Sent("copypicture"),
        Request::Paste => Sent("paste"),
        Request::SetCart(_) => Sent("cart"),
        Request::SetTitle(_) => Sent("title"),
        Request::Job(_) | Request::StopJob(_) => Kept,
        Request::Quit => Sent("quit"),
    }
}

/// A single cart's page keeps no other carts.
fn on_cart_page(request: &Request) -> Outcome {
    match request {
        Request::NewCart { .. } | Request::SaveAs(_) | Request::MoveCart(..) | Request::Export(_) => {
            Refused("the console's own page does")
        }
        Request::ReadSources(_) | Request::Compile(..) => Refused("not available on a page"),
        Request::WriteSources(..) | Request::WriteData(_) => Refused("cannot save"),
        Request::Pack(_) => Refused("packed size"),
        Request::WriteLabel(..) => Sent("download"),
        Request::ListFolder(_) => Refused("no folders"),
        other => on_console(other),
    }
}

fn requests(rig: &Rig, path: &str) -> Vec<Request> {
    let run = rig.player().run().expect("it plays");
    let recording = run.recording();
    let rom = Arc::new(Rom::empty("a"));
    let (at, key, source) =
        (PathBuf::from(path), "key".to_string(), SourceFile { name: "a.p8".into(), text: b"x=1".to_vec() });
    let base = format::read_code(CART, "a.p8").expect("code");
    let part = run.part(&mut JournalCursor::default(), None, true);
    let export = |to: &str| Export {
        to: to.into(),
        over: false,
        name: path.into(),
        key: key.clone(),
        like: Some(at.clone()),
        rom: rom.clone(),
        code: base.clone(),
        unsaved: Vec::new(),
        piece: Piece::Sfx(0),
        file: SoundFile::default(),
    };
    let data = rom.data.clone();
    vec![
        Request::Autosave(
            key.clone(),
            AutosaveChunk::Begin { start: Box::new(recording.start.clone()), rom: rom.clone(), part },
        ),
        Request::WriteSlot { cart: key.clone(), number: 0, slot: Some(Arc::new(Slot::of(run, "1"))) },
        Request::WriteSlot { cart: key.clone(), number: 0, slot: None },
        Request::WriteCartData("id".into(), Box::new([0; 256])),
        Request::MoveCartData { from: "a".into(), to: "b".into() },
        Request::WriteStored { cart: key.clone(), file: "a.p8".into(), data: data.clone() },
        Request::PrintToFile { cart: key.clone(), file: "log".into(), text: "x".into(), anew: false },
        Request::WriteMark("a".into(), ShelfMark::Favourite(true)),
        Request::WriteSettings(Box::default()),
        Request::WriteMedia(MediaName { name: "a".into(), by: None }, Media::Sound(vec![0])),
        Request::WriteReport(Box::new(Report::of(run, "1"))),
        Request::WriteRecording(Box::new(recording.clone())),
        Request::LoadCart { name: "porklike".into(), param: String::new(), from: None },
        Request::NewCart { to: None, from: String::new() },
        Request::SaveAs(Box::new(SavedAs {
            from: at.clone(),
            to: "own/key/b.p8".into(),
            key: key.clone(),
            rom: rom.clone(),
            unsaved: Vec::new(),
        })),
        Request::ReadCart(path.into()),
        Request::ReadHistory(key.clone()),
        Request::WriteHistory(key.clone(), vec![1]),
        Request::ReadSources(at.clone()),
        Request::WriteSources(at.clone(), vec![(source.clone(), base.clone())]),
        Request::WriteData(Box::new(EditedData {
            folder: Some(at.clone()),
            name: "a".into(),
            data: data.clone(),
            base: data,
            sounds: Default::default(),
            agreed: false,
        })),
        Request::Compile(at.clone(), vec![source]),
        Request::Pack(base.clone()),
        Request::ReadAgainst,
        Request::ListFolder("own/key".into()),
        Request::MakeFolder("x".into()),
        Request::OpenFolder("x".into()),
        Request::CartFolder(key.clone()),
        Request::Import("x.png".into(), rom.clone()),
        Request::Export(Box::new(export("a.p8.png"))),
        Request::OpenEditor { editor: String::new(), file: "a".into(), line: 1 },
        Request::Copy("x".into()),
        Request::CopyPicture(1, vec![7]),
        Request::Paste,
        Request::SetTitle("x".into()),
        Request::SetCart(RunningCart {
            key: key.clone(),
            name: "a".into(),
            title: "a".into(),
            folder: None,
            rom: rom.clone(),
            keeps: true,
        }),
        Request::StopJob(3),
        Request::WriteLabel(key.clone(), Box::new([0; PIXELS])),
        Request::MoveCart(at, None),
        Request::Quit,
    ]
}

#[test]
fn each_request_is_carried_out_or_refused_with_a_sentence() {
    let path = "own/key/a.p8";
    type Expected = fn(&Request) -> Outcome;
    let pages: [(Value, Expected); 2] = [
        (json!({"k": "start", "tools": true}), on_console),
        (json!({"k": "start", "cart": "porklike", "name": "porklike", "tools": true}), on_cart_page),
    ];
    for (boot, expected) in pages {
        let mut rig = Rig::boot(&[(path, CART)], boot);
        rig.wait(300);
        for request in requests(&rig, path) {
            let (wants, shown) =
                (expected(&request), format!("{request:?}").chars().take(40).collect::<String>());
            let mut host = rig.host.take().expect("a host");
            host.out.bytes();
            host.waiting.clear();
            let player = host.player.take().expect("a player");
            host.perform(&player, 77, request);
            host.player = Some(player);
            let out = host.out.bytes();
            let sent = |kind: &str| String::from_utf8_lossy(&out).contains(&format!("\"k\":\"{kind}\""));
            let replies: Vec<_> = host.waiting.drain(..).collect();
            match wants {
                Sent(kind) => assert!(sent(kind), "{shown}: {}, {replies:?}", String::from_utf8_lossy(&out)),
                Answered => {
                    assert!(matches!(&replies[..], [HostEvent::Reply(77, Ok(_))]), "{shown}: {replies:?}")
                }
                Refused(words) => match &replies[..] {
                    [HostEvent::Reply(77, Err(error))] => {
                        assert!(
                            error.unsupported && error.why.contains(words) && error.why.len() > 20,
                            "{shown}: {error}"
                        );
                    }
                    other => panic!("{shown}: {other:?}"),
                },
                Kept => assert!(out.is_empty() && replies.is_empty(), "{shown}: {replies:?}"),
            }
            rig.host = Some(host);
        }
    }
}

/// A search, a film or a comparison is done between the frames.
#[test]
fn a_job_ends_with_its_result() {
    let mut rig =
        Rig::boot(&[], json!({"k": "start", "cart": "porklike", "name": "porklike", "tools": true}));
    rig.wait(1500);
    rig.tell(json!({"k": "key", "name": "F9", "down": true}));
    rig.tell(json!({"k": "key", "name": "F9", "down": false}));
    rig.wait(4000);
    let (head, bytes) = rig.downloads.last().expect("a film");
    assert!(
        head["name"].as_str().is_some_and(|name| name.ends_with(".gif")) && bytes.starts_with(b"GIF8"),
        "{head}"
    );
    let frames = rig.player().run().expect("it plays").now();
    assert!(frames > 200, "the game went on: {frames}");
}
