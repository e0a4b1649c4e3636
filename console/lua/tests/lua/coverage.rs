//! Which lines were reached: cases, and random programs compared with the same run in steps.
//!
//! A case is a program with a mark before each line: `+` reached, `-` not reached, ` ` not reachable. A line counts
//! if it contains an instruction that can be reached and that is more than the end of a function.

use crate::random::source;
use crate::{FRAME, Output, start};
use rasher_lua::{InstructionCoverage, StepLimits, Stop};
use std::collections::BTreeSet;

const CASES: &[&str] = &[
    // A function's line is where its closure is made.
    "+local function f()\n-  local a=1\n end\n+local b=2",
    "+function f()\n+  return 1\n end\n+f()",
    "+function f()\n+  return g(1)\n end\n+function g(x)\n+  return x\n end\n+f()",
    // One part of a line is enough.
    "+if x then y=1 else z=2 end",
    "+if x then\n-  y=1\n else\n+  y=2\n end",
    "+if not x then\n+  y=1\n-elseif y then\n-  y=2\n else\n-  y=3\n end",
    "+x=true\n+if x then\n+  y=1\n-elseif y then\n-  y=2\n end",
    // Loops. An endless one starts with no instruction, and an `if` with only a `break` or `goto` is one
    // jump.
    "+while x do\n-  x=false\n end\n+y=1",
    "+for i=1,0 do\n-  y=1\n end",
    "+for k,v in pairs({}) do\n-  y=1\n end",
    " repeat\n+  x=1\n+until x\n+y=1",
    " while true do\n+  x=1\n+  if x then\n     break\n   end\n-  y=1\n end",
    // Unreachable code does not count; neither does a label.
    "+do return end\n y=1",
    " while true do\n+  do return end\n   y=1\n end\n y=2",
    "+goto skip\n y=1\n ::skip::\n+z=1",
    "+if x then\n   goto skip\n end\n+y=1\n ::skip::\n+z=1",
    // Values over several lines.
    "+x={\n+  a=1,\n+  f and\n-    g(),\n+  2\n }",
    "-- nothing but a comment",
    "+a=1\n -- a comment\n\n+b=function()\n-  c=1\n end",
    // An error ends the run at its line.
    "+x=nil\n+y=x.z\n-z=1",
    // A coroutine that is never resumed.
    "+c=cocreate(function()\n+  yield()\n-  x=1\n end)\n+coresume(c)",
];

/// Runs to the end with coverage.
fn covered(source: &str) -> (InstructionCoverage, Vec<String>, u64) {
    let (mut vm, mut out, mut fuel) = (start(source), Output::default(), 100 * FRAME);
    let mut coverage = InstructionCoverage::new(vm.program());
    let stop = vm.run_covered(&mut out, &mut fuel, &mut coverage);
    assert!(matches!(stop, Stop::Done | Stop::Error(_)), "{source}\n{stop:?}");
    (coverage, out.0, vm.digest())
}

#[test]
fn lines_are_reached_or_not() {
    for case in CASES {
        let (marks, lines): (Vec<char>, Vec<&str>) = case
            .lines()
            .map(|line| {
                if line.is_empty() || line.starts_with("--") {
                    (' ', line)
                } else {
                    (line.chars().next().unwrap(), &line[1..])
                }
            })
            .unzip();
        let (coverage, ..) = covered(&lines.join("\n"));
        let mut found = vec![' '; marks.len()];
        for (line, reached) in coverage.lines() {
            found[line as usize - 1] = if reached { '+' } else { '-' };
        }
        assert_eq!(found, marks, "{case}");
    }
}

#[test]
fn functions_are_called_or_not() {
    let source =
        "function a() end\nlocal function b() return function() end end\nt={c=function() end}\na() b()\n";
    let (coverage, ..) = covered(source);
    let functions: Vec<(String, u32, bool)> = coverage
        .functions()
        .into_iter()
        .map(|it| (String::from_utf8_lossy(&it.name).into_owned(), it.line, it.reached))
        .collect();
    let expected = [("a", 1, true), ("b", 2, true), ("", 2, false), ("", 3, false)];
    assert_eq!(functions, expected.map(|(name, line, reached)| (name.to_string(), line, reached)));
}

/// The lines reached are those at which a run in steps stops, and coverage does not change the run.
#[test]
fn random_programs_reach_the_lines_of_their_steps() {
    let mut missed = 0;
    for seed in 0..150 {
        let source = source(seed);
        let (coverage, printed, digest) = covered(&source);
        let (mut vm, mut out, mut fuel) = (start(&source), Output::default(), 100 * FRAME);
        let mut watch = StepLimits { depth: Some(usize::MAX), ..StepLimits::default() };
        let mut met = BTreeSet::new();
        while vm.step(&mut out, &mut fuel, &watch) == Stop::Break {
            met.extend(vm.calls().next().map(|call| call.line));
            watch.goes_on = true;
        }
        assert_eq!((printed, digest), (out.0, vm.digest()), "seed {seed}\n{source}");
        let lines = coverage.lines();
        let reached: BTreeSet<u32> = lines.iter().filter(|line| line.1).map(|line| line.0).collect();
        met.retain(|line| lines.binary_search_by_key(line, |(line, _)| *line).is_ok());
        assert_eq!(reached, met, "seed {seed}\n{source}");
        missed += lines.len() - reached.len();
    }
    assert!(missed > 150, "only {missed} lines were not reached");
}
