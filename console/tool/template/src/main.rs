//! Opens the console's window with the game's title. The game itself is in lib.rs.

fn main() -> std::process::ExitCode {
    desktop::run(desktop::cart!(my_game::Game, "My game"))
}
