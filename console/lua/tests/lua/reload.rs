//! Replacing the code of a running program. The expected results are our decision, described at the head of
//! `reload.rs`.

use crate::{FRAME, Output, start};
use rasher_lua::{Stop, Vm};
use std::sync::Arc;

/// Runs to the end of the current call.
fn run(vm: &mut Vm, out: &mut Output) {
    match vm.run(out, &mut (100 * FRAME)) {
        Stop::Done => {}
        stop => panic!("{stop:?}: {:?}", out.0),
    }
}

fn step(vm: &mut Vm, out: &mut Output) {
    let function = vm.global(b"step");
    assert!(vm.call(function, &[]));
    run(vm, out);
}

/// Runs the first source, and `step` after each replacement. Returns the output and the state.
fn reloaded(sources: &[&str]) -> (Vm, String) {
    let (mut vm, mut out) = (start(sources[0]), Output::default());
    run(&mut vm, &mut out);
    step(&mut vm, &mut out);
    for source in &sources[1..] {
        vm.reload(source.as_bytes()).unwrap_or_else(|e| panic!("{source}: {e}"));
        // A state with replaced code is an ordinary state.
        let bytes = vm.save();
        vm = Vm::restore(Arc::clone(vm.program()), &bytes).unwrap_or_else(|e| panic!("{source}: {e}"));
        assert_eq!(vm.save(), bytes, "{source}");
        step(&mut vm, &mut out);
        vm.collect();
    }
    (vm, out.0.join("|"))
}

#[test]
fn functions_are_replaced_and_all_else_stays() {
    let cases: &[(&[&str], &str)] = &[
        (&["n=1 function step() n+=1 print(n) end", "n=100 function step() n+=10 print(n) end"], "2|12"),
        (
            &["local n=1 function step() n+=1 print(n) end", "local n=5 function step() n+=10 print(n) end"],
            "2|12",
        ),
        // A local that is now assigned, and one that no longer is.
        (
            &[
                "local n=1 function step() print(n) end",
                "local n=1 function step() n+=1 print(n) end",
                "local n=1 function step() n+=2 print(n) end",
            ],
            "1|2|4",
        ),
        (&["local n=1 function step() n+=1 print(n) end", "local n=1 function step() print(n) end"], "2|2"),
        (
            &[
                "local n=1 function get() return n end function step() print(get()) end",
                "local n=1 function get() return n end function set() n=9 end function step() set() print(get()) end",
            ],
            "1|9",
        ),
        // Functions in tables, and closures made by functions.
        (
            &[
                "a={{v=1,f=function(s) return s.v end}} function step() print(a[1]:f()) end",
                "function step() print(a[1]:f()) end a={{v=5,f=function(s) return s.v+1 end,g=function() end}}",
            ],
            "1|1",
        ),
        (
            &[
                "a={{v=1,f=function(s) return s.v end}} function step() print(a[1]:f()) end",
                "a={{v=5,f=function(s) return s.v+1 end}} function step() print(a[1]:f()) end",
            ],
            "1|2",
        ),
        (
            &[
                "function mk() local n=0 return function() n+=1 return n end end a,b=mk(),mk() function step() print(a(),a(),b()) end",
                "function mk() local n=0 return function() n+=10 return n end end a,b=mk(),mk() function step() print(a(),a(),b()) end",
            ],
            "1 2 1|12 22 11",
        ),
        // New functions: by name, in a table, in a local's table.
        (
            &[
                "function step() print(1) end",
                "function h() return 'new text' end function step() print(h()) end",
            ],
            "1|new text",
        ),
        (
            &[
                "t={} function step() print(t.f) end",
                "t={} function t:f() return 3 end function step() print(t:f()) end",
            ],
            "nil|3",
        ),
        (
            &[
                "local t={} function step() print(t.f) end",
                "local t={} function t.f() return t end function step() print(t.f()==t) end",
            ],
            "nil|true",
        ),
        // A function that is gone, and its remaining references.
        (
            &[
                "function old() return 1 end function step() print(old()) end",
                "function step() print(old()+1) end",
                "function step() print(old()+2) end",
            ],
            "1|2|3",
        ),
        // A call in progress.
        (
            &[
                "c=cocreate(function() for i=1,9 do yield(i) end end) function step() local _,v=coresume(c) print(v) end",
                "c=cocreate(function() for i=1,9 do yield(i*10) end end) function step() local _,v=coresume(c) print('x',v) end",
            ],
            "1|x 2",
        ),
        // Methods through a metatable.
        (
            &[
                "m={} m.__index=m function m.f() return 1 end o=setmetatable({},m) function step() print(o.f()) end",
                "m={} m.__index=m function m.f() return 2 end o=setmetatable({},m) function step() print(o.f()) end",
            ],
            "1|2",
        ),
    ];
    for (sources, expected) in cases {
        assert_eq!(reloaded(sources).1, *expected, "{sources:?}");
    }
}

#[test]
fn code_that_is_none_changes_nothing() {
    let (mut vm, _) = reloaded(&["function step() print(1) end"]);
    let before = vm.save();
    let error = vm.reload(b"x=1\nfunction step( print(2) end").expect_err("no program");
    assert_eq!(error.line, 2);
    assert_eq!(vm.save(), before);
}

/// Code replaces code: a whole day of saving fills nothing up.
#[test]
fn code_that_is_not_in_use_is_gone() {
    let source = |n: u32| {
        format!(
            "x=0 function step() x+={n} print('{n}') end function other() local t={{}} for i=1,{n} do add(t,i) end return t end"
        )
    };
    let (mut vm, mut out) = (start(&source(1)), Output::default());
    run(&mut vm, &mut out);
    let size = vm.program().instructions();
    let mut whole = 1;
    for n in 2..2_000 {
        vm.reload(source(n).as_bytes()).unwrap_or_else(|e| panic!("{n}: {e}"));
        whole = whole.max(vm.program().instructions());
    }
    assert_eq!(whole, size);
    step(&mut vm, &mut out);
    assert_eq!(out.0, ["1999"]);
    // A call in progress keeps its code, so eventually new code finds no room and is refused with a message.
    let mut vm = start("function f() return 1 end pause() ");
    assert_eq!(vm.run(&mut Output::default(), &mut (100 * FRAME)), Stop::Pause);
    let long = format!("function f() {} end", "x=1 ".repeat(9_000));
    let mut reloads = (0..20).map(|_| vm.reload(long.as_bytes()));
    let error = reloads.find_map(Result::err).expect("no room at last");
    assert!(error.to_string().contains("65535"), "{error}");
}

/// A function may have 255 upvalues; their places just fit a byte.
#[test]
fn functions_with_the_most_upvalues_can_be_inspected_and_reloaded() {
    let names = |letter: char, count: u32| (0..count).map(|n| format!("{letter}{n}=1 ")).collect::<Vec<_>>();
    let (outer, inner) = (names('a', 199), names('b', 56));
    let local = |names: &[String]| names.iter().map(|name| format!("local {name}")).collect::<String>();
    let source = format!(
        "{}function step() {}function g() {}{}end g() print(a198+b55) end",
        local(&outer),
        local(&inner),
        outer.concat(),
        inner.concat()
    );
    let (vm, printed) = reloaded(&[&source, &source]);
    assert_eq!((vm.file_locals().len(), &*printed), (199, "2|2"));
}
