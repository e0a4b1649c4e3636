//! Errors: their messages and places; and what no program can do.

use crate::{FRAME, Output, cases, run, start};
use rasher_lua::{Stop, compile};

#[test]
fn messages_name_the_operand() {
    cases(&[
        ("x.y=1", "error: attempt to index global 'x' (a nil value)"),
        ("local a a.b=1", "error: attempt to index local 'a' (a nil value)"),
        ("local a={} print(a.b.c)", "error: attempt to index field 'b' (a nil value)"),
        ("foo()", "error: attempt to call global 'foo' (a nil value)"),
        ("local t={} t.foo()", "error: attempt to call field 'foo' (a nil value)"),
        ("local t={} t:foo()", "error: attempt to call method 'foo' (a nil value)"),
        ("local a print(a+1)", "error: attempt to perform arithmetic on local 'a' (a nil value)"),
        ("print(1+x)", "error: attempt to perform arithmetic on global 'x' (a nil value)"),
        ("local a={} function f() return a.b.c end f()", "error: attempt to index field 'b' (a nil value)"),
        ("local a function f() a() end a=nil f()", "error: attempt to call upvalue 'a' (a nil value)"),
        ("print('a'..nil)", "error: attempt to concatenate a nil value"),
        ("local t={} print('a'..t)", "error: attempt to concatenate local 't' (a table value)"),
        ("print(#5)", "error: attempt to get length of a number value"),
        ("print(1<'a')", "error: attempt to compare number with string"),
        ("print({}<{})", "error: attempt to compare two table values"),
        ("local t={} t[nil]=1", "error: index is nil"),
        ("for i=1,'x' do end", "error: 'for' limit value must be a number"),
        ("for i=nil,2 do end", "error: 'for' initial value must be a number"),
        ("error('mine')", "error: mine"),
        ("error({})", "error: [table]"),
        ("assert(false)", "error: assertion failed!"),
        ("assert(nil,'why')", "error: why"),
        ("print(assert(1,2))", "1 2"),
        (
            "print(pcall(error,'e')) print(pcall(function() return 1,2 end)) print(pcall(print,3))",
            "false e|true 1 2|3|true",
        ),
        ("print(pcall(nil))", "false attempt to call a nil value"),
        ("print((pcall(function() local x=nil x() end)))", "false"),
        ("local ok,t=pcall(error,{c=5}) print(t.c)", "5"),
        ("print(pcall(pcall,print))", "false pcall, coresume and yield can be called by functions only"),
        ("local function f() return 1+f() end print(pcall(f))", "false out of memory"),
        (
            "local t=setmetatable({},{}) getmetatable(t).__index=t print(pcall(function() return t.x end))",
            "false loop in gettable",
        ),
        (
            "local t=setmetatable({},{}) getmetatable(t).__call=t print(pcall(t))",
            "false too many functions behind __call",
        ),
        ("local s='x' while true do s..=s end", "error: out of memory"),
        ("local t={} while true do add(t,{x=1,y=2}) end", "error: out of memory"),
        ("local t={} while true do t={t} end", "error: out of memory"),
        ("local t={} while true do add(t,cocreate(print)) end", "error: out of memory"),
        ("local t,i={},0 while true do i+=0x.0001 t[i]=i end", "error: out of memory"),
    ]);
}

#[test]
fn a_trace_has_function_and_line() {
    let source =
        "function a()\n b()\nend\nfunction b()\n foreach({1},function(x)\n  x.y.z=1\n end)\nend\na()\n";
    let (mut vm, mut fuel) = (start(source), FRAME);
    let Stop::Error(error) = vm.run(&mut Output::default(), &mut fuel) else { panic!("it fails") };
    let trace: Vec<(String, u32)> = error
        .trace
        .iter()
        .map(|call| (String::from_utf8_lossy(&call.function).into_owned(), call.line))
        .collect();
    let expected = [("", 6), ("b", 5), ("a", 2), ("", 9)].map(|(name, line)| (name.to_string(), line));
    assert_eq!(trace, expected, "the library's foreach is not shown");
    assert_eq!(vm.run(&mut Output::default(), &mut fuel), Stop::Done, "nothing is left to do");
}

#[test]
fn limits_are_errors_with_a_line() {
    let locals: String = (0..100).map(|i| format!("local a{i},b{i} ")).collect();
    assert!(compile(locals.as_bytes(), &[]).is_ok());
    let args = |n: usize| format!("\nf({})", vec!["x"; n].join(","));
    assert!(compile(args(240).as_bytes(), &[]).is_ok());
    let error = compile(args(260).as_bytes(), &[]).expect_err("more than there are registers");
    assert_eq!(
        error.to_string(),
        "syntax error line 2: found a function or expression with too many values at once, expected at most 250 registers"
    );
    let long = "x=y+z ".repeat(30_000);
    let error = compile(long.as_bytes(), &[]).expect_err("more words than a place has bits");
    assert_eq!(error.expected, "at most 65535 instructions");
    let deep = format!("x=1{}", "+y".repeat(9_000));
    assert!(compile(deep.as_bytes(), &[]).is_ok(), "left sides nest as deep as they like");
    let chain = format!("x=y{}", ".z[1]:f()".repeat(5_000));
    assert!(compile(chain.as_bytes(), &[]).is_ok());
    let items = format!("t={{{}}} print(#t,t[3000])", "7,".repeat(3000));
    assert_eq!(run(&items), ["3000 7"]);
}

#[test]
fn nothing_runs_on_for_ever() {
    for source in [
        "while true do end",
        "::a:: goto a",
        "repeat until false",
        "local function f() return f() end f()",
        "for i=1,32767 do for j=1,32767 do end end",
        "for k in function() return 1 end do end",
        "local c=cocreate(function() while true do yield() end end) while true do coresume(c) end",
        "local t=setmetatable({},{__index=function(t,k) return t[k] end}) pcall(function() return t.x end) while true do end",
        "while true do pcall(error) end",
        "local t={} while true do t={} end",
        "local t={} for i=1,30000 do t[i]=i end while true do unpack(t) end",
        "local t={} for i=1,30000 do t[i]=i end while true do add(t,1,1) deli(t,1) end",
        "local s='0123456789' for i=1,12 do s..=s end while true do local u=s..'x' split(u,'') end",
        "local s='0123456789' for i=1,12 do s..=s end local u=s..'' while true do if s!=u then end end",
    ] {
        let (mut vm, mut out) = (start(source), Output::default());
        let mut spent = 0;
        for _ in 0..20 {
            let mut fuel = FRAME;
            assert_eq!(vm.run(&mut out, &mut fuel), Stop::Fuel, "{source}");
            spent += FRAME - fuel;
        }
        assert!(spent >= 20 * FRAME, "{source}");
    }
}
