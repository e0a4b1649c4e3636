//! A program as a value: it continues the same way whatever is done to it in between.
//!
//! | at every cut | what must be equal |
//! |---|---|
//! | the budget ends, and the run continues | the output |
//! | a clone continues | the output, the digest |
//! | saved and restored | the output, the digest, the bytes |
//! | snapshot taken and restored | the output, the digest, the bytes; later too |
//! | run in steps | the output, the digest |
//! | garbage collected | the output |
//! | memory filled with objects of different sizes in turn | a state is little larger than its reachable objects |
//!
//! Untrusted bytes too: any state that is accepted must run.

use crate::random::source;
use crate::{FRAME, Output, start};
use num::{Num, Rng};
use rasher_lua::{RestoreError, StepLimits, Stop, Vm, VmSnapshot, compile};
use std::sync::Arc;

/// Programs that use everything a state contains.
const PROGRAMS: [&str; 7] = [
    "for i=1,150 do local c=cocreate(function(x) yield(x) end) coresume(c,i) if i%3>0 then coresume(c) end print(costatus(c)) end",
    "local t={} for i=1,60 do t[i]={x=i,n='k'..i} t['k'..i]=t[i] if i%3==0 then t['k'..i\\2]=nil end end \
     local s=0 for k,v in pairs(t) do s+=v.x end print(s,#t)",
    "local c={} for i=1,5 do c[i]=cocreate(function(a) local n=a while n<20 do n+=i n=yield(n,'v'..n) or n end return n end) end \
     for r=1,30 do for i=1,5 do print(i,coresume(c[i],i)) end end",
    "local function mk() local n,s=0,'' return function(d) n+=d s..=n return s,n end end local a,b=mk(),mk() \
     for i=1,40 do print(a(i),b(-i)) end",
    "local m={} m.__index=function(t,k) return k..'?' end m.__add=function(a,b) return setmetatable({v=(rawget(a,'v') or 0)+b},m) end \
     m.__concat=function(a,b) return 'c' end m.__lt=function(a,b) return #tostr(a)<#tostr(b) end m.__eq=function() return true end \
     m.__call=function(s,...) return select('#',...),... end m.__newindex=function(t,k,v) rawset(t,k,v..'!') end \
     local o=setmetatable({},m) for i=1,30 do o=o+i o.z=i print(o.v,o.q,o..i,'a'..o..'b',o<o,o(1,nil,i),o==setmetatable({},m)) end",
    "local function f(n,...) if n==0 then return ... end return f(n-1,n,...) end for i=1,12 do print(f(i)) \
     print(pcall(function() if i%2==0 then error('e'..i) end foreach({i,i+1},print) return f(i) end)) end",
    "local big={} for i=1,300 do big[i]=sub('abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz',1,i%50+10)..i end \
     local n=0 for v in all(big) do if #v%3==0 then del(big,v) end n+=#v end print(n,#big) \
     for k,v in pairs(split('a,b,c,1,2,3')) do print(k,v) end for x,y in pairs({q=1,w=2,[print]=3,[true]=4,[1.5]=5}) do print(y) end",
];

/// Runs to the end in pieces, with `between` called between them.
fn pieces(source: &str, piece: i64, between: impl FnMut(&mut Vm, &mut Output)) -> (Vec<String>, u64) {
    let (printed, digest, stop) = ran(source, piece, between);
    assert_eq!(stop, Stop::Done, "{source}");
    (printed, digest)
}

/// The same for a program that may end with an error.
fn ends(source: &str, piece: i64, between: impl FnMut(&mut Vm, &mut Output)) -> (Vec<String>, u64) {
    let (printed, digest, _) = ran(source, piece, between);
    (printed, digest)
}

fn ran(source: &str, piece: i64, mut between: impl FnMut(&mut Vm, &mut Output)) -> (Vec<String>, u64, Stop) {
    let (mut vm, mut out) = (start(source), Output::default());
    for _ in 0..1_000_000 {
        let mut fuel = piece;
        match vm.run(&mut out, &mut fuel) {
            Stop::Fuel => between(&mut vm, &mut out),
            stop @ (Stop::Done | Stop::Error(_)) => return (out.0, vm.digest(), stop),
            stop => panic!("{source}\n{stop:?}"),
        }
    }
    panic!("{source}\nhas no end")
}

#[test]
fn a_cut_anywhere_changes_nothing() {
    for source in PROGRAMS {
        let whole = pieces(source, 100 * FRAME, |_, _| {});
        for piece in [1, 7, 50, 333] {
            assert_eq!(pieces(source, piece, |_, _| {}), whole, "{source}");
        }
    }
}

#[test]
fn cycles_are_the_same_in_pieces() {
    for source in PROGRAMS {
        let cycles = |piece: i64| {
            let (mut vm, mut out, mut spent) = (start(source), Output::default(), 0);
            loop {
                let mut fuel = piece;
                let stop = vm.run(&mut out, &mut fuel);
                spent += piece - fuel;
                if stop == Stop::Done {
                    return spent;
                }
            }
        };
        let whole = cycles(100 * FRAME);
        assert!(whole > 1000);
        assert_eq!([cycles(1), cycles(99)], [whole, whole], "{source}");
    }
}

#[test]
fn clones_and_restored_states_go_on_the_same() {
    for source in PROGRAMS {
        let whole = pieces(source, 100 * FRAME, |_, _| {});
        for piece in [1, 40, 300] {
            let cloned = pieces(source, piece, |vm, _| {
                let mut other = vm.clone();
                std::mem::swap(vm, &mut other);
                // Changes to the other program do not affect this one.
                let _ = other.run(&mut Output::default(), &mut 500);
            });
            assert_eq!(cloned, whole, "{source}");
            let saved = pieces(source, piece, |vm, _| {
                let bytes = vm.save();
                let again =
                    Vm::restore(Arc::clone(vm.program()), &bytes).unwrap_or_else(|e| panic!("{source}\n{e}"));
                assert_eq!(again.save(), bytes, "{source}");
                assert_eq!(again.bytes(), vm.bytes(), "{source}");
                *vm = again;
            });
            assert_eq!(saved, whole, "{source}");
        }
    }
}

/// Runs in pieces, each from a snapshot of the previous moment: all snapshots stay unchanged to the end.
fn put_aside(source: &str, piece: i64) -> (Vec<String>, u64) {
    let mut moments: Vec<(VmSnapshot, Vec<u8>, u32)> = Vec::new();
    let mut sizes = [0; 2];
    let ended = ends(source, piece, |vm, _| {
        let like = moments.last().map(|(moment, _, _)| moment);
        let moment = vm.snapshot(like);
        sizes[0] += moment.size(like);
        sizes[1] += vm.snapshot(None).size(None);
        let saved = (vm.save(), vm.bytes());
        *vm = moment.restore();
        assert_eq!((vm.save(), vm.bytes()), saved, "{source}");
        moments.push((moment, saved.0, saved.1));
    });
    // Some are dropped: the others stay complete.
    for (moment, saved, used) in moments.iter().step_by(3) {
        let vm = moment.restore();
        assert_eq!((&vm.save(), vm.bytes()), (saved, *used), "{source}");
    }
    assert!(sizes[0] <= sizes[1], "{} bytes, {} as copies: {source}", sizes[0], sizes[1]);
    ended
}

#[test]
fn moments_put_aside_are_what_they_were() {
    for source in PROGRAMS {
        let whole = pieces(source, 100 * FRAME, |_, _| {});
        for piece in [1, 40, 300] {
            assert_eq!(put_aside(source, piece), whole, "{source}");
        }
    }
    for seed in 0..60 {
        let source = source(seed);
        let whole = ends(&source, 100 * FRAME, |_, _| {});
        assert_eq!(put_aside(&source, 150), whole, "seed {seed}");
    }
}

/// Objects of eight sizes, one after the other: each time as many as fit in 1.5 MB, of which two stay. Each line
/// makes an object from `k` and gives its size by the rules of Lua 5.2: a fixed part, and a part for each `k`.
const SIZES: [(&str, [u32; 8], u32, u32); 4] = [
    ("sub(text,1,k)", [41, 65, 129, 257, 513, 1025, 2049, 4097], 17, 1),
    ("pack(unpack(numbers,1,k))", [1, 3, 5, 9, 17, 33, 65, 129], 52, 8),
    ("named(k)", [1, 2, 4, 8, 16, 32, 64, 128], 32, 20),
    ("closures[k](i)", [1, 2, 3, 4, 5, 6, 7, 8], 16, 4),
];

#[test]
fn objects_of_many_sizes_in_turn_take_the_room_of_one() {
    let closures: String = (1..=8)
        .map(|k| {
            let names: Vec<String> = (1..=k).map(|n| format!("a{n}")).collect();
            let (names, sum) = (names.join(","), names.join("+"));
            format!(
                "function(i) local {names}={} return function() return {sum} end end,",
                vec!["i"; k].join(",")
            )
        })
        .collect();
    let numbers = vec!["1"; 129].join(",");
    let common = format!(
        "local text='x' while #text<5000 do text..=text end local numbers={{{numbers}}} local closures={{{closures}}} \
         local function named(k) local t={{}} for i=1,k do t['k'..i]=i end return t end "
    );
    for (make, sizes, own, each) in SIZES {
        let (mut phases, mut expected, mut all) = (String::new(), Vec::new(), 0);
        for k in sizes {
            let size = own + each * k;
            // They are kept in rows of 100: a growing table would need twice its room.
            let rows = 1_500_000 / (100 * size + 32 + 8 * 128);
            all += u64::from(rows) * 100 * u64::from(size);
            phases += &format!(
                "k={k} local rows={{}} for r=1,{rows} do local row={{}} for i=1,100 do row[i]={make} end rows[r]=row end \
                 keep[#keep+1]={{rows[1][7],rows[{rows}][99]}} print({k},#rows) rows=nil "
            );
            expected.push(format!("{k} {rows}"));
        }
        let source = format!("{common} local k,keep=0,{{}} do {phases} end print(#keep,type(keep[8][2]))");
        let mut largest = 0;
        let (printed, _) = pieces(&source, FRAME / 4, |vm, _| {
            let bytes = vm.save();
            largest = largest.max(bytes.len());
            // All blocks are compared there.
            *vm = Vm::restore(Arc::clone(vm.program()), &bytes).unwrap_or_else(|e| panic!("{make}\n{e}"));
            assert_eq!(vm.save(), bytes, "{make}");
            vm.end_of_frame();
        });
        assert_eq!(printed[..8], expected, "{make}");
        assert!(printed[8].starts_with("8 "), "{printed:?}");
        // 2 MiB of the objects that use the most memory for their counted size, plus spare room and their
        // list slots.
        assert!(all > 9_000_000 && largest < 7 << 20, "{make}: {all}, {largest}");
    }
}

/// A snapshot from other code is restored completely.
#[test]
fn other_code_shares_nothing() {
    let (mut vm, mut other) = (start(PROGRAMS[0]), start(PROGRAMS[1]));
    for vm in [&mut vm, &mut other] {
        assert_eq!(vm.run(&mut Output::default(), &mut 200), Stop::Fuel);
    }
    let first = vm.snapshot(None);
    let moment = other.snapshot(Some(&first));
    assert_eq!(moment.restore().save(), other.save());
    assert_eq!(moment.size(Some(&first)), moment.size(None));
}

#[test]
fn a_collection_changes_no_result() {
    for source in PROGRAMS {
        let whole = pieces(source, 100 * FRAME, |_, _| {});
        // Addresses of objects differ, and so does the digest.
        let collected = pieces(source, 30, |vm, _| vm.collect());
        assert_eq!(collected.0, whole.0, "{source}");
    }
}

#[test]
fn steps_stop_at_lines_and_change_nothing() {
    let source = "local a=1\nlocal function f(x)\n local y=x*2\n return y\nend\nfor i=1,2 do\n a+=f(i)\nend\nprint(a)\n";
    let lines = |depth: Option<usize>, watched: &[u32]| {
        let (mut vm, mut out, mut fuel) = (start(source), Output::default(), FRAME);
        let marks = vm.program().marked(|line| watched.contains(&line));
        let mut watch = StepLimits { marks: &marks, depth, goes_on: false };
        let mut met = Vec::new();
        while vm.step(&mut out, &mut fuel, &watch) == Stop::Break {
            met.push(vm.calls().next().expect("a call").line);
            watch.goes_on = true;
        }
        let mut whole = start(source);
        let _ = whole.run(&mut Output::default(), &mut FRAME.clone());
        assert_eq!((vm.digest(), out.0.as_slice()), (whole.digest(), &["7".to_string()][..]));
        met
    };
    assert_eq!(lines(Some(9), &[]), [1, 2, 6, 7, 3, 4, 6, 7, 3, 4, 6, 9, 10], "into calls");
    assert_eq!(lines(Some(0), &[]), [1, 2, 6, 7, 6, 7, 6, 9, 10], "over calls");
    assert_eq!(lines(None, &[3]), [3, 3], "to a watched line");
}

/// After a call at the end of a line, the next line starts when the call returns, also if the run stopped inside it.
#[test]
fn a_step_out_of_a_call_stops_at_the_next_line() {
    let source = "local function f()\n local y=1\nend\nf()\nf()\nprint(1)\n";
    let (mut vm, mut out, mut fuel) = (start(source), Output::default(), FRAME);
    let mut watch = StepLimits { depth: Some(9), ..StepLimits::default() };
    let mut met = Vec::new();
    while vm.step(&mut out, &mut fuel, &watch) == Stop::Break {
        met.push(vm.calls().next().expect("a call").line);
        watch.goes_on = true;
    }
    assert_eq!(met, [1, 4, 2, 3, 5, 2, 3, 6, 7]);
}

#[test]
fn variables_have_their_names() {
    let source = "local a,b=1,'x'\nlocal function f(p)\n local q=p+a\n a=q\n return q\nend\nprint(f(2))\n";
    let (mut vm, mut out, mut fuel) = (start(source), Output::default(), FRAME);
    let marks = vm.program().marked(|line| line == 4);
    let watch = StepLimits { marks: &marks, ..StepLimits::default() };
    assert_eq!(vm.step(&mut out, &mut fuel, &watch), Stop::Break);
    let call = vm.calls().next().expect("a call");
    let (locals, upvalues) = vm.variables(call.depth);
    let named = |list: Vec<rasher_lua::Variable>| -> Vec<(String, String)> {
        list.into_iter()
            .map(|it| (String::from_utf8_lossy(&it.name).into_owned(), format!("{:?}", it.value)))
            .collect()
    };
    let pairs = |list: &[(&str, &str)]| -> Vec<(String, String)> {
        list.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect()
    };
    assert_eq!(named(locals), pairs(&[("p", "2"), ("q", "3")]));
    assert_eq!(named(upvalues), pairs(&[("a", "1")]));
}

/// A coroutine's calls are on top of its resumer's, as users of PICO-8 debuggers expect in a stack trace.
#[test]
fn a_coroutine_s_calls_are_on_top_of_its_resumer_s() {
    let source = "local function inner(z,...)\n local w=z\n return w\nend\nlocal function body(y)\n inner(y,7,'x')\nend\n\
                  function outer(x)\n local c=cocreate(body)\n coresume(c,x+1)\nend\nouter(1)\n";
    let (mut vm, mut out, mut fuel) = (start(source), Output::default(), FRAME);
    let marks = vm.program().marked(|line| line == 3);
    let watch = StepLimits { marks: &marks, ..StepLimits::default() };
    assert_eq!(vm.step(&mut out, &mut fuel, &watch), Stop::Break);
    let calls: Vec<_> = vm.calls().collect();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let shown: Vec<_> = calls.iter().map(|it| (text(&it.function), it.line, it.depth)).collect();
    let expected = [("inner", 3, 3), ("body", 6, 2), ("outer", 10, 1), ("", 12, 0)];
    assert_eq!(shown, expected.map(|(name, line, depth)| (name.to_string(), line, depth)));
    assert_eq!(vm.depth(), 4);
    let names = |depth| vm.variables(depth).0.iter().map(|it| text(&it.name)).collect::<Vec<_>>();
    assert_eq!([3, 2, 1, 0].map(names), [vec!["z", "w"], vec!["y"], vec!["x", "c"], vec!["inner", "body"]]);
    assert_eq!((vm.varargs(3).len(), vm.varargs(2).len(), vm.varargs(9).len()), (2, 0, 0));
    // Expressions see the variables of the selected call.
    for (depth, text, expected) in
        [(3, "z+1,...", "3 7 x"), (3, "select('#',...)", "2"), (2, "y,...", "2"), (1, "x", "1")]
    {
        let mut copy = vm.expression(Some(depth), text.as_bytes()).expect("an expression");
        assert_eq!(copy.run(&mut Output::default(), &mut FRAME.clone()), Stop::Done);
        let found: Vec<_> = copy.results().into_iter().map(|value| super::show(copy.heap(), value)).collect();
        assert_eq!(found.join(" "), expected, "{text}");
    }
}

#[test]
fn steps_use_up_cycles_where_a_run_does() {
    // Random budgets stop the program at random places; stopping at each line reaches the same places.
    let mut random = 7u32;
    for source in PROGRAMS {
        let (mut whole, mut stepped) = (start(source), start(source));
        let (mut out, mut beside) = (Output::default(), Output::default());
        for _ in 0..300 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (mut left, mut other) = (i64::from(random >> 22), i64::from(random >> 22));
            let end = whole.run(&mut out, &mut left);
            let mut watch = StepLimits { depth: Some(usize::MAX), ..StepLimits::default() };
            let same = loop {
                match stepped.step(&mut beside, &mut other, &watch) {
                    Stop::Break => watch.goes_on = true,
                    stop => break stop,
                }
            };
            assert_eq!((same, other), (end.clone(), left), "{source}");
            assert_eq!(stepped.save(), whole.save(), "{source}");
            if matches!(end, Stop::Done | Stop::Error(_)) {
                break;
            }
        }
        assert_eq!(out.0, beside.0, "{source}");
    }
}

#[test]
fn expressions_see_what_a_call_sees() {
    let source = "local a,b=1,'x'\nglobal={n=5}\nhidden,shown=7,8\nlocal function f(p,hidden)\n local q=p+a\n return q+a\nend\nprint(f(2))\n";
    let (mut vm, mut out, mut fuel) = (start(source), Output::default(), FRAME);
    let marks = vm.program().marked(|line| line == 6);
    let watch = StepLimits { marks: &marks, ..StepLimits::default() };
    assert_eq!(vm.step(&mut out, &mut fuel, &watch), Stop::Break);
    let before = vm.save();
    let depth = vm.calls().next().map(|call| call.depth);
    let value = |text: &str| {
        let mut copy = vm.expression(depth, text.as_bytes()).map_err(|e| format!("{e:?}"))?;
        match copy.run(&mut Output::default(), &mut FRAME.clone()) {
            Stop::Done => Ok(copy
                .results()
                .into_iter()
                .map(|value| super::show(copy.heap(), value))
                .collect::<Vec<_>>()
                .join(" ")),
            Stop::Error(error) => Err(String::from_utf8_lossy(&error.message).into_owned()),
            other => Err(format!("{other:?}")),
        }
    };
    let cases = [
        ("q", "3"),
        ("p+a", "3"),
        ("a,q,nothing", "1 3 nil"),
        // A local that is nil hides a global.
        ("hidden,shown", "nil 8"),
        ("global.n*2==10 and p!=3", "true"),
        ("'new '..\"text\"", "new text"),
        ("(function(x) return x+p end)(40)", "42"),
        ("#sub('hello',2,3)", "2"),
    ];
    for (text, expected) in cases {
        assert_eq!(value(text).as_deref(), Ok(expected), "{text}");
    }
    for (text, part) in [
        ("q+", "Syntax"),
        ("1 end", "Syntax"),
        ("p.x.y", "attempt to index"),
        ("(function() while true do end end)()", "Fuel"),
    ] {
        let error = value(text).expect_err(text);
        assert!(error.contains(part), "{text}: {error}");
    }
    assert_eq!(vm.save(), before, "the program is as it was");
}

#[test]
fn states_of_others_are_refused() {
    let (a, b) = (start("x=1"), start("x=2"));
    let bytes = a.save();
    assert_eq!(Vm::restore(Arc::clone(b.program()), &bytes).err(), Some(RestoreError::Program));
    assert_eq!(Vm::restore(Arc::clone(a.program()), &[0; 400]).err(), Some(RestoreError::Format));
    assert_eq!(
        Vm::restore(Arc::clone(a.program()), &bytes[..bytes.len() - 1]).err(),
        Some(RestoreError::Length)
    );
    let long = [&bytes[..], &[0]].concat();
    assert_eq!(Vm::restore(Arc::clone(a.program()), &long).err(), Some(RestoreError::Length));
}

#[test]
fn damaged_states_are_refused_or_run() {
    let mut taken = 0;
    for (seed, source) in (0..).zip(PROGRAMS) {
        let mut rng = Rng::seeded(Num::int(seed));
        let program = compile(source.as_bytes(), crate::NATIVES).expect("it compiles");
        let mut vm = Vm::new(program);
        for _ in 0..6 {
            let _ = vm.run(&mut Output::default(), &mut 2500);
            let good = vm.save();
            for _ in 0..300 {
                let mut bytes = good.clone();
                for _ in 0..=rng.index(3) {
                    let at = rng.index(bytes.len() as u32) as usize;
                    bytes[at] = match rng.index(4) {
                        0 => 0,
                        1 => 0xff,
                        2 => bytes[at] ^ 1 << rng.index(8),
                        _ => rng.index(256) as u8,
                    };
                }
                if let Ok(mut vm) = Vm::restore(Arc::clone(vm.program()), &bytes) {
                    taken += 1;
                    let _ = vm.run(&mut Output::default(), &mut FRAME.clone());
                    vm.collect();
                    let _ = Vm::restore(Arc::clone(vm.program()), &vm.save());
                }
            }
        }
    }
    assert!(taken > 500, "{taken} of 12600 were taken");
}
