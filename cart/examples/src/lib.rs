//! Twelve small carts to begin with, each with one idea, and the game that the tutorial makes; in Rust and in Lua side by side.
//!
//! ```text
//! NAME/NAME.rs    the cart in Rust, a module here      NAME/sprites, NAME/sfx   its data, for both
//!      NAME.lua   the same in Lua                       NAME/tests               buttons, and what must come of them, for both
//!      NAME.p8    names the code in Lua, so `rasher cart/examples/NAME/NAME.p8` plays it
//! ```
//!
//! `rasher new PATH --example NAME` begins a cart with one; so each is written as a cart of its own, with std, and takes nothing
//! from the others. Fields have the same names in both, and each frame the same picture: `tests/tests/carts/examples.rs` holds that.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]

#[path = "../ball/ball.rs"]
pub mod ball;
#[path = "../bee/bee.rs"]
pub mod bee;
#[path = "../breakout/breakout.rs"]
pub mod breakout;
#[path = "../hello/hello.rs"]
pub mod hello;
#[path = "../menu/menu.rs"]
pub mod menu;
#[path = "../paint/paint.rs"]
pub mod paint;
#[path = "../palette/palette.rs"]
pub mod palette;
#[path = "../platformer/platformer.rs"]
pub mod platformer;
#[path = "../shooter/shooter.rs"]
pub mod shooter;
#[path = "../sound/sound.rs"]
pub mod sound;
#[path = "../tag/tag.rs"]
pub mod tag;
#[path = "../tween/tween.rs"]
pub mod tween;
#[path = "../walk/walk.rs"]
pub mod walk;

/// An example as files: what `rasher new` writes.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Its name.
    pub name: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// A line about it: its idea.
    pub about: &'static str,
    /// Its code in Rust.
    pub rust: &'static str,
    /// Its code in Lua.
    pub lua: &'static str,
    /// Its tests: file names in the folder `tests`, and what is in them.
    pub tests: &'static [(&'static str, &'static [u8])],
}

macro_rules! examples {
    ($($name:ident $title:literal $about:literal)*) => {
        /// All of them, and at last the game of the tutorial.
        pub const EXAMPLES: &[Example] = &[$(Example {
            name: stringify!($name),
            title: $title,
            about: $about,
            rust: include_str!(concat!("../", stringify!($name), "/", stringify!($name), ".rs")),
            lua: include_str!(concat!("../", stringify!($name), "/", stringify!($name), ".lua")),
            tests: &[
                ("play.test", include_bytes!(concat!("../", stringify!($name), "/tests/play.test"))),
                ("picture.png", include_bytes!(concat!("../", stringify!($name), "/tests/picture.png"))),
            ],
        }),*];

        /// Hands the examples' names, titles and lines about them to a macro.
        #[macro_export]
        #[doc(hidden)]
        macro_rules! each_example {
            ($then:ident) => { $then! { $($name $title $about)* } };
        }
    };
}

examples! {
    hello "Hello" "a picture that is drawn anew sixty times a second"
    ball "Ball" "place, speed, gravity: how things move"
    walk "Fox walk" "an animated sprite, before hills that move less than it"
    tag "Tag" "the buttons of two players, and hedges between them"
    breakout "Breakout" "a ball, a paddle, bricks: a whole game"
    platformer "Platformer" "a map that one runs, jumps and falls on"
    shooter "Shooter" "many things at once: shots, enemies, sparks"
    paint "Paint" "the mouse, and a canvas that keeps what it draws"
    menu "Needle" "a menu, pages, and a best result that is kept"
    palette "Palette" "other colours for the same picture, and fill patterns"
    sound "Frog pond" "music that goes on, and sounds at what happens"
    tween "Tween" "ways from here to there on curves, and particles"
    bee "Honey days" "what the tutorial makes: pollen home before the sun sets"
}
