use serde::{Deserialize, Serialize};

#[derive(Clone, Default, Serialize, Deserialize)]
struct Game {
    quiet: bool,
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        p8.menuitem(1, Some("sound: on"));
    }

    // Item 1 was chosen, or left or right pressed on it. True keeps the menu
    // open.
    fn _menu(&mut self, p8: &mut Machine, _: u8, _: u8) -> bool {
        self.quiet = !self.quiet;
        p8.menuitem(1, Some(if self.quiet { "sound: off" } else { "sound: on" }));
        true
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(2);
        p8.print_at(if self.quiet { "quiet now" } else { "loud" }, 44, 60, 7);
    }
}

// The console does this when the player chooses the item.
fn _menu(p8: &mut Machine) {
    let mut console = Console::boot(program(Game::default()), Boot::default());
    let events = vec![Event::Menu { index: 1, buttons: 0x70 }];
    console.frame(&Input { events, ..Input::default() });
    *p8 = console.machine().clone();
    assert_eq!(p8.menu_item(1).unwrap().label, b"sound: off");
}
