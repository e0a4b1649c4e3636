//! The carts: their rules, their screens and keys, and whole games by bots. A folder for each, by its cart's name.

mod examples;
mod ghosts;
mod goblin;
mod kasidin;
mod picorogue;
mod porklike;
mod sounds;
mod statements;
mod stored;
mod tutorial;
