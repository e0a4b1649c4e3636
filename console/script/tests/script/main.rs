//! Lua carts as programs of the machine.

mod carts;
mod hostile;
mod play;
mod prices;
mod wanted;
