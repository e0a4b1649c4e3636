//! The player's requests, one arm each.
//!
//! ```text
//! at once, on the console's thread    title, cart, settings, shelf, jobs, quit
//! queue, answer, answer_text          on the file thread (files.rs), in order, between two writes of kept data
//! ```

use crate::console::{Thread, loudness};
use crate::create::{code_with, load};
use crate::files::{FileWorker, failed};
use crate::wake::Wake;
use crate::{cartridge, clipboard, create, editor};
use editors::SourceFile;
use format::is_page;
use loader::{entry_named, included_files};
use player::{
    EditedData, Export, HostError, Media, MediaName, NewCode, Reply, Request, RequestId, Response,
    RunningCart,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{Edited, EditedSource, Home, StoreError, Taken};
use timeline::Slot;

impl Thread {
    /// Performs a request. Returns true after the last one.
    pub fn perform(&mut self, id: RequestId, request: Request) -> bool {
        let files = &self.host.files;
        match request {
            Request::Autosave(cart, chunk) => {
                files.queue(move |worker| worker.keeper.autosave.take(&cart, chunk));
            }
            Request::WriteCartData(id, data) => {
                files.queue(move |worker| _ = worker.keeper.unsaved.cart_data.insert(id, data));
            }
            Request::MoveCartData { from, to } => files.queue(move |worker| worker.keeper.rename(&from, &to)),
            Request::WriteStored { cart, file, data } => {
                files.queue(move |worker| _ = worker.keeper.unsaved.stored.insert((cart, file), data));
            }
            Request::WriteMark(name, mark) => {
                files.queue(move |worker| worker.keeper.unsaved.marks.push((name, mark)));
            }
            Request::WriteSettings(settings) => {
                self.host.levels.set_volume(loudness(&settings));
                self.host.waker.wake(Wake::Settings(settings.clone()));
                self.host.library.set(settings.folders.clone());
                files.keep(*settings);
            }
            Request::WriteRecording(recording) => files.queue(move |worker| worker.record(&recording)),
            Request::PrintToFile { cart, file, text, anew } => files.print(id, cart, file, text, anew),
            Request::WriteSlot { cart, number, slot } => files.answer_text(id, move |worker| {
                write_slot(&worker.keeper.home, &cart, number + 1, slot).map(|()| String::new())
            }),
            Request::WriteMedia(name, media) => {
                files.media(id, name.by.is_some(), move |home| write_media(home, &name, &media));
            }
            Request::WriteLabel(cart, picture) => {
                files.media(id, true, move |home| store::write_label(home, &cart, &picture));
            }
            Request::WriteReport(report) => {
                files.media(id, false, move |home| store::write_report(home, &report));
            }
            Request::LoadCart { name, param, from } => {
                self.fetched(id, name, from, move |worker, name, from| load(worker, name, param, from))
            }
            Request::NewCart { to, from } => {
                self.fetched(id, from, None, move |worker, from, _| create::new_cart(worker, to, from))
            }
            Request::MoveCart(from, name) => {
                files.answer(id, move |worker| create::move_cart(worker, &from, name.as_deref()));
            }
            Request::SaveAs(saved) => files.answer(id, move |worker| create::save_as(worker, &saved)),
            Request::ReadCart(name) => self.host.library.read(id, name, self.outbox.clone()),
            Request::WriteHistory(key, entries) => files.queue(move |worker| {
                worker.keeper.unsaved.history.entry(key).or_default().extend(entries);
            }),
            Request::ReadHistory(key) => files.answer(id, move |worker| {
                worker.keep();
                store::read_history(&worker.keeper.home, &key).map(Response::History)
            }),
            Request::ReadSources(path) => files.answer(id, move |_| read_sources(&path)),
            Request::WriteSources(path, edited) => files.answer_text(id, move |worker| {
                worker.add_cart_id(&path);
                write_sources(&path, edited)
            }),
            Request::WriteData(edited) => files.queue(move |worker| {
                if let Some(path) = edited.folder.as_deref().filter(|path| store::is_cartridge(path)) {
                    worker.add_cart_id(path);
                }
                let written = write_data(worker, *edited).map(Response::Text);
                worker.reply(id, written);
            }),
            Request::Compile(path, sources) => files.queue(move |worker| {
                worker.reply(id, compile(&path, sources));
            }),
            Request::Pack(code) => files.queue(move |worker| {
                worker.reply(id, Ok(Response::PackedSize(format::packed_len(&code))));
            }),
            Request::ReadAgainst => files.answer(id, FileWorker::named_against),
            Request::ListFolder(path) => {
                files.answer(id, move |_| store::names_in(&path).map(Response::Names));
            }
            Request::MakeFolder(path) => files.answer_text(id, move |_| {
                store::make_folder(&path).map(|()| format!("made: {}", path.display()))
            }),
            Request::OpenFolder(path) => files.answer_text(id, move |_| editor::show_folder(&path)),
            Request::CartFolder(cart) => files.answer_text(id, move |worker| {
                worker.keeper.home.cart(&cart).map(|folder| format!("files: {}", folder.display()))
            }),
            Request::Import(path, rom) => files.queue(move |worker| worker.import(id, path, rom)),
            Request::Export(all) if is_page(&all.to.to_string_lossy()) => {
                files.queue(move |worker| {
                    all.like.iter().for_each(|path| worker.add_cart_id(path));
                    worker.export_page(id, *all);
                });
            }
            Request::Export(all) => files.answer_text(id, move |worker| {
                all.like.iter().for_each(|path| worker.add_cart_id(path));
                export(&worker.keeper.home, &all)
            }),
            Request::OpenEditor { editor, file, line } => files.answer_text(id, move |worker| {
                let packages = worker.carts.iter().filter_map(|cart| cart.package.map(PathBuf::from));
                editor::open(&editor, &file, line, &packages.collect::<Vec<_>>())
            }),
            Request::Copy(text) => files.queue(move |worker| worker.complain(id, clipboard::copy(&text))),
            Request::CopyPicture(width, colors) => {
                files.queue(move |worker| worker.complain(id, clipboard::copy_picture(width, &colors)));
            }
            Request::Paste => files.answer_text(id, |_| clipboard::paste()),
            Request::SetCart(cart) => self.set_cart(cart),
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

    /// Answers with a cart that may have to be downloaded first.
    fn fetched(
        &self,
        id: RequestId,
        name: String,
        from: Option<PathBuf>,
        then: impl FnOnce(&mut FileWorker, &str, Option<&Path>) -> Result<Response, String> + Send + 'static,
    ) {
        let (files, library) = (self.host.files.clone(), self.host.library.clone());
        let (named, named_by) = (name.clone(), from.clone());
        let (from_cart, is_id) = (from.is_some(), name.starts_with('#'));
        let begin = move |is_there: bool| {
            let (asks, asker) = (name.clone(), from.clone());
            let answer = move |fetched: Result<Option<PathBuf>, String>| {
                files.answer(id, move |worker| match fetched? {
                    Some(path) => then(worker, &path.display().to_string(), None),
                    None => then(worker, &name, from.as_deref()),
                });
            };
            if is_there { answer(Ok(None)) } else { library.fetch(&asks, asker.as_deref(), answer) }
        };
        // A file next to the cart that asks comes first.
        match from_cart && is_id {
            true => self.host.files.queue(move |worker| {
                let there = cartridge::resolve(worker.carts, &named, named_by.as_deref()).is_ok();
                begin(there);
            }),
            false => begin(false),
        }
    }

    fn set_cart(&mut self, cart: RunningCart) {
        let (key, shelf) = (cart.key.clone(), self.player.cart().is_shelf());
        self.host.files.queue(move |worker| worker.playing(&key, shelf));
        self.host.library.open(shelf);
        self.host.waker.wake(Wake::Cart(cart));
    }
}

fn write_slot(home: &Home, cart: &str, number: usize, slot: Option<Arc<Slot>>) -> Result<(), StoreError> {
    match slot {
        Some(slot) => store::write_slot(home, cart, number, &slot),
        None => store::empty_slot(home, cart, number),
    }
}

fn write_media(home: &Home, name: &MediaName, media: &Media) -> Result<PathBuf, StoreError> {
    let taken = Taken { name: &name.name, by: name.by.as_deref() };
    match media {
        Media::Screenshot(picture) => store::write_screenshot(home, taken, picture),
        Media::Gif(bytes) => store::write_media(home, taken, "gif", bytes),
        Media::Apng(bytes) => store::write_media(home, taken, "png", bytes),
        Media::Sound(samples) => store::write_media(home, taken, "wav", &format::wav(samples)),
    }
}

fn names(paths: &[PathBuf]) -> String {
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn read_sources(path: &Path) -> Result<Response, StoreError> {
    let read = store::read_sources(path, included_files)?;
    Ok(Response::Sources(read.into_iter().map(|(name, text)| SourceFile { name, text }).collect()))
}

fn write_sources(path: &Path, edited: Vec<(SourceFile, Vec<u8>)>) -> Result<String, StoreError> {
    let edited =
        edited.into_iter().map(|(SourceFile { name, text }, base)| EditedSource { name, text, base });
    Ok(names(&store::write_sources(path, &edited.collect::<Vec<_>>())?))
}

fn write_data(worker: &mut FileWorker, edited: EditedData) -> Result<String, HostError> {
    let EditedData { folder, name, data, base, sounds, agreed } = edited;
    let refused = |error: StoreError| match error {
        StoreError::StrayColors { remark, .. } => {
            HostError { unconfirmed: true, ..HostError::failed(remark) }
        }
        error => failed(error),
    };
    let edited = Edited { data: &data, base: &base, sounds: &sounds, agreed };
    let (home, firsts) = (&worker.keeper.home, &mut worker.firsts);
    let Some(folder) = folder else {
        let own = entry_named(worker.carts, &name).map_err(failed)?;
        let written = store::write_own(home, &name, &own.files, edited, firsts);
        let (folder, paths) = written.map_err(refused)?;
        worker.waker.wake(Wake::Folder(folder));
        return Ok(names(&paths));
    };
    let written = store::write_edited(&folder, &name, edited, firsts).map_err(refused)?;
    worker.waker.wake(Wake::Saved(data));
    let has_no_place =
        |it: &PathBuf| format::is_cartridge(&it.to_string_lossy()) && it.extension() != Some("p8".as_ref());
    let only = " without the names of sounds, which only .p8 and .sfx files can have";
    let lost = !sounds.is_empty() && (written.is_empty() || written.iter().any(has_no_place));
    Ok(names(&written) + if lost { only } else { "" })
}

fn compile(path: &Path, sources: Vec<SourceFile>) -> Reply {
    let code = code_with(path, sources).map_err(|error| error.fault(path));
    Ok(Response::Code(Box::new(NewCode::compile(path, code))))
}

fn export(home: &Home, export: &Export) -> Result<String, String> {
    let Export { to, over, key, like, rom, code, unsaved, piece, file, .. } = export;
    // Unsaved code counts.
    let code = match like.as_ref().filter(|_| !unsaved.is_empty()) {
        Some(cart) => code_with(cart, unsaved.clone()).map(|code| code.text.to_vec()).unwrap_or_default(),
        None => code.clone(),
    };
    // Edited code lacks the cart's id.
    let own = like.as_ref().and_then(|path| store::cart_id(path).ok().flatten());
    let code = own.map_or_else(|| code.clone(), |id| format::with_cart_id(&code, &id));
    let files = tool::exported(to, rom, &code, *piece, file).map_err(|e| e.to_string())?;
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists() && !over) {
        return Err(format!("{}: already exists; export -y overwrites it", path.display()));
    }
    for (path, bytes) in &files {
        let label = || store::read_label(home, key);
        store::write_like(path, bytes, like.as_deref(), label).map_err(|e| e.to_string())?;
    }
    let names: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
    Ok(format!("wrote {}", names.join("  ")))
}
