//! The game in the console's window. The game itself is in lib.rs.

fn main() -> std::process::ExitCode {
    desktop::run(desktop::cart!(my_game::Apples))
}
