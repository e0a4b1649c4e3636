//! The player driven only by packets, without a browser: does what a page does, in Rust.

use super::*;
use rasher::{Rom, button};
use serde_json::Value;
use std::collections::BTreeMap;
use timeline::KeptRun;

/// A page that stores what a real page stores.
#[derive(Default)]
pub struct Rig {
    pub host: Option<PageHost>,
    micros: u64,
    past: Vec<u8>,
    inputs: Vec<u8>,
    frames: u64,
    run: Vec<u8>,
    edits: Vec<u8>,
    kept: BTreeMap<String, Vec<u8>>,
    pub heads: Vec<Value>,
    /// What the page's script answers, or hands to the user.
    pub unanswered: Vec<(Value, Vec<u8>)>,
    pub downloads: Vec<(Value, Vec<u8>)>,
    pictures: usize,
}

impl Rig {
    pub fn boot(files: &[(&str, &[u8])], boot: Value) -> Rig {
        Rig::with(
            PageHost::new(PageCarts::all(shelf::CARTS, shelf::EXAMPLES), Some(PageTools::ALL)),
            files,
            boot,
        )
    }

    pub fn with(host: PageHost, files: &[(&str, &[u8])], boot: Value) -> Rig {
        let mut rig = Rig { host: Some(host), ..Rig::default() };
        let mut packets: Vec<(Value, &[u8])> =
            files.iter().map(|(name, bytes)| (json!({"k": "file", "name": name}), *bytes)).collect();
        packets.push((boot, &[]));
        rig.call(&packets);
        rig.tell(json!({"k": "focus", "on": true}));
        rig
    }

    pub fn call(&mut self, told: &[(Value, &[u8])]) -> Option<u64> {
        let mut packets = PacketWriter::default();
        told.iter().for_each(|(head, body)| packets.add(head, body));
        let now = Duration::from_micros(self.micros);
        let answer = self.host.as_mut().expect("a host").call(now, &packets.bytes());
        let mut rest = &answer[..];
        let mut part = || {
            let (length, after) = rest.split_first_chunk::<4>()?;
            let (part, after) = after.split_at(u32::from_le_bytes(*length) as usize);
            rest = after;
            Some(part)
        };
        let mut next = None;
        while let (Some(head), Some(body)) = (part(), part()) {
            let head: Value = serde_json::from_slice(head).expect("a head in JSON");
            match head["k"].as_str().expect("a kind") {
                "picture" => {
                    assert_eq!(body.len() % (4 * head["w"].as_u64().expect("a width") as usize), 0);
                    self.pictures += 1;
                }
                "past" => (self.past, self.inputs) = (body.to_vec(), Vec::new()),
                "frame" => {
                    self.inputs.extend((body.len() as u32).to_le_bytes());
                    self.inputs.extend(body);
                    self.frames += 1;
                }
                "run" if head["first"] == json!(true) => self.run = body.to_vec(),
                "run" => self.run.extend(body),
                "run-over" => self.run.clear(),
                "edits" if head["whole"] == json!(true) => self.edits = body.to_vec(),
                "edits" => self.edits.extend(body),
                "keep" => _ = self.kept.insert(head["name"].as_str().expect("a name").into(), body.to_vec()),
                "next" => next = head["micros"].as_u64(),
                _ => {}
            }
            match head["k"].as_str() {
                Some("own" | "claim" | "load" | "edits-wanted") => {
                    self.unanswered.push((head.clone(), body.to_vec()))
                }
                Some("download") => self.downloads.push((head.clone(), body.to_vec())),
                _ => {}
            }
            self.heads.push(head);
        }
        next
    }

    pub fn tell(&mut self, head: Value) {
        self.call(&[(head, &[])]);
    }

    /// Lets time pass, calling the player whenever it asks to be called.
    pub fn wait(&mut self, millis: u64) {
        let until = self.micros + millis * 1000;
        while self.micros < until {
            // A call takes some time too.
            let next = self.call(&[]).unwrap_or(1_000_000).max(100);
            self.micros = (self.micros + next).min(until);
        }
    }

    pub fn press(&mut self, key: &str) {
        self.tell(json!({"k": "key", "name": key, "down": true}));
        self.wait(60);
        self.tell(json!({"k": "key", "name": key, "down": false}));
        self.wait(60);
    }

    pub fn player(&self) -> &Player {
        self.host.as_ref().and_then(PageHost::player).expect("it has begun")
    }

    fn now(&self) -> u64 {
        self.player().run().expect("a run").now()
    }

    pub fn of(&self, kind: &str) -> Vec<&Value> {
        self.heads.iter().filter(|head| head["k"] == json!(kind)).collect()
    }
}

fn smokehouse() -> Value {
    json!({"k": "start", "cart": "porklike", "name": "porklike", "any": 7, "build": "a", "tools": true})
}

#[test]
fn a_cart_begins_is_played_and_goes_on_from_what_was_kept() {
    let mut rig = Rig::boot(&[], smokehouse());
    rig.wait(500);
    rig.press("KeyX");
    rig.press("ArrowRight");
    rig.wait(1500);
    assert!(rig.pictures > 60 && rig.now() > 90, "{} pictures, {} frames", rig.pictures, rig.now());
    assert_eq!(rig.of("cart").last().map(|head| &head["title"]), Some(&json!("Smokehouse")));
    assert!(rig.of("samples").len() > 60 && rig.of("wrong").is_empty(), "{:?}", rig.of("wrong"));
    assert!(rig.kept.contains_key("marks"), "that it was played is marked");
    let recording = rig.player().run().expect("a run").recording();
    let pressed = recording.inputs().fold(0, |all, input| all | input.players[0]);
    assert_eq!(pressed & (button::RIGHT | button::X), button::RIGHT | button::X);
    // Each input is sent before its frame runs.
    assert!(rig.frames >= rig.now());

    let mut boot = smokehouse();
    boot["resume"] = json!(true);
    let mut next = Rig::boot(&[("run", &rig.run)], boot);
    next.wait(100);
    let again = next.player().run().expect("a run").recording();
    let kept = KeptRun::from_bytes(&rig.run).expect("whole pieces").recording;
    assert!(kept.frames() > 60 && again.begins_with(&kept), "{} frames were kept", kept.frames());
}

/// Scenario 24 on a page: the browser stores unsaved work, which is there the next time.
#[test]
fn unsaved_edits_are_kept_by_the_page() {
    let draws = |rig: &mut Rig| {
        rig.press("F2");
        rig.wait(300);
        rig.tell(json!({"k": "pointer", "x": 20, "y": 40}));
        rig.tell(json!({"k": "click", "button": 1, "down": true}));
        rig.tell(json!({"k": "click", "button": 1, "down": false}));
        rig.wait(700);
    };
    let mut rig = Rig::boot(&[], smokehouse());
    rig.wait(300);
    draws(&mut rig);
    let data = rig.player().editors().expect("open").document().data().to_vec();
    assert!(rig.player().editors().is_some_and(|editors| editors.is_changed()), "{:?}", rig.of("wrong"));
    assert!(format::EditLog::from_bytes(&rig.edits).tip().is_some_and(|tip| tip.is_unsaved));
    let mut next = Rig::boot(&[("edits", &rig.edits)], smokehouse());
    next.wait(300);
    next.press("F2");
    next.wait(300);
    assert!(next.player().editors().expect("open").document().data()[..] == data[..]);
    assert_eq!(next.edits, b"", "it is known");
}

#[test]
fn a_lost_player_resumes_before_its_frame() {
    let mut rig = Rig::boot(&[], smokehouse());
    rig.wait(1500);
    // The input of the frame that hangs was sent; the frame did not run.
    let told = rig.frames;
    let panic = json!({"panic": {"message": "out of ham", "file": "ham.rs", "line": 3}});
    for (lost, mode) in [
        (panic, studio::Mode::Error),
        (json!("menu"), studio::Mode::Menu),
        (json!("debugger"), studio::Mode::Debugger),
    ] {
        let mut boot = smokehouse();
        boot["recovery"] = lost;
        let mut next =
            Rig::boot(&[("lost-run", &rig.past), ("inputs", &rig.inputs), ("run", &rig.run)], boot);
        next.wait(200);
        assert_eq!((next.player().mode(), next.now()), (mode, told - 1));
        assert_eq!(next.player().cart().name, "porklike");
    }
    let mut boot = smokehouse();
    boot["recovery"] = json!("restart");
    let mut next = Rig::boot(&[("lost-run", &rig.past), ("inputs", &rig.inputs)], boot);
    next.wait(100);
    assert!(next.now() < 10 && next.player().mode() == studio::Mode::Game, "it begins again");
}

#[test]
fn a_cartridge_that_is_dropped_plays_once_the_store_was_asked() {
    let code = "pico-8 cartridge\nversion 41\n__lua__\nx=0\nfunction _update() x+=1 end\n";
    let mut rig = Rig::boot(&[], smokehouse());
    rig.wait(100);
    rig.call(&[(json!({"k": "dropped", "name": "walk.p8"}), code.as_bytes())]);
    let asked = rig.of("load").last().map(|head| (head["name"].clone(), head["key"].clone()));
    let (name, key) = asked.expect("its files are asked for");
    assert!(key.as_str().is_some_and(|key| key.starts_with("code-")), "{key}");
    // Another cart had that key first.
    rig.call(&[(json!({"k": "insert", "cart": name, "key": "other", "param": ""}), &[])]);
    rig.wait(200);
    assert_eq!(rig.player().cart().key(), "other");
    assert_eq!((&rig.player().cart().name[..], rig.player().cart().is_shelf()), ("walk", false));
    assert!(rig.now() > 3);

    for (name, bytes) in
        [("a.p8", &b"nothing"[..]), ("a.p8.png", b"\x89PNG"), ("a.report", b"x"), ("a.txt", b"x")]
    {
        rig.call(&[(json!({"k": "dropped", "name": name}), bytes)]);
        rig.wait(50);
        assert_eq!(rig.player().cart().name, "walk", "{name} changes nothing");
    }
}

/// Each form that a page takes: those of the loader, and the carts of a page of ours, which its script hands on as `.bundle`.
#[test]
fn carts_in_every_form_are_dropped() {
    let code = |text: &[u8]| rasher::Code { text: text.into(), pieces: vec![(1, "a.p8".into(), 1)] };
    let mut cart = format::Cartridge::new(Rom::empty("x"));
    cart.code = b"function _draw() end".to_vec();
    let (picture, rom) = (format::write_p8png(&cart).unwrap(), format::write_p8rom(&cart).unwrap());
    let numbers = rom.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let script = format!("var _cartname=[`x.p8`];var _cartdat=[{numbers}];").into_bytes();
    let data = rasher::CartBytes(cart.rom.data.clone());
    let first = rasher::BundledCart { name: "a.p8".into(), code: code(b"function _draw() end"), data };
    let bundle = postcard::to_allocvec(&Bundle::new(vec![first])).unwrap();
    let refused = b"<script type=\"application/json\" id=\"boot\">{\"cart\":\"moth\"}</script>";
    let rows: [(&str, &[u8], Option<&str>); 9] = [
        ("one.lua", b"function _draw() end", Some("one")),
        ("two.p8.png", &picture, Some("two")),
        ("three.png", &picture, Some("three")),
        ("four.p8.rom", &rom, Some("four")),
        ("five.js", &script, Some("five")),
        ("six.html", &script, Some("six")),
        ("seven.html.bundle", &bundle, Some("seven")),
        ("eight.html", refused, None),
        ("nine.html.bundle", b"?", None),
    ];
    for (name, bytes, opens) in rows {
        let mut rig = Rig::boot(&[], smokehouse());
        rig.wait(100);
        rig.call(&[(json!({"k": "dropped", "name": name}), bytes)]);
        let asked = rig.of("load").last().and_then(|head| head["name"].as_str().map(str::to_string));
        assert_eq!(asked.as_deref(), opens, "{name}");
        if let Some(opens) = opens {
            rig.call(&[(json!({"k": "insert", "cart": opens, "param": ""}), &[])]);
            rig.wait(200);
            assert_eq!((&rig.player().cart().name[..], rig.player().cart().is_shelf()), (opens, false));
            assert!(rig.now() > 3, "{name}");
        }
    }
}

/// The bundle of a cart that counts its frames.
fn lua() -> Vec<u8> {
    let text = b"x=0\nfunction _update() x+=1 end\nfunction _draw() cls(3) end";
    let code = rasher::Code { text: text[..].into(), pieces: vec![(1, "count.lua".into(), 1)] };
    let data = rasher::CartBytes(Rom::empty("x").data);
    let first = rasher::BundledCart { name: "count.p8".into(), code, data };
    postcard::to_allocvec(&Bundle::new(vec![first])).expect("it has a form")
}

/// A cart's page in each kind of module: there is no shelf, and tools only if the page asks for them.
#[test]
fn a_page_of_one_cart_has_no_shelf_and_no_tools() {
    let (all, lua) = (PageCarts::all(shelf::CARTS, shelf::EXAMPLES), lua());
    let counting = |tools: bool| json!({"k": "start", "name": "count", "title": "Count", "key": "count", "tools": tools});
    let smoke = |tools: bool| json!({"k": "start", "cart": "porklike", "name": "porklike", "tools": tools});
    let bundle = [("bundle", &lua[..])];
    let files = |boot: &Value| if boot["cart"].is_null() { &bundle[..] } else { &[] };
    let rows: [(PageCarts, Option<&'static PageTools>, Value, bool); 6] = [
        (PageCarts::LUA, None, counting(false), false),
        (PageCarts::LUA, None, counting(true), false),
        (all, Some(PageTools::ALL), counting(false), false),
        (all, Some(PageTools::ALL), counting(true), true),
        (all, Some(PageTools::ALL), smoke(false), false),
        (all, Some(PageTools::ALL), smoke(true), true),
    ];
    for (row, (carts, tools, boot, has_tools)) in rows.into_iter().enumerate() {
        let name = boot["name"].as_str().expect("a name").to_string();
        let mut rig = Rig::with(PageHost::new(carts, tools), files(&boot), boot);
        rig.wait(300);
        assert!(rig.now() > 5 && rig.player().cart().name == name, "row {row}: {:?}", rig.of("wrong"));
        // A cart that is dropped plays only where there are tools.
        if !has_tools {
            rig.call(&[(json!({"k": "dropped", "name": "walk.p8"}), b"pico-8 cartridge\n__lua__\nx=0\n")]);
            rig.wait(50);
            assert!(rig.of("load").is_empty() && rig.player().cart().name == name, "row {row}");
            let logged = rig.of("log").last().and_then(|head| head["text"].as_str()).unwrap_or_default();
            assert!(logged.starts_with("walk.p8: only "), "row {row}: {logged}");
        }
        for (key, mode) in [("F2", studio::Mode::Editor), ("F12", studio::Mode::Debugger)] {
            rig.press(key);
            let mode = if has_tools { mode } else { studio::Mode::Game };
            assert_eq!(rig.player().mode(), mode, "row {row}: {key}");
        }
    }
    // A player without carts of its own.
    let rig = Rig::with(PageHost::new(PageCarts::LUA, None), &[], smoke(false));
    assert!(rig.of("wrong").len() == 1 && rig.host.is_some_and(|host| host.player().is_none()));
}

#[test]
fn a_recording_is_shown_until_a_key_takes_it_over() {
    let mut rig = Rig::boot(&[], smokehouse());
    rig.wait(300);
    rig.press("KeyX");
    rig.wait(1500);
    let recording = rig.player().run().expect("a run").recording();
    let mut show = Rig::boot(&[("playback", &recording.to_bytes())], smokehouse());
    show.wait(1000);
    assert!(show.host.as_ref().is_some_and(|host| host.player().is_none()) && show.pictures > 50);
    show.press("ArrowLeft");
    show.wait(200);
    let taken = show.player().run().expect("a run").recording();
    assert!(taken.frames() > 60, "{}", taken.frames());
    let same = recording.inputs().zip(taken.inputs()).take_while(|(a, b)| a == b).count();
    assert!(same >= 55, "it is the run that was shown up to frame {same}");
}

#[test]
fn every_packet_is_answered() {
    // Random bytes for packets, bodies and files: an error is reported, and the next call is answered. Our
    // decision.
    let mut word = 1u64;
    let mut random = move || {
        word = rasher::next_seed(word);
        word
    };
    let heads = [
        json!({"k": "start", "tools": true}),
        json!({"k": "start", "cart": "nobody"}),
        json!({"k": "replay"}),
        json!({"k": "recording"}),
        json!({"k": "insert", "cart": "porklike"}),
        json!({"k": "dropped", "name": "x.p8.png"}),
        json!({"k": "file", "name": "run"}),
        json!({"k": "file", "name": "lost-run"}),
        json!({"k": "file", "name": "save/a"}),
        json!({"k": "file", "name": "bundle"}),
        json!({"k": "key", "name": "NoKey", "down": true}),
        json!({"k": "pad-button", "id": 9, "button": "?", "down": true}),
        json!({"k": "start", "recovery": "menu"}),
        json!({"k": "wheel", "x": 1, "y": -1, "fine": false}),
        json!({"k": 3}),
        json!([]),
    ];
    for _ in 0..40 {
        let mut host = PageHost::new(PageCarts::all(shelf::CARTS, shelf::EXAMPLES), Some(PageTools::ALL));
        for time in 0..30 {
            let mut packets = PacketWriter::default();
            let body: Vec<u8> = (0..random() % 40).map(|_| random() as u8).collect();
            packets.add(&heads[random() as usize % heads.len()], &body);
            let mut bytes = packets.bytes();
            if random() % 4 == 0 {
                bytes.truncate(random() as usize % bytes.len());
            }
            let answer = host.call(Duration::from_millis(time * 17), &bytes);
            assert!(answer.len() > 8, "the last packet says when the next call is wanted");
        }
    }
}

/// A cart that saves under another name at each start and exports a picture in each frame. The stored files count
/// again after a reload.
#[test]
fn a_page_keeps_so_many_files_of_its_carts_and_no_more() {
    let kept: Vec<String> = (0..200).map(|n| format!("save/before{n}")).collect();
    let files: Vec<(&str, &[u8])> = kept.iter().map(|name| (name.as_str(), &[0; 256][..])).collect();
    let mut rig = Rig::boot(&files, json!({"k": "start", "cart": "porklike", "name": "porklike"}));
    let host = rig.host.as_mut().expect("a host");
    let new = (0..100).filter(|n| host.has_room(format!("stored/level{n}.p8"))).count();
    assert_eq!(new, 256 - 200);
    assert!(host.has_room("save/before3".to_string()) && host.has_room("stored/level3.p8".to_string()));
    assert_eq!((0..100).filter(|_| host.may_download()).count(), 32);
    let told = host.waiting.iter().filter(|event| matches!(event, HostEvent::Notify(notice) if notice.bad));
    assert_eq!(told.count(), 1, "it is said once");
}

/// A packet that the page does not handle would be lost: each kind that the sources write has a method there, or a branch in the worker.
#[test]
fn each_packet_is_handled_by_the_page() {
    let (page, worker) = (include_str!("../../page/page.js"), include_str!("../../page/worker.js"));
    let sources = [
        include_str!("../../src/host.rs"),
        include_str!("../../src/requests.rs"),
        include_str!("../../src/playback.rs"),
        include_str!("../../src/dropped.rs"),
        include_str!("../../src/downloads.rs"),
        include_str!("../../src/own_writes.rs"),
        include_str!("../../src/own_requests.rs"),
        include_str!("../../src/share.rs"),
    ];
    let kinds: Vec<&str> = sources
        .iter()
        .flat_map(|text| text.split("\"k\": \"").skip(1))
        .filter_map(|rest| rest.split_once('"').map(|(kind, _)| kind))
        .collect();
    assert!(kinds.len() > 25, "{kinds:?}");
    for kind in kinds {
        let method = format!("\n  on_{}(", kind.replace('-', "_"));
        let asynchronous = method.replace("on_", "async on_");
        let branch = format!("head.k === \"{kind}\"");
        let is_handled = page.contains(&method) || page.contains(&asynchronous) || worker.contains(&branch);
        assert!(is_handled, "nothing handles the packet {kind}");
    }
}
