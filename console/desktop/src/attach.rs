//! Debuggers outside, for the run that plays: the Debug Adapter Protocol on a port of this machine.
//!
//! ```text
//! window ── inputs so far ──> a run of its own, replayed as the window plays ──> DapServer <── TCP, 127.0.0.1 ──> an editor
//!        <── HostEvent::Hold ── it is held or released
//! ```
//!
//! The adapter reads the run from its own copy, so the window never waits for it. One editor at a time.

use crate::console::{CurrentConsole, Link};
use crate::terminal;
use player::HostEvent;
use rasher::Input;
use shelf::Entry;
use std::io::BufReader;
use std::net::{Ipv4Addr, TcpListener};
use timeline::Recording;
use tool::{DapServer, LiveRun, PlayOptions, RunSource, serve_dap};

pub fn listen(port: u16) -> Result<TcpListener, String> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .map_err(|e| format!("--dap-port {port}: {e}; expected a free port, such as 4711"))
}

/// Where the cart of the window's run is found.
pub fn source(play: &PlayOptions) -> RunSource {
    let cart = play.cart.clone().filter(|path| store::is_cartridge(path));
    RunSource { cart, data: play.data.clone(), home: play.home.clone() }
}

pub fn serve(
    listener: TcpListener,
    carts: &'static [Entry],
    source: RunSource,
    link: Link,
    current: CurrentConsole,
) {
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let window =
                WindowRun { link: link.clone(), current: current.clone(), run: None, is_held: false };
            let mut server = DapServer::attached(carts, source.clone(), Box::new(window));
            let served =
                stream.try_clone().and_then(|input| serve_dap(&mut server, BufReader::new(input), stream));
            if let Err(e) = served {
                terminal::log(&format!("the debugger's connection: {e}"));
            }
        }
    });
}

struct WindowRun {
    link: Link,
    current: CurrentConsole,
    /// The run that is followed.
    run: Option<(usize, u64)>,
    is_held: bool,
}

impl LiveRun for WindowRun {
    fn recording(&mut self) -> Option<Recording> {
        let (run, recording) = self.current.inputs(|run, recording| (run, recording.clone()))?;
        self.run = Some(run);
        Some(recording)
    }

    fn inputs(&self, from: u64, most: u64) -> Option<Vec<Input>> {
        self.current.inputs(|run, recording| {
            let is_same = self.run == Some(run) && recording.frames() >= from;
            is_same.then(|| recording.inputs_after(from).take(most as usize).collect())
        })?
    }

    fn hold(&mut self, held: bool) {
        if std::mem::replace(&mut self.is_held, held) != held {
            self.link.send(HostEvent::Hold(held));
        }
    }
}

impl Drop for WindowRun {
    fn drop(&mut self) {
        self.hold(false);
    }
}
