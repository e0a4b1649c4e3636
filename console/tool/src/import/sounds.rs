//! `rasher import FILE.wav NAME` and `FILE.mid NAME`: sounds are added to those of a cart, and saved as the editors save them.
//!
//! ```text
//! .wav          one period as a waveform instrument: the first free one of sounds 0 to 7, or --sound N
//! .wav --pcm    the recording as 8-bit samples: STEM.lua, which plays them; or -o FILE.lua, or -o FILE.png, a sheet of them
//! .mid          free patterns, and the free sounds from 8 on
//! ```

use super::midi::{self, read_midi};
use super::wave::{self, Instrument, Recorded, STEPS, read_wav};
use super::{ending, place_free, resolve_cart, wrong};
use crate::error::ToolError;
use crate::options::ImportOptions;
use format::{encode_code, is_sound_file, write_sheet};
use loader::Loader;
use rasher::memory::SFX;
use rasher::{Rom, SoundNames};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use store::{DiskSource, Edited, FirstFiles, data_places, rom_in, write_edited};

const RECORD: usize = 68;
const INSTRUMENTS: usize = 8;
const SHEET: usize = 0x2000;
/// Bytes of a name.
const NAME: usize = 32;

pub(crate) fn is_sound(path: &Path) -> bool {
    is_sound_file(&path.to_string_lossy())
}

fn is_wav(path: &Path) -> bool {
    ending(path).starts_with("wav")
}

fn recorded(path: &Path) -> Result<Recorded, ToolError> {
    read_wav(&store::read_at_most(path, wave::FILE_MAX)?, &path.display().to_string())
}

/// A cart's data with those of a file of sound, and a summary.
pub(crate) fn with_sound(
    path: &Path,
    rom: &Rom,
    sound: Option<u8>,
    over: bool,
) -> Result<(Rom, String), ToolError> {
    let (mut new, file) = (rom.clone(), path.display().to_string());
    if !is_wav(path) {
        let song = read_midi(&store::read_at_most(path, midi::FILE_MAX)?, &file)?;
        let arranged = song.arrange(&mut new, &file);
        if arranged.patterns.1 == 0 {
            let expected = "a cart with free patterns, and free sounds from 8 on";
            return Err(wrong(&file, "no room for the first pattern", expected));
        }
        return Ok((new, arranged.report));
    }
    let instrument = recorded(path)?.instrument();
    let at = |n: usize| usize::from(SFX) + RECORD * n;
    let empty = Rom::empty("");
    let is_empty = |n: usize| rom.data[at(n)..][..RECORD] == empty.data[at(n)..][..RECORD];
    let number = match sound.map(usize::from) {
        Some(number) if number >= INSTRUMENTS => {
            return Err(ToolError::argument(number, "only sounds 0 to 7 can be waveforms"));
        }
        Some(number) if !over && !is_empty(number) => {
            return Err(ToolError::argument(
                number,
                "this sound is not empty; use --overwrite to replace it",
            ));
        }
        Some(number) => number,
        None => (0..INSTRUMENTS).find(|n| is_empty(*n)).ok_or_else(|| {
            let expected = "an empty one of them, or --sound N --overwrite";
            wrong(&file, "no room: sounds 0 to 7 are all in use", expected)
        })?,
    };
    let mut record = [0; RECORD];
    record.iter_mut().zip(instrument.steps).for_each(|(byte, step)| *byte = step as u8);
    // At an odd speed a waveform has the tone of its note.
    (record[STEPS + 1], record[STEPS + 2]) = (1, 0x80);
    new.data[at(number)..][..RECORD].copy_from_slice(&record);
    new.sounds.insert(number as u8, name_of(path));
    Ok((new, instrument.report(&file, number)))
}

impl Instrument {
    fn report(&self, file: &str, number: usize) -> String {
        let mut out = format!("{file}: sound {number} is a waveform of 64 samples");
        _ = match self.period {
            None => write!(out, ": the whole file, as one period"),
            Some((period, hz)) => write!(out, ": a period of {period:.1} samples, {hz:.1} Hz"),
        };
        if !self.is_clear {
            out += "\nThe file has no clear tone, so the waveform may sound unlike it; --pcm keeps the whole recording";
        }
        out + "\n"
    }
}

fn name_of(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().replace(':', " ");
    let end = stem.floor_char_boundary(NAME);
    stem[..end].trim().to_string()
}

/// The cart that sounds are added to.
struct Target {
    /// The folder of its data, or the cartridge.
    place: PathBuf,
    name: String,
    rom: Rom,
}

fn target(options: &ImportOptions) -> Result<Target, ToolError> {
    let mut cart = store::shown_as(&options.name);
    let mut found = (options.name.clone(), options.data.clone());
    if !store::is_cartridge(&cart) || !cart.is_file() {
        found = resolve_cart(&options.name, options.data.clone())?;
        cart = cart.join(format!("{}.p8", found.0));
    }
    if store::is_cartridge(&cart) && cart.is_file() {
        // The data in use: its own, and those of files next to it.
        let rom = Rom::clone(&Loader::new(DiskSource::default()).lua(&cart, true).cart.rom);
        // A broken cartridge is an error.
        store::read_cartridge(&cart)?;
        let name = format::stem(&cart.to_string_lossy()).to_string();
        return Ok(Target { place: cart, name, rom });
    }
    let (name, data) = found;
    let folder = data_places(data, None).folder(&DiskSource::default())?;
    let folder = folder.ok_or_else(|| ToolError::NoDataFolder { name: name.clone() })?;
    let rom = rom_in(&folder, &name)?.unwrap_or_else(|| Rom::empty(&name));
    Ok(Target { place: folder, name, rom })
}

pub(super) fn import_sound(options: &ImportOptions) -> Result<String, ToolError> {
    let from = &options.picture;
    if options.pcm {
        return pcm(options);
    }
    if let Some(output) = &options.output {
        return Err(wrong(
            &output.display().to_string(),
            "-o FILE",
            "-o only together with --pcm, for samples",
        ));
    }
    let Target { place, name, rom } = target(options)?;
    let (new, mut report) = with_sound(from, &rom, options.sound, options.overwrite)?;
    let named = |n: u8| new.sounds.get(&n) != rom.sounds.get(&n);
    let sounds: SoundNames =
        (0..64).filter(|n| named(*n)).map(|n| (n, new.sounds.get(&n).cloned().unwrap_or_default())).collect();
    let edited = Edited { sounds: &sounds, ..Edited::data(&new.data, &rom.data) };
    let written = write_edited(&place, &name, edited, &mut FirstFiles::default())?;
    for path in written {
        _ = writeln!(report, "wrote {}", path.display());
    }
    Ok(report)
}

/// Writes a recording as samples for the PCM channel.
fn pcm(options: &ImportOptions) -> Result<String, ToolError> {
    let from = &options.picture;
    if !is_wav(from) {
        return Err(wrong(&from.display().to_string(), "--pcm", "a WAV file, which has samples"));
    }
    let stem = name_of(from);
    let to = match &options.output {
        Some(output) => output.clone(),
        None => {
            let Target { place, .. } = target(options)?;
            let folder = if place.is_file() {
                place.parent().map(Path::to_path_buf).unwrap_or_default()
            } else {
                place
            };
            folder.join(format!("{stem}.lua"))
        }
    };
    place_free(&to, options.overwrite)?;
    let recorded = recorded(from)?;
    let samples = recorded.pcm();
    let seconds = recorded.seconds();
    let bytes = match &*ending(&to) {
        "lua" => lua(&from.display().to_string(), &variable(&stem), &samples).into_bytes(),
        "png" if samples.len() <= SHEET => {
            let mut sheet = Box::new([128; SHEET]);
            sheet[..samples.len()].copy_from_slice(&samples);
            write_sheet(&sheet)
        }
        "png" => {
            let found = format!("{} samples, {seconds:.1} s", samples.len());
            return Err(wrong(&to.display().to_string(), found, "at most 8192 samples in a sheet, 1.4 s"));
        }
        _ => return Err(wrong(&to.display().to_string(), "another extension", ".lua or .png")),
    };
    store::write(&to, &bytes)?;
    let mut out = format!("{}: {} samples of 8 bits, {seconds:.1} s\n", to.display(), samples.len());
    out += match &*ending(&to) {
        "lua" => {
            "Call pcm_play(NAME) to start it and pcm_update() in each _update; the file begins with the name.\n"
        }
        _ => "serial(0x808,0,N) plays N bytes of the sheet.\n",
    };
    // Samples of sound hardly compress.
    if samples.len() > format::CODE_BYTES && ending(&to) == "lua" {
        out += "A PICO-8 cartridge has 15,616 bytes for all its compressed code: this is more.\n";
    }
    Ok(out)
}

fn variable(stem: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    format!("pcm_{}", stem.chars().map(letter).collect::<String>())
}

/// Code with the samples in a string, and two functions that play one.
fn lua(file: &str, name: &str, samples: &[u8]) -> String {
    let mut text = String::new();
    let mut bytes = samples.iter().peekable();
    while let Some(byte) = bytes.next() {
        let sign = rasher::text::decode(&[*byte]);
        let is_plain = !matches!(byte, b'"' | b'\\' | ..=15 | 127) && encode_code(&sign) == [*byte];
        if is_plain {
            text += &sign;
            continue;
        }
        let digits = if bytes.peek().is_some_and(|next| next.is_ascii_digit()) { 3 } else { 1 };
        _ = write!(text, "\\{byte:0digits$}");
    }
    let file = file.rsplit(['/', '\\']).next().unwrap_or(file).replace(['\n', '\r'], " ");
    format!(
        "-- {file}: {} samples, 5512.5 a second\n{name}=\"{text}\"\n\n\
         -- starts a recording\nfunction pcm_play(s)\n pcm_s,pcm_i=s,1\nend\n\n\
         -- call this in each _update\nfunction pcm_update()\n \
         while pcm_s and pcm_i<=#pcm_s and stat(108)<512 do\n  \
         local n=min(256,#pcm_s-pcm_i+1)\n  \
         for i=0,n-1 do\n   poke(0x8000+i,ord(pcm_s,pcm_i+i))\n  end\n  \
         serial(0x808,0x8000,n)\n  pcm_i+=n\n end\nend\n",
        samples.len()
    )
}
