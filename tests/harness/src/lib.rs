//! What tests run a million times, optimised; the tests themselves are not, so that they build in a quarter of the time.
//!
//! ```text
//! bots/      players of the carts' rules, by the cart's name
//! floors/    the rules of Smokehouse's floors
//! naive/     slow twins: each drawing call, a pixel at a time
//! ```

pub mod bots;
pub mod floors;
pub mod naive;
