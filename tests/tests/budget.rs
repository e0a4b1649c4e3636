//! `rasher budget` as one calls it: its table, and how it ends.

fn rasher(arguments: &[&str]) -> tool::Report {
    let arguments = ["rasher"].iter().chain(arguments).map(Into::into);
    tool::command(shelf::CARTS, arguments).unwrap_or_else(|_| panic!("no window is wanted"))
}

/// The command ends well within the limits, and non-zero past one, which it names with its number.
#[test]
fn the_command_tells_and_fails_past_a_limit() {
    let folder = std::env::temp_dir().join(format!("rasher-budget-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let file = folder.join("code.lua");
    let name = file.to_str().expect("a path in Unicode");
    std::fs::write(&file, "x=1\n".repeat(2730) + "y=1").expect("a file for the test");
    let report = rasher(&["budget", name]);
    assert_eq!(
        (report.code, report.err.as_str()),
        (1, &*format!("rasher: {name}: 8,193 tokens, the limit is 8,192: 1 too many\n"))
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
