//! Twelve small example carts, each with one idea, and the tutorial's game; each in Rust and in Lua.
//!
//! ```text
//! NAME/NAME.rs    the cart in Rust, a module here      NAME/sprites, NAME/sfx   its data, for both
//!      NAME.lua   the same in Lua                       NAME/tests               buttons and expected results, for both
//!      NAME.p8    includes the Lua code, so `rasher cart/examples/NAME/NAME.p8` plays it
//! ```
//!
//! `rasher new PATH --example NAME` starts a cart from one, so each is written as a separate cart, with std, and uses
//! nothing from the others. Both versions have the same field names and draw the same picture in each frame:
//! `tests/tests/carts/examples.rs` checks that.

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

/// The files of an example, as `rasher new` writes them.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Its name.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its idea, in one line.
    pub about: &'static str,
    /// Its code in Rust.
    pub rust: &'static str,
    /// Its code in Lua.
    pub lua: &'static str,
    /// Its tests: names and contents of the files in the folder `tests`.
    pub tests: &'static [(&'static str, &'static [u8])],
}

macro_rules! examples {
    ($($name:ident $title:literal $about:literal)*) => {
        /// All examples, followed by the tutorial's game.
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

        /// The code of an example in Lua. A program that needs no more of the examples does not contain it.
        pub fn lua(name: &str) -> Option<&'static str> {
            match name {
                $(stringify!($name) => Some(include_str!(concat!("../", stringify!($name), "/", stringify!($name), ".lua"))),)*
                _ => None,
            }
        }

        /// Passes the examples' names, titles and lines to a macro.
        #[macro_export]
        #[doc(hidden)]
        macro_rules! each_example {
            ($then:ident) => { $then! { $($name $title $about)* } };
        }
    };
}

examples! {
    hello "Hello" "a picture, redrawn sixty times a second"
    ball "Ball" "position, speed, gravity: how things move"
    walk "Fox walk" "an animated sprite, and hills that scroll more slowly"
    tag "Tag" "the buttons of two players, and hedges that block them"
    breakout "Breakout" "a ball, a paddle, bricks: a whole game"
    platformer "Platformer" "running, jumping and falling on a map"
    shooter "Shooter" "many objects at once: shots, enemies, sparks"
    paint "Paint" "the mouse, and a canvas that keeps your drawing"
    menu "Needle" "a menu, screens, and a saved best result"
    palette "Palette" "one picture in different colours, and fill patterns"
    sound "Frog pond" "looping music, and sounds for events"
    tween "Tween" "movement along curves, and particles"
    bee "Honey days" "the tutorial's game: bring pollen home by sunset"
}
