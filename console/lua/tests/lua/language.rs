//! Rules of the language.
//!
//! Expectations are from Lua 5.2's manual and, for its own forms, PICO-8's; numbers are values measured there. If
//! PICO-8's behaviour is unknown, z8lua decides, and the line says so.

use crate::cases;

#[test]
fn values_and_operators() {
    cases(&[
        ("print(1+2*3,7\\2,-7\\2,7%3,-5%3,5%-3,2^10)", "7 3 -4 1 1 2 1024"),
        ("print(100/3,1/0,-1/0,0/0)", "33.3333 32768 -32768 32768"),
        ("local a,b=-5,-3 print(a%3,a%b,a%0,5%b,a\\3,a/0,(-32768)%b,32767.5%a)", "1 1 0 2 -2 -32768 1 2.5"),
        ("local a,b=6,4 print(a+b,a-b,a*b,a/b,a%b,a\\b,a^2)", "10 2 24 1.5 2 1 36"),
        ("local a,b=6,3 print(a&b,a|b,a^^b,~a,a<<b,a>>1,a>>>1,a<<>16,a>><16,a~b)", "2 7 5 -6 48 3 3 0 0 5"),
        (
            "local a=3 print(1-a,10/a,10%a,10\\a,2*a,2+a,6&a,a-1,a/2,a%2,a\\2)",
            "-2 3.3333 1 3 6 5 2 2 1.5 1 1",
        ),
        ("print(32767+1,-32768-1,200*200)", "-32768 32767 -25536"),
        ("print('10'+5,'3'*'4',10 ..20,-'2')", "15 12 1020 -2"),
        (
            "print(1<2,2<=2,'a'<'b','b'<='a',1==1,1=='1','a'=='a',1~=2,1!=1)",
            "true true true false true false true true false",
        ),
        ("print(not nil,not 0,nil==false)", "true false false"),
        ("print(1 and 2,nil and 1,false or 3,nil or false,1 or error())", "2 nil 3 false 1"),
        ("local a,b=nil,false print(a or b,a and b,b or a,b and a)", "false nil nil false"),
        ("print(#'abc',#{1,2,3},#'')", "3 3 0"),
        ("print('a'..'b'..1 ..2.5)", "ab12.5"),
        ("print(@1,%1,$1)", "2 3 5"),
        ("local s='hello' print(s[1],s[5],s[6],s[-1],s[0])", "h o nil o nil"),
        ("print(0x11.4,0b101,0x.8,.5)", "17.25 5 0.5 0.5"),
        ("local x=5 x+=2 x*=3 x-=1 x/=4 x%=3 print(x) x=6 x\\=4 x<<=3 x|=1 x^^=3 x&=6 print(x)", "2|2"),
        ("local s='a' s..='b' s..=1 print(s) t={n=1} t.n+=1 t['n']*=4 print(t.n)", "ab1|8"),
        ("local t={} local function f() print('f') return t end t.x=1 f().x+=1 print(t.x)", "f|2"),
    ]);
}

#[test]
fn control() {
    cases(&[
        ("for i=1,3 do print(i) end", "1|2|3"),
        ("for i=3,1,-1 do print(i) end for i=1,0 do print('no') end", "3|2|1"),
        ("for i=1,2,0 do print('no') end print('end')", "end"),
        ("for i=32766,32767 do print(i) end", "32766|32767"),
        ("for i=-32767,-32768,-1 do print(i) end", "-32767|-32768"),
        ("for i='1',2 do print(i) end", "1|2"),
        ("for i=1,3 do i*=10 print(i) end", "10|20|30"),
        ("local i=0 while i<3 do i+=1 if i==2 then break end end print(i)", "2"),
        ("local i=0 repeat local j=i i+=1 until j==2 print(i)", "3"),
        ("for i=1,3 do if i==2 then goto continue end print(i) ::continue:: end", "1|3"),
        ("local i=1 ::top:: if i<=3 then print(i) i+=1 goto top end", "1|2|3"),
        (
            "for i=1,3 do for j=1,3 do if j==2 then goto out end print(i,j) end end ::out:: print('o')",
            "1 1|o",
        ),
        ("if nil then print(1) elseif false then print(2) else print(3) end", "3"),
        ("if 0 then print(1) end if ('') print(2)", "1|2"),
        ("if (nil) print(1) else print(2)", "2"),
        ("local i=3 while (i>0) i-=1\nprint(i)", "0"),
        ("if true do print(1) end", "1"),
        ("while true do break end do local a=1 print(a) end print(a)", "1|nil"),
        ("for k,v in pairs({10,20,x=1}) do print(k,v) end", "1 10|2 20|x 1"),
        ("for i,v in ipairs({10,20,nil,30}) do print(i,v) end", "1 10|2 20"),
        (
            "for a,b,c in (function(s,i) if i<2 then return i+1,s end end),'s',0 do print(a,b,c) end",
            "1 s nil|2 s nil",
        ),
        ("for v in all({1,2,3}) do print(v) end", "1|2|3"),
        ("for k in pairs(nil) do print(k) end for v in all(nil) do print(v) end print('end')", "end"),
        (
            "local t={} for i=1,100 do t['k'..i]=i end local n=0 for k in pairs(t) do t[k]=nil n+=1 end print(n,next(t))",
            "100 nil",
        ),
        ("?1,2\n?'x'", "1 2|x"),
        (
            "local t={} for i=1,3 do t[i]=function() end end print(t[1]==t[2]) for i=1,2 do t[i]=function() return i end end print(t[1]==t[2])",
            "true|false",
        ),
        ("local a,b=?'x'\n,4 print(b)", "x|4"),
        (
            "local a=1 do local a+=2 print(a) end print(a) local s..='x'",
            "3|1|error: attempt to concatenate global 's' (a nil value)",
        ),
        ("function print2(...) return ... end local x=?1,2\nprint(x)", "1 2|nil"),
    ]);
}

#[test]
fn functions_and_variables() {
    cases(&[
        ("local function fib(n) if n<2 then return n end return fib(n-1)+fib(n-2) end print(fib(15))", "610"),
        ("function f(...) return ... end print(f(1,2,3)) print((f(1,2,3))) print(f(),1)", "1 2 3|1|nil 1"),
        (
            "function f(...) local a,b=... return select('#',...),a,b end print(f()) print(f(1,nil,3))",
            "0 nil nil|3 1 nil",
        ),
        ("function f(a,b,...) print(a,b,...) end f() f(1) f(1,2) f(1,2,3,4)", "nil nil|1 nil|1 2|1 2 3 4"),
        (
            "local t={(function() return 1,2,3 end)()} print(#t) t={(function() return 1,2,3 end)(),10} print(#t)",
            "3|2",
        ),
        ("local a,b,c=(function() return 1,2 end)() print(a,b,c)", "1 2 nil"),
        ("local a,b=1,2,print('x') a,b=b,a print(a,b)", "x|2 1"),
        ("local i,t=1,{} i,t[i]=i+1,20 print(i,t[1],t[2])", "2 20 nil"),
        ("local a={} local i=3 i,a[i]=i+1,20 print(a[3])", "20"),
        ("x,y,z=1,2 print(x,y,z) x,y=(function() return 5,6,7 end)() print(x,y)", "1 2 nil|5 6"),
        (
            "local function c() local n=0 return function() n+=1 return n end end local a,b=c(),c() print(a(),a(),b())",
            "1 2 1",
        ),
        ("local f={} for i=1,3 do f[i]=function() return i end end print(f[1](),f[2](),f[3]())", "1 2 3"),
        (
            "local f={} for i=1,3 do f[i]=function() i+=1 return i end end print(f[1](),f[1](),f[2]())",
            "2 3 3",
        ),
        ("local f local x=1 f=function() return x end x=2 print(f())", "2"),
        (
            "local f={} local i=1 while i<3 do local j=i f[i]=function() j+=1 return j end i+=1 end print(f[1](),f[1](),f[2]())",
            "2 3 3",
        ),
        ("local a=1 local function g() a=5 return 1 end print(a+g(),a)", "6 5"),
        ("local function a() return 1,2 end local function b() return a() end print(b())", "1 2"),
        ("local function f(n) if n==0 then return 'end' end return f(n-1) end print(f(20000))", "end"),
        ("local o={v=3} function o:get(k) return self.v+k end print(o:get(4),o.get({v=1},1))", "7 2"),
        ("local x=1 do local x=2 print(x) end print(x)", "2|1"),
        ("local t={[1]='a',x='b',[2.5]='c','d'} print(t[1],t.x,t[2.5])", "d b c"),
        ("local t={1,2,3,[2]=9} print(t[2])", "2"),
        ("local function f() return end print(f(),1) print((f()))", "nil 1|nil"),
        ("local a=nil local x=a and a.b or 'z' print(x)", "z"),
        ("local x=false x=x or 5 print(x) x=x and x+1 print(x) x=not x print(x)", "5|6|false"),
        (
            "local a,b=1,2 local c=a<b print(c,a>b,not (a<b)) local d=a<b and 'y' or 'n' print(d)",
            "true false false|y",
        ),
        ("x=1 local _ENV={print=print} print(x) x=2 print(x)", "nil|2"),
        ("y=1 local function f(_ENV) return y end print(f({y=7}),f(_ENV))", "7 1"),
        ("function f() x=_ENV.print end f() x('ok')", "ok"),
        ("local t={} for i=1,200 do t[i]=i end local s=0 for i=1,#t do s+=t[i] end print(s)", "20100"),
        ("local t={} for i=1,8193 do t[i]=1 end print(select('#',unpack(t)))", "8193"),
        ("local s='' for i=1,90 do s..=chr(i+32) end print(#{ord(s,1,#s)})", "90"),
    ]);
}

#[test]
fn metatables() {
    cases(&[
        ("local t=setmetatable({},{__index={x=1}}) print(t.x,t.y)", "1 nil"),
        ("local t=setmetatable({},{__index=function(t,k) return k..'!' end}) print(t.x,t[1])", "x! 1!"),
        ("local a=setmetatable({},{__index=setmetatable({},{__index={z=3}})}) print(a.z)", "3"),
        ("local l={} local t=setmetatable({},{__newindex=l}) t.x=1 print(rawget(t,'x'),l.x)", "nil 1"),
        (
            "local t=setmetatable({},{__newindex=function(t,k,v) rawset(t,k,v*2) end}) t.x=4 t.x=5 t[1]=2 print(t.x,t[1])",
            "5 4",
        ),
        (
            "local m={} m.__add=function(a,b) return 'add' end m.__concat=function(a,b) return 'cat' end local t=setmetatable({},m) print(t+1,1+t,t..1,1 ..t,'a'..'b'..t)",
            "add add cat cat acat",
        ),
        (
            "local m={__unm=function() return 'neg' end,__len=function() return 42 end,__not=function() return 'n' end} local t=setmetatable({},m) print(-t,#t,~t)",
            "neg 42 n",
        ),
        (
            "local m={__eq=function(a,b) return a.v==b.v end} local a,b=setmetatable({v=1},m),setmetatable({v=1},m) print(a==b,a~=b,a==a,rawequal(a,b))",
            "true false true false",
        ),
        (
            "local m={__lt=function(a,b) return a.v<b.v end} local a,b=setmetatable({v=1},m),setmetatable({v=2},m) print(a<b,a>b,a<=b,a>=b)",
            "true false true false",
        ),
        (
            "local m={__le=function(a,b) return 'yes' end} local a=setmetatable({},m) print(a<=a,a>=a) if a<=a then print(1) end",
            "true true|1",
        ),
        ("local t=setmetatable({},{__call=function(self,a,b) return a,b end}) print(t(1,2))", "1 2"),
        (
            "local t=setmetatable({},{__call=function(self,n) if n==0 then return 'end' end return self(n-1) end}) print(t(5))",
            "end",
        ),
        (
            "local m={__idiv=function() return 'i' end,__shl=function() return 's' end,__mod=function() return 'm' end,__xor=function() return 'x' end} local t=setmetatable({},m) print(t\\1,t<<1,5%t,t^^1,t%5)",
            "i s m x m",
        ),
        ("local t=setmetatable({},{__tostring=function() return 'me' end}) print(tostr(t))", "me"),
        (
            "local t=setmetatable({},{__pairs=function(t) return function(_,k) if not k then return 1,2 end end,t end}) for k,v in pairs(t) do print(k,v) end",
            "1 2",
        ),
        (
            "local t=setmetatable({},{__metatable='locked'}) print(getmetatable(t)) print(pcall(setmetatable,t,{}))",
            "locked|false cannot change a protected metatable",
        ),
        ("local m={__peek=function() return 'p' end} print(@setmetatable({},m))", "p"),
        (
            "local m={} local t=setmetatable({},m) print(t.x) m.__index=function() return 1 end print(t.x)",
            "nil|1",
        ),
        (
            "local m={__concat=function(a,b) return (type(a)=='table' and 'T' or a)..(type(b)=='table' and 'T' or b) end} local t=setmetatable({},m) print('a'..t..'b'..t..'c')",
            "aTbTc",
        ),
    ]);
}

#[test]
fn coroutines() {
    cases(&[
        (
            "local c=cocreate(function(a,b) print(a,b) local x=yield(1,2) print(x) return 3 end) print(coresume(c,'a','b')) print(costatus(c)) print(coresume(c,'x')) print(costatus(c)) print(coresume(c))",
            "a b|true 1 2|suspended|x|true 3|dead|false cannot resume dead coroutine",
        ),
        (
            "local c=cocreate(function() error('oops') end) print(coresume(c)) print(costatus(c))",
            "false oops|dead",
        ),
        (
            "local c=cocreate(function() local x=nil+1 end) local ok,m=coresume(c) print(ok,m)",
            "false attempt to perform arithmetic on a nil value",
        ),
        (
            "function f(n) if n>0 then yield(n) f(n-1) end end local c=cocreate(f) for i=1,4 do print(coresume(c,3)) end",
            "true 3|true 2|true 1|true",
        ),
        (
            "local c c=cocreate(function() print(costatus(c)) local d=cocreate(function() print(costatus(c)) yield(5) end) print(coresume(d)) yield() print('x') end) coresume(c) coresume(c)",
            "running|normal|true 5|x",
        ),
        (
            "local c=cocreate(function() for i=1,3 do yield(i) end end) local s=0 while costatus(c)!='dead' do local _,v=coresume(c) s+=v or 0 end print(s)",
            "6",
        ),
        // The host resumed the main program: zepto8's interpretation.
        ("print(pcall(function() yield() return 5 end)) print(select('#',yield(1)))", "true 5|0"),
        (
            "local c=cocreate(function() print(pcall(function() yield(1) error('e') end)) end) print(coresume(c)) print(coresume(c))",
            "true 1|false e|true",
        ),
        ("local c=cocreate(print) print(coresume(c,1,2))", "1 2|true"),
        (
            "local c=cocreate(function(...) return select('#',...) end) local t={} for i=1,300 do t[i]=i end print(coresume(c,unpack(t)))",
            "true 300",
        ),
        (
            "local c=cocreate(function() foreach({1,2},function(v) yield(v) end) end) print(coresume(c)) print(coresume(c)) print(coresume(c))",
            "true 1|true 2|true",
        ),
        (
            "local t=setmetatable({},{__index=function(t,k) return yield(k) end}) local c=cocreate(function() return t.x end) print(coresume(c)) print(coresume(c,9))",
            "true x|true 9",
        ),
        (
            "local c=cocreate(function() pause(1) print('in') yield() end) print(coresume(c)) print(pause('a','b'))",
            "in|true|a b",
        ),
    ]);
}
