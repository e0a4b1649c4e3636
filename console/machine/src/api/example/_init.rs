use serde::{Deserialize, Serialize};

#[derive(Clone, Default, Serialize, Deserialize)]
struct Ball {
    x: i32,
    step: i32,
}

impl Cart for Ball {
    fn _init(&mut self, _: &mut Machine) {
        self.step = 2;
    }

    // Called 30 times a second, or 60 under the name _update60.
    fn _update(&mut self, p8: &mut Machine) {
        self.x += self.step;
        if self.x == 0 || self.x == 120 {
            self.step = -self.step;
            p8.sfx(1);
        }
    }

    // Drawing does not change the cart.
    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
        p8.spr(1, self.x, 60);
    }
}

// The console runs it like this, and so may a test.
fn _init(p8: &mut Machine) {
    let boot = Boot { rom: p8.rom().clone(), ..Boot::default() };
    let mut console = Console::boot(program(Ball::default()), boot);
    for _ in 0..20 {
        console.frame(&Input::default());
    }
    *p8 = console.machine().clone();
    assert_eq!(p8.pget(41, 63), 14, "after 20 updates Rasher is at 40");
}
