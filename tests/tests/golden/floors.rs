//! The catalogue of floors: 50 seeds, each tower of eight floors as characters, so that a diff shows the effect of a
//! change.
//!
//! ```text
//! tests/golden/floors.txt     seed 7, floors 1 to 8 side by side      # wall  . floor  , wall's face  + door
//!                                                                     < start  > stairs  B rare chest  b common
//!                             16 lines of 8 x 16 characters           u crock  o smoke pot  % fern  ; grass, dirt
//!                                                                     : debris  _ carpet  i torch  A-Z mobs
//! ```
//!
//! The contents of a chest or a crock are rolled when it is opened, so they are not shown here.

use porklike::tower;
use std::fs;
use tests::floors::{MOBS, draw};
use tests::table::{Mode, here, out, say};

/// Seeds of the catalogue: 0 to 49.
const SEEDS: u32 = 50;

fn catalogue() -> String {
    let who: String = MOBS.iter().collect();
    let mut text = format!("mobs, kinds 1 to 10: {who}\n");
    for seed in 0..SEEDS {
        let floors: Vec<String> = (1..=8).map(|number| draw(&tower::floor(seed, number))).collect();
        text += &format!("\nseed {seed}\n");
        for row in 0..16 {
            let lines = floors.iter().map(|floor| floor.lines().nth(row).unwrap_or_default());
            text += &(lines.collect::<Vec<_>>().join("  ") + "\n");
        }
    }
    text
}

#[test]
fn the_catalogue_of_floors_is_as_it_was_looked_at() {
    let path = here().join("golden").join("floors.txt");
    let (old, new) = (fs::read_to_string(&path).unwrap_or_default(), catalogue());
    if old == new {
        return;
    }
    let towers = |text: &str| text.split("\n\n").map(str::to_string).collect::<Vec<_>>();
    let (before, after) = (towers(&old), towers(&new));
    let changed = after.iter().filter(|tower| tower.starts_with("seed") && !before.contains(tower));
    let changed = changed.count();
    if Mode::from_env() == Ok(Mode::Bless) {
        fs::write(&path, new).unwrap();
        say(&format!("blessed floors.txt: {changed} of {SEEDS} towers changed; git diff shows how"));
        return;
    }
    let aside = out().join("floors.txt");
    fs::create_dir_all(out()).unwrap();
    fs::write(&aside, new).unwrap();
    panic!(
        "{changed} of {SEEDS} towers are not as in {}\n  the new ones: {}\n  if they are right: BLESS=1 cargo test -p tests --test golden",
        path.display(),
        aside.display()
    );
}
