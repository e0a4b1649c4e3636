//! The console's binary. All its code is in the library, so that cart makers can use it too.

fn main() -> std::process::ExitCode {
    rasher_desktop::main()
}
