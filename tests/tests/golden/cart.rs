//! Moments of the carts: of the painter, which uses every call, and of Smokehouse.

use crate::Page;
use porklike::data;
use rasher::{Boot, Console, Edit, Input, button};
use tests::carts;
use tests::golden::{Screen, Shown};
use tests::random::RandomPlayer;

pub const PAGES: &[Page] = &[
    ("cart-ball", || test_cart("ball", 400)),
    ("cart-painter", || test_cart("painter", 31)),
    ("cart-typist", || test_cart("typist", 300)),
    ("smokehouse-start", || played(|_| ())),
    ("smokehouse-yard", || played(|it| it.begin())),
    ("smokehouse-tablet", || {
        played(|it| {
            it.begin();
            it.keys("ulu.", 10);
        })
    }),
    ("smokehouse-monsters", || among(&[], |_| ())),
    ("smokehouse-door", || floor(5, &[], |_| ())),
    ("smokehouse-chests", || {
        floor(
            3,
            &[
                ("/world/grid/tiles/136", "12"),
                ("/world/grid/tiles/138", "15"),
                ("/world/grid/tiles/119", "14"),
            ],
            |_| (),
        )
    }),
    ("smokehouse-larder", || floor(2, &[], |_| ())),
    ("smokehouse-fog", || {
        // Left never seen, middle seen before, right in sight now.
        floor(2, &[], |it| {
            let sight: Vec<i32> = (0..256).map(|at| (at % 16 + 2) / 6).map(|third| third.min(2)).collect();
            it.set("/world/sight/tiles", &format!("{sight:?}"));
            it.frames(0, 2);
        })
    }),
    ("smokehouse-kitchen", || floor(4, &[], |_| ())),
    ("smokehouse-loft", || floor(7, &[], |_| ())),
    ("smokehouse-hook", || floor(9, &[], |_| ())),
    ("smokehouse-blow", || {
        among(&[], |it| {
            it.frames(button::RIGHT, 1);
            it.frames(0, 7);
        })
    }),
    ("smokehouse-smoke", || {
        floor(0, &[("/world/mobs/0/at", "{\"x\":11,\"y\":11}")], |it| {
            it.frames(button::RIGHT, 1);
            it.frames(0, 14);
        })
    }),
    ("smokehouse-bag", || {
        played(|it| {
            it.begin();
            it.bag();
            it.keys("x", 40);
        })
    }),
    ("smokehouse-use", || {
        played(|it| {
            it.begin();
            it.bag();
            it.keys("xddxd", 20);
        })
    }),
    ("smokehouse-dying", || {
        // A pea is hit, and blinks in its own picture.
        among(&[("/world/mobs/1/at", "{\"x\":7,\"y\":9}"), ("/world/mobs/1/hp", "1")], |it| {
            it.keys("u", 26);
        })
    }),
    ("smokehouse-aim", || {
        among(&[], |it| {
            it.bag();
            it.keys("xdxx", 20);
            it.keys("r", 6);
        })
    }),
    ("smokehouse-shove", || {
        played(|it| {
            it.begin();
            it.frames(button::O, 12);
        })
    }),
    ("smokehouse-message", || {
        among(&[], |it| {
            it.frames(button::O, 2);
            it.frames(button::O | button::RIGHT, 1);
            it.frames(0, 20);
        })
    }),
    ("smokehouse-ring", || {
        // An oxtail that has pawed; one that cannot be shoved; one that was just shoved.
        among(
            &[
                ("/world/mobs/10/hunts", "true"),
                ("/world/mobs/10/pause", "1"),
                ("/world/mobs/10/target", "{\"x\":7,\"y\":9}"),
                ("/world/mobs/2/firm", "1"),
                ("/world/mobs/3/firm", "2"),
            ],
            |it| it.frames(0, 10),
        )
    }),
    ("smokehouse-stairs", || {
        played(|it| {
            it.begin();
            it.keys("uuuuuu", 12);
            it.frames(button::UP, 1);
            it.frames(0, 8);
        })
    }),
    ("smokehouse-death", || {
        played(|it| {
            it.begin();
            for path in ["/world/mobs/0/hp", "/shown/mobs/0/hp"] {
                it.set(path, "0");
            }
            it.set("/world/stats/killer", "5");
            it.set("/world/end", "false");
            it.set("/stop", "120");
            it.frames(0, 60);
        })
    }),
    ("smokehouse-toasted", || {
        played(|it| {
            it.begin();
            it.end("false");
            it.frames(0, 240);
        })
    }),
    ("smokehouse-ham-roll", || {
        played(|it| {
            it.begin();
            it.end("true");
            it.frames(0, 200);
        })
    }),
];

fn test_cart(name: &str, frames: usize) -> Screen {
    let cart = carts::find(name);
    let mut console = Console::boot((cart.make)(), cart.boot(2));
    let mut player = RandomPlayer::new(2);
    (0..frames).for_each(|_| _ = console.frame(&player.input()));
    console.screen()
}

struct It(Console);

impl It {
    fn frames(&mut self, held: u8, n: usize) {
        (0..n).for_each(|_| _ = self.0.frame(&Input::buttons(held)));
    }

    /// Presses `l r u d o x`, or none for a dot, each followed by this many frames.
    fn keys(&mut self, keys: &str, rest: usize) {
        for key in keys.chars() {
            self.frames("lrudox".find(key).map_or(0, |button| 1 << button), 1);
            self.frames(0, rest);
        }
    }

    /// Sets a field of the state, as a debugger does.
    fn set(&mut self, path: &str, value: &str) {
        let edit = Edit::State { path: path.into(), value: value.into() };
        self.0.edit(&edit).expect("a field, and a value that fits");
    }

    /// The yard without creatures, after logo and keys.
    fn begin(&mut self) {
        self.set("/windows", "[]");
        self.set("/clock", "300");
        self.frames(0, 2);
        let hero = "{\"id\":0,\"kind\":0,\"at\":{\"x\":7,\"y\":13},\"hp\":5,\"max\":5,\"hunts\":false,\
                    \"target\":{\"x\":7,\"y\":13},\"stun\":false,\"spent\":false,\"rest\":0,\"bless\":0,\"firm\":0,\
                    \"alert\":false,\"pause\":0}";
        self.set("/world/mobs", &format!("[{hero}]"));
        self.frames(0, 60);
    }

    fn bag(&mut self) {
        self.set("/world/bag", "[2,8,17,13,3,19,15,0]");
        self.frames(0, 2);
    }

    /// The end of a run with some numbers in it.
    fn end(&mut self, won: &str) {
        self.set("/world/stats", "{\"steps\":1204,\"kills\":31,\"meals\":9,\"turns\":1377,\"killer\":10}");
        for path in ["/world/floor", "/shown/floor"] {
            self.set(path, if won == "true" { "9" } else { "7" });
        }
        self.set("/world/end", won);
    }
}

/// The picture of Smokehouse after these actions.
fn played(deeds: impl FnOnce(&mut It)) -> Screen {
    driven(deeds).screen()
}

/// Smokehouse from its start, with these actions.
fn driven(deeds: impl FnOnce(&mut It)) -> Console {
    let cart = shelf::find("porklike").expect("it is on the shelf");
    let rom = cart.rom().expect("its files are right");
    let boot = Boot { rom: rom.into(), seed: 7, ..Boot::default() };
    let mut it = It(Console::boot((cart.make)(), boot));
    it.frames(0, 60);
    deeds(&mut it);
    it.0
}

/// A floor on arrival, without fog.
fn floor(number: u8, fields: &[(&str, &str)], deeds: impl FnOnce(&mut It)) -> Screen {
    played(|it| {
        it.begin();
        if number > 0 {
            it.set("/world/floor", &(number - 1).to_string());
            it.set("/shown/floor", &(number - 1).to_string());
            it.set("/world/grid/tiles/199", "18");
            it.frames(0, 2);
            it.keys("u", 300);
            it.set("/world/sight/tiles", &format!("{:?}", [2; 256]));
        }
        fields.iter().for_each(|(path, value)| it.set(path, value));
        it.frames(0, 2);
        deeds(it);
    })
}

/// The yard with all ten monsters in it: unaware, hunting, hurt, dazed, in a herb.
fn among(fields: &[(&str, &str)], deeds: impl FnOnce(&mut It)) -> Screen {
    crowd(fields, deeds).screen()
}

/// The same higher up, for the label: below the tower, with the bar at the bottom of the screen.
pub fn feast() -> Console {
    const AT: [(i32, i32); 11] =
        [(7, 7), (6, 8), (5, 6), (9, 6), (4, 7), (5, 8), (8, 7), (10, 7), (11, 6), (9, 8), (3, 6)];
    let places = AT.map(|(x, y)| format!("{{\"x\":{x},\"y\":{y}}}"));
    let paths: [String; 11] = std::array::from_fn(|i| format!("/world/mobs/{i}/at"));
    let fields: Vec<(&str, &str)> =
        paths.iter().zip(&places).map(|(path, at)| (&path[..], &at[..])).collect();
    crowd(&fields, |it| it.frames(0, 60))
}

fn crowd(fields: &[(&str, &str)], deeds: impl FnOnce(&mut It)) -> Console {
    let mob = |(id, kind, x, y, hp, mind, stun): (u8, u8, i32, i32, i32, &str, bool)| {
        let hunts = mind == "Hunt";
        let firm = data::beast(kind, data::Stat::Firm);
        let (to_x, to_y) = if mind == "Wait" { (x, y) } else { (7, 10) };
        format!(
            "{{\"id\":{id},\"kind\":{kind},\"at\":{{\"x\":{x},\"y\":{y}}},\"hp\":{hp},\"max\":5,\"hunts\":{hunts},\
             \"target\":{{\"x\":{to_x},\"y\":{to_y}}},\"stun\":{stun},\"spent\":false,\"rest\":0,\"bless\":0,\"firm\":{firm},\"alert\":false,\"pause\":0}}"
        )
    };
    let mobs = [
        (0, 0, 7, 10, 5, "Wait", false),
        (1, 1, 9, 8, 5, "Wait", false),
        (2, 2, 5, 8, 5, "Hunt", false),
        (3, 3, 9, 12, 5, "Wait", false),
        (4, 4, 6, 12, 5, "Hunt", false),
        (5, 5, 5, 10, 5, "Hunt", false),
        (6, 6, 8, 12, 5, "Lost", false),
        (7, 7, 8, 10, 4, "Hunt", false),
        (8, 8, 6, 8, 5, "Lost", true),
        (9, 9, 8, 7, 5, "Hunt", false),
        (10, 10, 10, 10, 3, "Wait", false),
    ];
    driven(|it| {
        it.begin();
        it.set("/world/mobs", &format!("[{}]", mobs.map(mob).join(",")));
        fields.iter().for_each(|(path, value)| it.set(path, value));
        it.frames(0, 3);
        deeds(it);
    })
}
