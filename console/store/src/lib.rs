//! A user's files: where they are, how they are read, and the only place that writes them.
//!
//! ```text
//! home.rs      the folders                        settings.rs  settings and marks, as bytes
//! ids.rs       the keys of carts in Lua
//! runs.rs      runs while they are played         slots.rs     save slots
//! stored.rs    data that carts keep with cstore
//! saves.rs     cart data                          printed.rs   screenshots, films, reports, printed files
//! home/quota.rs  the quota of one cart            migrate.rs   files of earlier versions
//! folder.rs    folders of carts                   history.rs   logs of edits
//! catalogue.rs copies of catalogues and their carts
//! data.rs      data folders, cartridges, recordings
//! inside.rs    files that a cart names, which must be in the cart's folder
//! edited.rs    edited data, into their files      source.rs    edited code, into its files
//! follow.rs    data and code files, followed      own.rs       own copies of data that come with the program
//! file.rs      one file: read, written, set aside temporary.rs files before they are renamed
//! access.rs    modes and owners                   disk.rs      the steps of a write
//! disk_source.rs  the disk as the loader's source of files
//! ```
//!
//! A file of the home is written and read like this:
//!
//! ```
//! let folder = std::env::temp_dir().join(format!("rasher-tour-{}", std::process::id()));
//! let home = rasher_store::Home::find(Some(&folder))?;
//! rasher_store::CartData::default().write(&home, "my_game", &[7; 256])?;
//! let (data, errors) = rasher_store::CartData::read(&home);
//! assert_eq!((data.all()["my_game"][0], errors.len()), (7, 0));
//! # std::fs::remove_dir_all(folder).expect("its own folder");
//! # Ok::<(), rasher_store::StoreError>(())
//! ```
//!
//! Two windows with one home do not damage each other's files: each file is replaced whole. Cart data are read again before that and
//! merged by number; of settings and slots the last write wins. Each window keeps its own run. The crate does not decide when data are
//! kept, and does not know what settings mean.

mod access;
mod catalogue;
mod data;
mod disk;
mod disk_source;
mod edited;
mod error;
mod file;
mod folder;
mod follow;
mod history;
mod home;
mod ids;
mod inside;
mod migrate;
mod own;
mod own_carts;
mod printed;
mod runs;
mod rust_source;
mod saves;
mod settings;
mod slots;
mod source;
mod stored;
mod temporary;

pub use catalogue::{
    catalogue_cart, catalogue_folder, is_newest, read_catalogue, read_catalogue_label, write_catalogue,
    write_catalogue_cart, write_catalogue_label,
};
pub use data::{RecordedFile, is_recorded, read_cartridge, read_recorded, read_report, rom_in, shown_as};
pub use disk::{Disk, SystemDisk};
pub use disk_source::{DiskSource, data_places};
pub use edited::{Edited, FirstFiles, write_edited};
pub use error::{CART_BYTES_MAX, CART_FILES_MAX, ReportedErrors, StoreError, shown};
pub use file::{
    READ_MAX, copy, make_folder, read, read_at_most, read_if_there, take, write, write_with_folders,
};
pub use folder::{CARTS_MAX, CartFile, CartFolder, carts_in, holds_cartridge, modified_day, names_in};
pub use follow::{FilesFollower, Follower, News};
pub use history::{HISTORY_MAX, append_history, has_history, read_history};
pub use home::{Home, is_key_of, path_key};
pub use ids::{CartIds, add_cart_id, cart_id, newest_run_named, remember, remember_cart};
pub use inside::{cart_folder, inside, read_inside};
pub use loader::is_cartridge;
pub use migrate::migrate_files;
pub use own::write_own;
pub use own_carts::{cart_files, free_path, move_cart, numbered};
pub use printed::{
    PICTURES_MAX, Taken, print_to, read_label, write_label, write_media, write_report, write_screenshot,
};
pub use runs::{RUNS_MAX, RunFile, newest_run};
pub use rust_source::checkout;
pub use saves::{CartData, SAVE_MAX, parse as parse_save, text as save_text};
pub use settings::{SETTINGS_MAX, read_settings, update_settings};
pub use slots::{empty_slot, read_slot, write_slot};
pub use source::{EditedSource, read_sources, write_like, write_sources};
pub use stored::{StoredData, add_stored, read_stored, write_stored};
pub use temporary::random;
