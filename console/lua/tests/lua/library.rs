//! Rules of the library's functions.
//!
//! Each row is based on values measured on PICO-8, then its manual, then open emulators.

use crate::cases;

#[test]
fn tables() {
    cases(&[
        ("local t={1,2} print(add(t,3),#t,add(t,0,1),t[1],t[4]) add(t,9,2.7) print(t[2])", "3 3 0 0 3|9"),
        ("local t={} add(t,1,5) add(t,2,-5) print(t[1],t[2],#t) print(add(nil,1),add(t))", "2 1 2|nil"),
        (
            "local t={'a','b','c','b'} print(del(t,'b'),#t,t[2],t[3]) print(del(t,'z')) print(del(nil,1))",
            "b 3 c b||",
        ),
        (
            "local t={1,2,3} print(deli(t,1),deli(t),#t) print(deli(t,nil)) print(deli(t,9)) print(deli({}))",
            "1 3 1|||",
        ),
        ("print(count({1,nil,3,1}),count({1,2,1},1),count(nil),count({}))", "3 2 0 0"),
        (
            "local t={1,2,3,4,5,6} for v in all(t) do if v%2==0 then del(t,v) end end print(unpack(t))",
            "1 3 5",
        ),
        ("local t={1,2,3} for v in all(t) do del(t,v) end print(#t)", "0"),
        ("local t={1,2,3} foreach(t,function(v) print(v) del(t,v) end) print(#t)", "1|2|3|0"),
        ("local t={1,nil,3} for v in all(t) do print(v) end", "1|3"),
        (
            "local p=pack(1,nil,3,nil) print(p.n,p[1],p[3],#{unpack({1,2,3},2)},unpack({1,2,3},2,3))",
            "4 1 3 2 2 3",
        ),
        (
            "print(unpack({1,2,3},-1,1)) print(select(2,'a','b','c')) print(select(-1,'a','b')) print(select('#')) print(select(5,1))",
            "nil nil 1|b c|b|0|",
        ),
        ("print(pcall(select,0,1))", "false bad argument #1 to 'select' (index out of range)"),
        (
            "print(next({})) print(next({5})) print(inext({5},0)) print(inext({5},1)) print(next(nil))",
            "nil|1 5|1 5|nil|",
        ),
        (
            "print(rawlen({1,2}),rawlen('abc'),rawequal('a','a'),rawget({5},1),rawset({},1,2)[1])",
            "2 3 true 5 2",
        ),
        ("print(type(pairs),type(nil),type({}),type('')) print(type())", "function nil table string|"),
        (
            "print(getmetatable({}),getmetatable('')) local m={} print(getmetatable(setmetatable({},m))==m)",
            "nil nil|true",
        ),
        (
            "print(pcall(setmetatable,1,{}))",
            "false bad argument #1 to 'setmetatable' (table expected, got number)",
        ),
    ]);
}

#[test]
fn texts() {
    cases(&[
        (
            "print(tostr(),tostr(nil),tostr(true),tostr({}),tostr(print),tostr(17),tostr('a'))",
            " [nil] true [table] [function] 17 a",
        ),
        (
            "print(tostr(17,1),tostr(17,true),tostr(17,2),tostr(17,3))",
            "0x0011.0000 0x0011.0000 1114112 0x00110000",
        ),
        ("print(tostr(cocreate(print)),tostr((function() end)()))", "[thread] "),
        ("local function f() end print(tostr(f()))", ""),
        (
            "print(tonum('17'),tonum('0x11'),tonum('0b11'),tonum('-2.5'),tonum(true),tonum(false),tonum(3))",
            "17 17 3 -2.5 1 0 3",
        ),
        (
            "print(tonum('abc')) print(tonum('')) print(tonum('abc',4),tonum('ff',1),tonum('1114112',2),tonum('32768'))",
            "||0 255 17 -32768",
        ),
        ("print(tonum('-0x9000')==0x7000,tonum(nil))", "true"),
        ("print(chr(65,66,67),chr(),#chr(0,256+65),chr(256+65))", "ABC  2 A"),
        (
            "print(ord('a'),ord('abc',2),ord('abc',-1),ord(65)) print(ord('ab',1,5)) print(ord('',1)) print(ord('a',2)) print(ord()) print(ord(nil,1)) print(ord({}))",
            "97 98 99 54|97 98|||||",
        ),
        (
            "print(sub('hello',-3),sub('hello',2,3),sub('hello',3,2),sub('hello',2),sub('hello',2,nil),sub('hello',2,true))",
            "llo el  ello ello e",
        ),
        (
            "print(sub('hello',-100,2),sub('hello',4,100),sub('hello',0),#sub('',1,1),sub(12345,2,3))",
            "he lo hello 0 23",
        ),
        (
            "print(#split('a,b,,c')) print(unpack(split('1,2,x'))) print(type(split('1')[1]),type(split('1',',',false)[1]))",
            "4|1 2 x|number string",
        ),
        (
            "print(unpack(split('abc',''))) print(unpack(split('abcde',2))) print(unpack(split('a;b',';'))) print(#split(''),split('')[1]) print(unpack(split('ab',0)))",
            "a b c|ab cd e|a b|1 |a b",
        ),
        ("print(split()) print(split(nil)) print(unpack(split('a::b','::')))", "||a  b"),
        ("print(#split('1,,2'),split('1,,2')[2]=='')", "3 true"),
    ]);
}

#[test]
fn numbers() {
    cases(&[
        ("print(flr(2.7),flr(-2.3),ceil(-2.3),ceil(2.1),abs(-4),sgn(0),sgn(-3))", "2 -3 -2 3 4 1 -1"),
        ("print(min(1,2),max(1,2),mid(7,5,10),mid(8,2,4),min(5),max(-5))", "1 2 7 4 0 0"),
        (
            "print(sqrt(16),sin(0.25),cos(0),atan2(1,0),flr(0x7fff.ffff)==0x7fff,abs(0x8000)==0x7fff.ffff)",
            "4 -1 1 0 true true",
        ),
        (
            "print(band(6,3),bor(6,3),bxor(6,3),bnot(0)==-0x0.0001,shl(1,15)==0x8000,shr(4,1),lshr(4,1),rotl(1,16),rotr(1,16))",
            "2 7 5 true true 2 2 0 0",
        ),
        ("print(band(nil,1),flr('2.5'),flr())", "0 2 0"),
        (
            "print(1<<32,0x0.0001<<31==0x8000,0x8000>>4==0xf800,0x8000>>>4==0x0800,0x1234.5678<<>8==0x3456.7812)",
            "0 true true true true",
        ),
        (
            "print(0x0.97e2,0x0.0006,0x0.0007,0x0.ffff,0x5.ffff,0x7fff.ffff,-0x0.0006,-32768,1/3)",
            "0.5933 0 0.0001 1 6 32768 -0 -32768 0.3333",
        ),
        ("print('z'..-0.0001)", "z-0"),
    ]);
}

/// Lua 5.2's manual. A collection runs after enough allocation; texts are values and stay.
#[test]
fn weak_tables() {
    let waste = "for i=1,20000 do local x={} end";
    let entries = "local n=0 for k,v in pairs(t) do n+=1 end print(n)";
    let keep = "local keep={}";
    let cases: Vec<(String, &str)> = [
        (format!("{keep} local t=setmetatable({{}},{{__mode='v'}}) t[1]={{}} t[2]=keep t.k='text' t[3]=7 {waste} print(t[1],t[2]==keep,t.k,t[3])"), "nil true text 7"),
        (format!("{keep} local t=setmetatable({{}},{{__mode='k'}}) t[{{}}]=1 t[keep]=2 t.k=3 {waste} print(t[keep]) {entries}"), "2|2"),
        (format!("{keep} local t=setmetatable({{}},{{__mode='kv'}}) t[{{}}]=keep t[keep]={{}} t[keep]=keep t[{{}}]={{}} {waste} {entries}"), "1"),
        (format!("local t=setmetatable({{}},{{}}) t[1]={{}} t[{{}}]=1 {waste} {entries}"), "2"),
        // In a coroutine, and from its stack.
        (format!("local t=setmetatable({{}},{{__mode='v'}}) local c=cocreate(function() local own={{}} t[1]=own yield() return own end) coresume(c) {waste} print(t[1]!=nil)"), "true"),
    ].into();
    let cases: Vec<(&str, &str)> = cases.iter().map(|(code, expected)| (&code[..], *expected)).collect();
    crate::cases(&cases);
}
