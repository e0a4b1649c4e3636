//! Measures pages in Chromium, in turn, so that all of them meet the same load: size, first picture, frames, processor, memory.
//!
//! ```sh
//! cargo run -p window-tests --example pages -- game.html other.html
//! ```
//!
//! It works for any page that draws with `putImageData`. A page that shows a cover gets a click in its middle when it is loaded, and its first
//! picture counts from there. Processor time and memory are of all of the browser's processes, less those of an empty page; memory that
//! processes share is counted once.

use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use window_tests::Folder;
use window_tests::browser::Browser;

const ROUNDS: usize = 5;
/// Of `/proc`, in a second.
const TICKS: f64 = 100.0;
const PLAY: Duration = Duration::from_secs(10);
const EMPTY: &str = "about:blank";

/// Keeps the time of each picture, and of the first click.
const WATCH: &str = "globalThis.drawn = []; const { prototype } = CanvasRenderingContext2D; const put = prototype.putImageData; \
    prototype.putImageData = function (...all) { drawn.push(performance.now()); return put.apply(this, all); }; \
    addEventListener('pointerdown', () => { globalThis.clicked ??= performance.now(); }, true);";

/// What one visit gives; none of it is known of an empty page but the last two.
#[derive(Clone, Copy, Default)]
struct Visit {
    loaded: f64,
    first: f64,
    /// Pictures in a second, and the time between two that one in a hundred exceeds.
    pictures: f64,
    slow: f64,
    /// Of a second, and in MB.
    processor: f64,
    memory: f64,
}

fn visit(page: &str) -> Visit {
    let folder = Folder::new("pages");
    let browser = Browser::start_alone(&folder.0, (900, 700));
    browser.before(WATCH);
    browser.goto(page);
    let is_empty = page == EMPTY;
    // The browser has started by then, and a page without a cover has drawn.
    std::thread::sleep(Duration::from_secs(3));
    if !is_empty {
        if browser.run("return drawn.length;", &[]) == json!(0) {
            browser.click(450, 300);
        }
        browser.wait("drawn.length > 30");
    }
    let before = spent(&folder.0);
    std::thread::sleep(PLAY);
    let after = spent(&folder.0).into_iter();
    let ticks = after.map(|(id, ticks)| ticks - before.get(&id).copied().unwrap_or_default());
    let processor = ticks.sum::<f64>() / TICKS / PLAY.as_secs_f64();
    let memory = memory(&folder.0);
    if is_empty {
        return Visit { processor, memory, ..Visit::default() };
    }
    let times = browser.run(
        "const after = drawn.filter((time) => time > performance.now() - args[0]); \
         const gaps = after.slice(1).map((time, n) => time - after[n]).sort((a, b) => a - b); \
         return [performance.timing.loadEventEnd - performance.timing.navigationStart, drawn[0] - (globalThis.clicked ?? 0), \
         1000 * gaps.length / (after.at(-1) - after[0]), gaps[Math.floor(gaps.length * 0.99)]];",
        &[json!(PLAY.as_millis() as u64)],
    );
    let [loaded, first, pictures, slow] = [0, 1, 2, 3].map(|n| times[n].as_f64().expect("a number"));
    Visit { loaded, first, pictures, slow, processor, memory }
}

/// The processes of the browser with that profile.
fn processes(profile: &Path) -> Vec<u32> {
    let stat = |id: u32| std::fs::read_to_string(format!("/proc/{id}/stat")).ok();
    let all = std::fs::read_dir("/proc").expect("Linux").flatten();
    let all: Vec<(u32, u32)> = all
        .filter_map(|entry| {
            let id = entry.file_name().to_str()?.parse().ok()?;
            let parent = stat(id)?.rsplit(") ").next()?.split(' ').nth(1)?.parse().ok()?;
            Some((id, parent))
        })
        .collect();
    let profile = format!("--user-data-dir={}", profile.display());
    let is_first = |id: u32| {
        let line = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).into_owned();
        line.contains(&profile) && !line.contains("--type=") && !line.contains("chromedriver")
    };
    let mut found: Vec<u32> = all.iter().map(|(id, _)| *id).filter(|id| is_first(*id)).collect();
    let mut at = 0;
    while at < found.len() {
        let children = all.iter().filter(|(id, parent)| *parent == found[at] && !found.contains(id));
        let children: Vec<u32> = children.map(|(id, _)| *id).collect();
        found.extend(children);
        at += 1;
    }
    found
}

/// Ticks of processor time so far, of each process.
fn spent(profile: &Path) -> BTreeMap<u32, f64> {
    let ticks = processes(profile).into_iter().filter_map(|id| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        let fields: Vec<&str> = stat.rsplit(") ").next()?.split(' ').collect();
        Some((id, fields[11].parse::<f64>().ok()? + fields[12].parse::<f64>().ok()?))
    });
    ticks.collect()
}

fn memory(profile: &Path) -> f64 {
    let shares = processes(profile).into_iter().filter_map(|id| {
        let text = std::fs::read_to_string(format!("/proc/{id}/smaps_rollup")).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        line.trim().trim_end_matches(" kB").parse::<f64>().ok()
    });
    shares.sum::<f64>() / 1000.0
}

fn median(visits: &[Visit], of: impl Fn(&Visit) -> f64) -> f64 {
    let mut all: Vec<f64> = visits.iter().map(of).collect();
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

fn main() {
    let pages: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let files = pages.iter().map(|page| page.canonicalize().expect("a page"));
    let addresses: Vec<String> =
        std::iter::once(EMPTY.into()).chain(files.map(|page| format!("file://{}", page.display()))).collect();
    let mut visits = vec![Vec::new(); addresses.len()];
    for _ in 0..ROUNDS {
        addresses.iter().zip(&mut visits).for_each(|(address, visits)| visits.push(visit(address)));
    }
    let (idle, empty) = (median(&visits[0], |it| it.processor), median(&visits[0], |it| it.memory));
    println!(
        "medians of {ROUNDS} visits; an empty page: {:.1} % of a processor, {empty:.0} MB",
        100.0 * idle
    );
    println!(
        "| page | KB | loaded, ms | first picture, ms | pictures a second | 99 % are shown within, ms | processor | MB |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (page, visits) in pages.iter().zip(&visits[1..]) {
        println!(
            "| {} | {} | {:.0} | {:.0} | {:.1} | {:.1} | {:.1} % | {:.0} |",
            page.file_name().unwrap_or_default().display(),
            page.metadata().expect("a page").len() / 1000,
            median(visits, |it| it.loaded),
            median(visits, |it| it.first),
            median(visits, |it| it.pictures),
            median(visits, |it| it.slow),
            100.0 * (median(visits, |it| it.processor) - idle),
            median(visits, |it| it.memory) - empty,
        );
    }
}
