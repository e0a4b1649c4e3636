//! The game in the console's window, with the title that window and cartridge bear. The game itself is in lib.rs.

fn main() -> std::process::ExitCode {
    desktop::run(desktop::cart!(my_game::Game, "My game"))
}
