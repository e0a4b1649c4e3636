//! The console's binary: all of it is in the library, for cart makers to use too.

fn main() -> std::process::ExitCode {
    rasher_desktop::main()
}
