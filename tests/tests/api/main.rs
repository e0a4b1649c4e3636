//! The behaviour of every call, one or more tests a name, by the rules that a cart's author relies on.

mod text;
