//! Searches for breakpoints and logpoints against a slow twin, which runs every frame by lines and computes each condition in the cart's
//! language.

use rasher::{Boot, Breakpoint, Input, LineQuery, Logpoint, Place};
use tests::random::Dice;
use timeline::{LinePlace, Past, Run};

/// Lines that begin in unusual ways: two functions in one, a loop in one, calls in the middle, a coroutine, code made while it runs; it stops with
/// an error.
const CART: &str = "\
function a() n+=1 end function b() n+=2 end
n=0 t={} hp={max=8,now=3} x=nil
c=cocreate(function()
 while true do
  n+=1 yield() n-=1
 end
end)
function _update()
 a() b() a()
 local s,x=0 for i=1,3 do s+=i end
 if n%7==0 then b() end a()
 coresume(c)
 t[#t+1]=s+n
 if #t>4 then t={} end
 local y=f(n) and g(n)
  or f(n+1)
 if n>40 and n<44 then
  flip() n+=1
 end
 hp.now=n%hp.max
 if n>3000 then n=n.x end
end
function f(v) return v%5==0 and v end
function g(v) return v%3==0 end
function _draw()
 cls(n) for i=0,2 do pset(i,i,f(i)) end
 repeat n+=f(n) and 3 or 1 until n%2==0
end
";

const CONDITIONS: [&str; 20] = [
    "",
    "true",
    "nil",
    "n%4==0",
    "s==6",
    "i==2",
    "x",
    "x==nil and n>30",
    "#t>3 or hp.now==7",
    "f(n)",
    "t[1].y",
    "t[1]",
    "hp",
    "hp.now<hp.max-6",
    "v==10 or v",
    "n+",
    "mem[0x6000]==1",
    "not s and n\\8%3==1",
    "t[#t]==6",
    "n..''=='50'",
];

fn here(line: u32) -> Place {
    Place::new("game.p8", line)
}

fn played(cart: &str, frames: u32) -> Run {
    let program = script::lua_cart(cart.as_bytes(), "game.p8").expect("a program");
    let mut run = Run::start(program, Boot::default()).expect("it starts");
    for _ in 0..frames {
        if run.frame(&Input::default()).is_err() {
            break;
        }
    }
    run
}

/// All places at which one of these stops, in order.
fn all_hits(past: &Past, points: &[Breakpoint]) -> Vec<LinePlace> {
    let mut all = Vec::new();
    for frame in 0.. {
        let query = LineQuery { breakpoints: points.to_vec(), collects: true, ..LineQuery::default() };
        let Some(run) = past.run_lines(frame, query).expect("it runs") else { break };
        all.extend(run.watch.hits.iter().map(|step| LinePlace { frame, step: *step }));
    }
    all
}

#[test]
fn a_search_finds_what_the_twin_finds() {
    let run = played(CART, 300);
    let past = &run.branch().past;
    let frames = past.recording().frames();
    let mut dice = Dice::new(37);
    let (mut found, mut nothing) = (0, 0);
    for round in 0..40 {
        let mut point = || {
            let condition = dice.pick(&CONDITIONS).to_string();
            Breakpoint { place: here(1 + dice.below(27) as u32), condition }
        };
        let points: Vec<_> = (0..=round % 3).map(|_| point()).collect();
        let hits = all_hits(past, &points);
        for _ in 0..4 {
            let (frame, step) = (dice.below(frames as usize + 1) as u64, dice.below(40) as u32);
            let from = LinePlace { frame, step };
            let search = |back| past.find_breakpoint(Some(from), back, &points).expect("it runs").place;
            let after = hits.iter().find(|at| **at > from).copied();
            let before = hits.iter().rfind(|at| **at < from).copied();
            assert_eq!(search(false), after, "round {round}: after {from:?}: {points:?}");
            assert_eq!(search(true), before, "round {round}: before {from:?}: {points:?}");
            found += u32::from(after.is_some()) + u32::from(before.is_some());
            nothing += u32::from(after.is_none()) + u32::from(before.is_none());
        }
    }
    assert!(found > 100 && nothing > 30, "{found} found, {nothing} not");
}

#[test]
fn logs_are_those_of_the_twin() {
    let run = played(CART, 300);
    let past = &run.branch().past;
    for line in 1..28 {
        let points = [Logpoint { place: here(line), expressions: "n,s,i".into() }];
        let mut expected = Vec::new();
        for frame in 20..=150 {
            let query = LineQuery { logpoints: points.to_vec(), ..LineQuery::default() };
            let run = past.run_lines(frame, query).expect("it runs").expect("a frame");
            expected.extend(run.watch.logs.into_iter().map(|line| (frame, line)));
        }
        assert_eq!(past.logs(20, 150, &points).expect("it runs"), expected, "line {line}");
    }
}

/// A job is a value: a copy in the middle finds the same, in slices of any size.
#[test]
fn a_copy_of_a_search_continues() {
    let run = played(CART, 300);
    let past = &run.branch().past;
    let points = [Breakpoint { place: here(20), condition: "n>500".into() }];
    let whole = past.find_breakpoint(Some(LinePlace::end(3)), false, &points).expect("it runs").place;
    assert!(whole.is_some_and(|place| place.frame > 60), "{whole:?}");
    for slice in [1, 7, 60, 1000] {
        let (from, back) = (Some(LinePlace::end(3)), false);
        let what =
            timeline::LineSearch::Breakpoint { from, back, points: points.to_vec(), fields: Vec::new() };
        let mut job = timeline::LineJob::new(past, what);
        let found = loop {
            job = job.clone();
            if let Some(found) = job.step(past, slice, |_| true).expect("it runs") {
                break found;
            }
        };
        let timeline::LineFound::Place(hit) = found else { panic!("{found:?}") };
        assert_eq!(hit.place, whole, "slices of {slice}");
    }
}
