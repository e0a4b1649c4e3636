//! The shipped carts against the limits on their source.

use std::path::Path;

/// Every cart on the shelf is within 8,192 tokens, 65,535 characters and 15,616 compressed bytes.
#[test]
fn every_cart_is_within_the_limits() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for cart in shelf::CARTS {
        let read = |path: &str| std::fs::read(root.join(path)).ok();
        let report = budget::measure(&format!("cart/{}", cart.name), &read);
        let report = report.unwrap_or_else(|error| panic!("{error}"));
        let used = [report.tokens, report.chars, report.compressed];
        println!("{}: {} tokens, {} characters, {} bytes", cart.name, used[0], used[1], used[2]);
        assert!(report.tokens > 1000, "{} tokens of {} were found: too few", report.tokens, cart.name);
        let past: Vec<_> =
            report.past().into_iter().map(|it| (it.name(), report.used(it), it.most())).collect();
        assert!(past.is_empty(), "{} is past its limits (what, found, most): {past:?}", cart.name);
    }
}

fn rasher(arguments: &[&str]) -> tool::CommandOutput {
    let arguments = ["rasher"].iter().chain(arguments).map(Into::into);
    tool::command(shelf::CARTS, arguments).unwrap_or_else(|_| panic!("no window is wanted"))
}

/// The command succeeds within the limits, and fails beyond one, which it names with its number.
#[test]
fn the_command_reports_and_fails_past_a_limit() {
    let folder = std::env::temp_dir().join(format!("rasher-budget-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let file = folder.join("code.lua");
    let name = file.to_str().expect("a path in Unicode");
    std::fs::write(&file, "x=1\n".repeat(2730) + "y=1").expect("a file for the test");
    let report = rasher(&["budget", name]);
    assert_eq!(
        (report.code, report.err.as_str()),
        (1, &*format!("rasher: {name}: found 8,193 tokens, expected at most 8,192: 1 too many\n"))
    );
    std::fs::write(&file, "x=1\n".repeat(2730) + "y=").expect("a file for the test");
    let report = rasher(&["budget", name]);
    assert_eq!((report.code, report.err.as_str()), (0, ""), "exactly the limit");
    assert!(report.out.contains("  tokens       8,192 of  8,192  100 %  ####"), "{}", report.out);
    assert!(
        report.out.lines().skip(1).all(|line| line.chars().count() <= 80 && line.is_ascii()),
        "{}",
        report.out
    );
    std::fs::remove_dir_all(&folder).expect("the test's own folder");
    let report = rasher(&["budget", "nothing"]);
    assert_eq!(report.code, 1);
    assert!(report.err.contains("no cart \"nothing\" on the shelf"), "{}", report.err);
}
