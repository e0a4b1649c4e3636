//! A file manager for a single drop: the source's side of XDND, version 5.
//!
//! ```text
//! XdndEnter, XdndPosition ──> window ──> SelectionRequest: which files? ── text/uri-list ──> window ── XdndStatus ──> XdndDrop ── XdndFinished
//! ```
//!
//! From the protocol's text at freedesktop.org. It drags nothing across the screen: the window gets one position, and
//! the drop.

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};
use x11rb::CURRENT_TIME;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode, SELECTION_NOTIFY_EVENT,
    SelectionNotifyEvent, WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

/// Drops a file or folder on a window. Its path must have no letter that needs encoding in a URL.
///
/// # Errors
/// If the display does not answer, or the window does not accept it in that time.
pub fn drop_on(display: &str, window: u32, path: &Path, patience: Duration) -> Result<(), Box<dyn Error>> {
    let (x11, screen) = x11rb::connect(Some(display))?;
    let root = x11.setup().roots[screen].root;
    let atom = |name: &str| Ok::<u32, Box<dyn Error>>(x11.intern_atom(false, name.as_bytes())?.reply()?.atom);
    let [list, copy, selection] = [atom("text/uri-list")?, atom("XdndActionCopy")?, atom("XdndSelection")?];
    let [status, finished] = [atom("XdndStatus")?, atom("XdndFinished")?];
    let source = x11.generate_id()?;
    let plain = CreateWindowAux::new();
    x11.create_window(0, source, root, 0, 0, 1, 1, 0, WindowClass::INPUT_OUTPUT, 0, &plain)?;
    x11.set_selection_owner(source, selection, CURRENT_TIME)?;
    let send = |name: &str, data: [u32; 5]| {
        let message = ClientMessageEvent::new(32, window, atom(name)?, data);
        x11.send_event(false, window, EventMask::NO_EVENT, message)?;
        x11.flush()?;
        Ok::<(), Box<dyn Error>>(())
    };
    send("XdndEnter", [source, 5 << 24, list, 0, 0])?;
    send("XdndPosition", [source, 0, 200 << 16 | 200, CURRENT_TIME, copy])?;
    let begun = Instant::now();
    while begun.elapsed() < patience {
        match x11.poll_for_event()? {
            Some(Event::ClientMessage(message)) if message.type_ == status => {
                send("XdndDrop", [source, 0, CURRENT_TIME, 0, 0])?;
            }
            Some(Event::ClientMessage(message)) if message.type_ == finished => return Ok(()),
            Some(Event::SelectionRequest(asked)) => {
                let files = format!("file://{}\r\n", path.display());
                x11.change_property8(
                    PropMode::REPLACE,
                    asked.requestor,
                    asked.property,
                    asked.target,
                    files.as_bytes(),
                )?;
                let told = SelectionNotifyEvent {
                    response_type: SELECTION_NOTIFY_EVENT,
                    sequence: 0,
                    time: asked.time,
                    requestor: asked.requestor,
                    selection: asked.selection,
                    target: asked.target,
                    property: asked.property,
                };
                x11.send_event(false, asked.requestor, EventMask::NO_EVENT, told)?;
                x11.flush()?;
            }
            Some(_) => {}
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    }
    Err(format!("{} was not taken in {patience:?}", path.display()).into())
}
