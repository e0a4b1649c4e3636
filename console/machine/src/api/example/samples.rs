#[derive(Clone, serde::Serialize, serde::Deserialize)]
struct Scope;

impl Cart for Scope {
    fn _init(&mut self, p8: &mut Machine) {
        p8.music(0);
        p8.listen_to(0b0001); // only channel 0 is audible
    }

    // The sound of the last frame: 735 samples at 30 frames a second.
    fn _draw(&self, p8: &mut Machine) {
        p8.cls(0);
        for (x, sample) in (0..128).zip(p8.samples().to_vec()) {
            p8.pset(x, 64 + i32::from(sample) / 128, 11);
        }
    }
}

fn samples(p8: &mut Machine) {
    let boot = Boot { rom: p8.rom().clone(), ..Boot::default() };
    let mut console = Console::boot(program(Scope), boot);
    for _ in 0..10 {
        console.frame(&Input::default());
    }
    *p8 = console.machine().clone();
    assert_eq!(p8.samples().len(), 735);
}
