//! The harness of the project's tests.
//!
//! ```text
//! golden.rs    pictures compared by digest, shown when they differ     table.rs    expected values, and BLESS=1
//! random.rs    random cases, a random player                           carts/      small carts for tests
//! spectrogram.rs  pictures of sound                                     scene.rs    a fast call against its twin
//! harness      bots, rules of floors, slow twins: a crate of its own    shelved.rs  a cart of the shelf: keys, fields, its recording
//! bench.rs     times within one run, with ratios                       score.rs    notes and sfx records
//! shell.rs     commands, and the folders that they write into          apples      an example: a game with a bug made on purpose
//! toy/         a language of its own: a program that is not Rust            foreign.rs   files of other programs
//! programs.rs  random carts in Lua, with calls under way wherever a frame ends
//! failing.rs   a cart in Rust whose hooks fail, as a module
//! dearest.rs   a search for the frame of a cart in Lua that does most work
//! screen_text.rs  words on a screen, found by their pixels
//! ```
//!
//! A test drives a console as the window does, one input a frame, and looks at its picture:
//!
//! ```
//! use rasher::Console;
//! use tests::{carts, golden::Shown, random::RandomPlayer};
//!
//! let ball = carts::find("ball");
//! let mut console = Console::boot((ball.make)(), ball.boot(1));
//! let mut player = RandomPlayer::new(1);
//! for _ in 0..30 {
//!     console.frame(&player.input());
//! }
//! assert!(console.screen().contains(&8), "the ball is red");
//! ```

pub use harness::{bots, floors, naive};

#[path = "../../console/tool/example/apples/src/apples.rs"]
pub mod apples;
pub mod bench;
pub mod carts;
pub mod dearest;
pub mod failing;
pub mod foreign;
pub mod golden;
pub mod programs;
pub mod random;
pub mod scene;
pub mod score;
pub mod screen_text;
pub mod shell;
pub mod shelved;
pub mod spectrogram;
pub mod table;
pub mod toy;
