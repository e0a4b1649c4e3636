//! A cart that requests everything it can in each frame. Our decision: it must not flood the user's clipboard,
//! screen, log or picture folder; drops are reported once by name, and play continues.

use crate::rig::{Rig, start};
use player::{Cart, CartStart, Media, Request};
use rasher::{Machine, program};
use serde::{Deserialize, Serialize};

#[derive(Clone, Default, Serialize, Deserialize)]
struct Flooder;

impl rasher::Cart for Flooder {
    fn _update60(&mut self, p8: &mut Machine) {
        let n = p8.frame();
        p8.printh_ext(&format!("text {n}"), "@clip", false, false);
        for k in 0..20 {
            p8.extcmd(&format!("no such {n} {k}"));
            p8.extcmd("folder");
        }
        p8.extcmd("screen");
        p8.prompt("import", &format!("{n}.png"));
        p8.load(&format!("nosuch{n}.p8"), "", "");
    }
}

#[test]
fn a_cart_that_asks_in_each_frame_gets_some_and_is_reported_once() {
    let mut start = start((0, 0), 1);
    start.first = CartStart::new(Cart { program: Some(program(Flooder)), ..start.first.cart.clone() });
    let mut rig = Rig::of(start);
    let seconds = 20;
    let (mut loads, mut all) = (0, Vec::new());
    for _ in 0..60 * seconds {
        rig.ticks(1);
        let asked = std::mem::take(&mut rig.requests);
        let (load, other): (Vec<_>, Vec<_>) =
            asked.into_iter().partition(|output| matches!(output, Request::LoadCart { .. }));
        for output in load {
            let Request::LoadCart { name, .. } = output else { unreachable!("it was parted") };
            rig.fail(&format!("{name}: there is none"));
            loads += 1;
        }
        all.extend(other);
    }
    assert!(loads > 100, "play continues: {loads} loads");
    let copies: Vec<String> = all
        .iter()
        .filter_map(|output| match output {
            Request::Copy(text) => Some(text.clone()),
            _ => None,
        })
        .collect();
    assert!((seconds as usize - 1..=seconds as usize + 1).contains(&copies.len()), "{copies:?}");
    let folders = all.iter().filter(|output| matches!(output, Request::CartFolder(_))).count();
    assert!(folders <= seconds as usize / 5 + 1, "{folders}");
    let shots = rig
        .writes
        .iter()
        .filter(|write| matches!(write, Request::WriteMedia(_, Media::Screenshot(_))))
        .count();
    assert!((64..=32 * (seconds as usize / 8 + 1)).contains(&shots), "{shots}");
    let said = rig.said();
    // Next to the saved pictures.
    let lines: Vec<&String> = said.iter().filter(|line| !line.starts_with("saved ")).collect();
    assert!(lines.len() <= 16 * (seconds as usize / 5 + 1) + 3, "{} lines", lines.len());
    for dropped in ["printh to @clip: ", "extcmd: at most 32 ", "too many messages"] {
        let told = lines.iter().filter(|line| line.contains(dropped)).count();
        assert_eq!(told, 1, "{dropped}: {lines:?}");
    }
}

/// Each start contains all saved numbers, so a cart that restarts in each frame with another id must not cause many
/// starts.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Starter;

impl rasher::Cart for Starter {
    fn _update60(&mut self, p8: &mut Machine) {
        p8.cartdata(&format!("id{}", p8.seed()));
        p8.dset(0, 1);
        p8.extcmd("reset");
    }
}

#[test]
fn a_cart_that_restarts_with_another_id_each_time_opens_so_many() {
    let mut start = start((0, 0), 1);
    start.options.seed = None;
    start.first = CartStart::new(Cart { program: Some(program(Starter)), ..start.first.cart.clone() });
    let mut rig = Rig::of(start);
    // A start is due at once, so the queue would never be empty.
    for _ in 0..4000 {
        rig.now += std::time::Duration::from_millis(4);
        rig.one_tick();
    }
    let ids: std::collections::BTreeSet<&String> = rig
        .writes
        .iter()
        .filter_map(|write| match write {
            Request::WriteCartData(id, _) => Some(id),
            _ => None,
        })
        .collect();
    assert_eq!(ids.len(), 256);
    let told =
        rig.log.iter().filter(|line| line.starts_with("cartdata: a cart may open at most 256")).count();
    assert_eq!(told, 1, "it is said once");
}
