//! The carts: their rules, screens and keys, and whole games by bots. One folder per cart.

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
