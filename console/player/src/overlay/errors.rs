//! The error screens for a cart that crashed or hangs.

use rasher::Fault;
use studio::ErrorScreen;
use timeline::Crash;

/// Calls shown of a deep stack, at either end. Wrapping all 50,000 of a runaway recursion would be slow.
const INNER: usize = 24;
const OUTER: usize = 8;

/// `back`: there is an earlier frame. `code`: the editor can open the line.
fn hints(back: bool, code: bool) -> Vec<(String, String)> {
    let step = back.then_some(("f12", "step back in time"));
    let code = code.then_some(("e", "edit the line"));
    let all = step.into_iter().chain(code).chain([("ctrl+r", "restart the cart"), ("esc", "menu")]);
    all.map(|(key, deed)| (key.to_string(), deed.to_string())).collect()
}

pub(crate) fn crashed(crash: &Crash, back: bool, code: bool) -> ErrorScreen {
    let Fault { message, place, stack } = &crash.fault;
    let mut text = format!("{message}\n{place}");
    if crash.frame > 0 {
        text += &format!("\nin frame {}", crash.frame);
    }
    let (inner, outer) = if stack.len() > INNER + OUTER { (INNER, OUTER) } else { (stack.len(), 0) };
    for place in &stack[..inner] {
        text += &format!("\nfrom {}", place.short());
    }
    let left = stack.len() - inner - outer;
    if left > 0 {
        text += &format!("\n{left} more calls");
    }
    for place in &stack[stack.len() - outer..] {
        text += &format!("\nfrom {}", place.short());
    }
    let title = match (crash.is_panic, crash.frame) {
        (true, _) => "the cart crashed",
        (false, 0) => "the cart cannot start",
        (false, _) => "the cart stopped",
    };
    ErrorScreen::new(title, &text, hints(back, code))
}

/// `back`: there is an earlier frame. Without one, no menu can open.
pub(super) fn hanging(back: bool) -> ErrorScreen {
    let mut hints = hints(back, false);
    if !back {
        hints.retain(|(key, _)| key != "esc");
        hints.push(("esc".to_string(), "quit".to_string()));
    }
    ErrorScreen::new("the cart is not responding", "one frame has taken more than 1.5 seconds", hints)
}
