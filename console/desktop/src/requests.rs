//! What the window does of the player's requests: one arm each.
//!
//! ```text
//! at once, on the console's thread    title, cart, settings, shelf, jobs, the end
//! queue, answer                       on the thread of the files (files.rs), in order, between two writes of what is kept
//! ```

use crate::console::{Thread, loudness};
use crate::files::{FileWorker, failed};
use crate::wake::Wake;
use crate::{cartridge, clipboard, editor};
use editors::SourceFile;
use loader::{LoadError, Loader, entry_named, included_files};
use player::{
    EditedData, Export, HostError, Insert, Media, MediaName, NewCode, Reply, Request, RequestId, Response,
};
use rasher::Code;
use std::path::{Path, PathBuf};
use store::{DiskSource, Home, StoreError, Taken};
use tool::PlayOptions;

impl Thread {
    /// Does what the player asks for; true after the last request.
    pub fn perform(&mut self, id: RequestId, request: Request) -> bool {
        let files = &self.host.files;
        match request {
            Request::Autosave(cart, chunk) => files.queue(move |worker| worker.keeper.run(&cart, chunk)),
            Request::WriteCartData(id, data) => files.queue(move |worker| worker.keeper.save(id, data)),
            Request::MoveCartData { from, to } => files.queue(move |worker| worker.keeper.rename(&from, &to)),
            Request::WriteStored { cart, file, data } => {
                files.queue(move |worker| worker.keeper.store(cart, file, data));
            }
            Request::WriteMark(name, mark) => files.queue(move |worker| worker.keeper.mark(name, mark)),
            Request::WriteSettings(settings) => {
                self.host.levels.set_volume(loudness(&settings));
                self.host.waker.wake(Wake::Settings(settings.clone()));
                self.host.library.set(settings.folders.clone());
                files.queue(move |worker| worker.keeper.set(*settings));
            }
            Request::WriteRecording(recording) => files.queue(move |worker| worker.record(&recording)),
            Request::PrintToFile { cart, file, text, anew } => files.print(id, cart, file, text, anew),
            Request::WriteSlot { cart, number, slot } => files.answer(id, move |worker| {
                let home = &worker.keeper.home;
                let done = match slot {
                    Some(slot) => store::write_slot(home, &cart, number + 1, &slot),
                    None => store::empty_slot(home, &cart, number + 1),
                };
                done.map(|()| Response::Text(String::new())).map_err(failed)
            }),
            Request::WriteMedia(name, media) => files.queue(move |worker| {
                let done = write_media(&worker.keeper.home, &name, &media);
                worker.media_written(id, name.by.is_some(), done);
            }),
            Request::WriteLabel(cart, picture) => files.queue(move |worker| {
                let done = store::write_label(&worker.keeper.home, &cart, &picture);
                worker.media_written(id, true, done);
            }),
            Request::WriteReport(report) => files.queue(move |worker| {
                let done = store::write_report(&worker.keeper.home, &report);
                worker.media_written(id, false, done);
            }),
            Request::LoadCart { name, param, from } => {
                files.answer(id, move |worker| load(worker, &name, param, from.as_deref()));
            }
            Request::ReadCart(name) => self.host.library.read(id, name, self.outbox.clone()),
            Request::WriteDraft(key, draft) => files.queue(move |worker| {
                let done = store::write_draft(&worker.keeper.home, &key, draft.as_deref());
                worker.complain(id, done);
            }),
            Request::ReadDraft(key) => files.answer(id, move |worker| {
                let read = store::read_draft(&worker.keeper.home, &key).map_err(failed)?;
                Ok(Response::Draft(read.unwrap_or_default()))
            }),
            Request::ReadSources(path) => files.answer(id, move |_| {
                let read = store::read_sources(&path, included_files).map_err(failed)?;
                let file = |(name, text)| SourceFile { name, text };
                Ok(Response::Sources(read.into_iter().map(file).collect()))
            }),
            Request::WriteSources(path, sources) => files.answer(id, move |_| {
                let edited = |(SourceFile { name, text }, base)| store::EditedSource { name, text, base };
                let edited: Vec<_> = sources.into_iter().map(edited).collect();
                names(&store::write_sources(&path, &edited).map_err(failed)?)
            }),
            Request::WriteData(edited) => files.answer(id, move |worker| write_data(worker, *edited)),
            Request::Compile(path, sources) => files.answer(id, move |_| compiled(&path, sources)),
            Request::Pack(code) => {
                files.answer(id, move |_| Ok(Response::PackedSize(format::packed_len(&code))));
            }
            Request::ReadAgainst => files.answer(id, |worker| {
                let none = || HostError::Unsupported("no recording was named: --against FILE".to_string());
                let path = worker.play.against.clone().ok_or_else(none)?;
                Ok(Response::Against(Box::new(worker.against(&path).map_err(failed)?)))
            }),
            Request::ListFolder(path) => {
                files.answer(id, move |_| Ok(Response::Names(store::names_in(&path).map_err(failed)?)));
            }
            Request::MakeFolder(path) => files.answer(id, move |_| {
                store::make_folder(&path).map_err(failed)?;
                Ok(Response::Text(format!("made: {}", path.display())))
            }),
            Request::OpenFolder(path) => {
                files.answer(id, move |_| Ok(Response::Text(editor::show_folder(&path).map_err(failed)?)));
            }
            Request::CartFolder(cart) => files.answer(id, move |worker| {
                let folder = worker.keeper.home.cart(&cart).map_err(failed)?;
                Ok(Response::Text(format!("its files: {}", folder.display())))
            }),
            Request::CopyFile { from, to } => files.answer(id, move |_| {
                if to.exists() {
                    let why = format!("{}: is there already, nothing is written over it", to.display());
                    return Err(HostError::Failed(why));
                }
                store::copy(&from, &to).map_err(failed)?;
                Ok(Response::Text(format!("written: {}", to.display())))
            }),
            Request::Import(path, rom) => files.queue(move |worker| worker.import(id, path, rom)),
            Request::Export(export) => files.answer(id, move |worker| exported(&worker.keeper.home, &export)),
            Request::OpenEditor { editor, file, line } => files.answer(id, move |worker| {
                let packages = worker.carts.iter().filter_map(|cart| cart.package.map(PathBuf::from));
                let opened = editor::open(&editor, &file, line, &packages.collect::<Vec<_>>());
                Ok(Response::Text(format!("opened {}", opened.map_err(failed)?)))
            }),
            Request::Copy(text) => files.queue(move |worker| worker.complain(id, clipboard::copy(&text))),
            Request::CopyPicture(width, colors) => {
                files.queue(move |worker| worker.complain(id, clipboard::copy_picture(width, &colors)));
            }
            Request::Paste => {
                files.answer(id, |_| Ok(Response::Text(clipboard::paste().map_err(failed)?)));
            }
            Request::SetCart(cart) => {
                let (key, shelf) = (cart.key.clone(), self.player.cart().is_shelf());
                files.queue(move |worker| worker.playing(&key, shelf));
                self.host.library.open(shelf);
                self.host.waker.wake(Wake::Cart(cart));
            }
            Request::SetTitle(title) => self.host.waker.wake(Wake::Title(title)),
            Request::Job(job) => {
                let outbox = self.outbox.clone();
                self.jobs.start(id, job, move |event| drop(outbox.send(event)));
            }
            Request::StopJob(job) => self.jobs.stop(job),
            Request::Quit => {
                self.host.waker.wake(Wake::Quit);
                return true;
            }
        }
        false
    }
}

fn write_media(home: &Home, name: &MediaName, media: &Media) -> Result<PathBuf, StoreError> {
    let taken = Taken { name: &name.name, by: name.by.as_deref() };
    match media {
        Media::Screenshot(picture) => store::write_screenshot(home, taken, picture),
        Media::Gif(bytes) => store::write_film(home, taken, false, bytes),
        Media::Apng(bytes) => store::write_film(home, taken, true, bytes),
        Media::Sound(samples) => store::write_sound(home, taken, samples),
    }
}

fn load(worker: &mut FileWorker, name: &str, param: String, from: Option<&Path>) -> Reply {
    worker.keep();
    let name = cartridge::loaded(worker.carts, name, from).map_err(failed)?;
    let play = PlayOptions { cart: Some(name), ..worker.play.clone() };
    let found = cartridge::find(worker.carts, &play).map_err(failed)?;
    worker.reloaders.put(found.reloader);
    let insert = cartridge::with_kept(found.insert, &worker.keeper.home, &mut worker.keeper.autosave);
    Ok(Response::Cart(Box::new(Insert { param, ..insert })))
}

/// The names of files, without their folders.
fn names(paths: &[PathBuf]) -> Reply {
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Response::Text(paths.iter().map(name).collect::<Vec<_>>().join(", ")))
}

fn write_data(worker: &mut FileWorker, edited: EditedData) -> Reply {
    let EditedData { folder, name, data, base } = edited;
    let (home, firsts) = (&worker.keeper.home, &mut worker.firsts);
    let Some(folder) = folder else {
        let own = entry_named(worker.carts, &name).map_err(failed)?;
        let (folder, paths) =
            store::write_own(home, &name, &own.files, &data, &base, firsts).map_err(failed)?;
        worker.waker.wake(Wake::Folder(folder));
        return names(&paths);
    };
    let paths = store::write_edited(&folder, &name, &data, &base, firsts).map_err(failed)?;
    worker.waker.wake(Wake::Saved(data));
    names(&paths)
}

/// The code of the cart at that path, with files as they are unsaved.
fn code_with(path: &Path, sources: Vec<SourceFile>) -> Result<Code, LoadError> {
    let edited: Vec<_> = sources.into_iter().map(|SourceFile { name, text }| (name, text)).collect();
    Loader::new(DiskSource::default()).lua_code(path, &edited)
}

fn compiled(path: &Path, sources: Vec<SourceFile>) -> Reply {
    Ok(Response::Code(Box::new(NewCode::compile(path, code_with(path, sources)))))
}

/// Writes what the prompt exports; the files' names.
fn exported(home: &Home, export: &Export) -> Reply {
    let Export { to, over, key, like, rom, code, unsaved, piece, file } = export;
    // What is on the screen of the editors counts, saved or not.
    let code = match like.as_ref().filter(|_| !unsaved.is_empty()) {
        Some(cart) => code_with(cart, unsaved.clone()).map(|code| code.text.to_vec()).unwrap_or_default(),
        None => code.clone(),
    };
    let files = tool::exported(to, rom, &code, *piece, file).map_err(failed)?;
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists() && !over) {
        let why = format!("{}: is there already; export -y writes over it", path.display());
        return Err(HostError::Failed(why));
    }
    for (path, bytes) in &files {
        store::write_like(path, bytes, like.as_deref(), || store::read_label(home, key)).map_err(failed)?;
    }
    let names: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
    Ok(Response::Text(format!("written: {}", names.join("  "))))
}
