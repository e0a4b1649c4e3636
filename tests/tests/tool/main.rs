//! The commands that need no window, as a user types them.
//!
//! ```text
//! cli.rs          texts, exit codes, errors        new.rs          a new cart
//! build.rs        a cart in Lua as a program
//! budget.rs       the size of each cart            pack.rs         cartridges in one file
//! manual.rs       the page of all calls            movie.rs        moving pictures
//! calls.rs        the Lua examples, compared with those in Rust
//! sound_files.rs  sounds from text to output       import.rs   pictures of other programs
//! forms.rs        carts in every form by every way
//! not_files.rs    pipes, devices and folders instead of files
//! lua.rs          Lua cartridges and their runs       lines.rs    their lines: commands, and editor messages
//! rust.rs         calls of Rust carts as lines, for commands and editors
//! dap.rs          editor messages: breakpoints, changes, memory, names       attach.rs   to a window that plays
//! cart_tests.rs   rasher test: carts' own tests         monkey.rs      random buttons
//! versions.rs     two versions of a cart in one run   vscode.rs       the extension for VS Code
//! site.rs         a site of a folder of carts, which is a catalogue
//! runs.rs         runs in files of every kind, homes, outputs, files that are too large
//! ```

mod attach;
mod budget;
mod build;
mod calls;
mod cart_tests;
mod cli;
mod dap;
mod forms;
mod import;
mod import_sounds;
mod lines;
mod lua;
mod manual;
mod monkey;
mod movie;
mod new;
mod not_files;
mod pack;
mod runs;
mod rust;
mod site;
mod sound_files;
mod versions;
mod vscode;
