//! See ARCHITECTURE.md.
#![no_std]
