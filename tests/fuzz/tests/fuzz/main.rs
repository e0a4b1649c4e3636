//! The fuzz targets on kept cases and on new ones.

mod corpus;
mod modules;
mod readers;
mod seeds;
