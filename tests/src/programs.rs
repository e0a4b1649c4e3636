//! Random Lua carts whose calls, coroutines and lists are in progress wherever a frame ends.
//!
//! | in a program | the part of a state it tests |
//! |---|---|
//! | `h(yield(x))`, `return f(...)`, `{...,f(x)}`, `h(coresume(c,x))` | lists that a call in progress will fill, registers above a callee's |
//! | functions with `...`, recursion, tail calls, `__call` | frames, arguments below register 0 |
//! | metamethods that yield, flip and burn | calls that end in an operator, a jump or a concatenation |
//! | `flip()`, `burn(n)` | frames that end in the middle of a call, on their own or by their budget |
//! | menu items that yield, `_ENV`, sounds, pokes, `dset` | callbacks during a hook, environments, the machine's part of the state |
//! | closures over loop variables, weak tables, growing texts, `stat(0)` | cells, the collector, the counted size of memory |
//!
//! No program ends or fails for long: a budget ends runaway functions, and a dead coroutine is started again. Results
//! go into the globals `r` and `s`, so any difference visible to the program stays in its state.

use crate::random::Dice;
use std::fmt::Write;

/// The start of each program.
const HEAD: &str = "\
r=1 s='' d=0 if (cartdata) cartdata('simulated')
function n(v) if type(v)=='number' then return v end if type(v)=='string' then return #v end return 1 end
function h(...) local c=select('#',...) r+=c for i=1,min(c,3) do r=r*3+n((select(i,...))) end return c,... end
function p2(a,b) r+=n(a) return b,a end
function id(...) return ... end
function burn(k) for i=1,k do r+=i&1 end return k end
function grow(v) s=sub(s..tostr(n(v)),-30) return s end
w=setmetatable({},{__mode='k'})
function deep(k,...) d+=1 if d>40 then d=0 return k end if k<=0 then return ... end return h(k,deep(k-1,...)) end
";

/// The additional start of a calm one: its hooks end in their frames, so that it can be edited there.
const CALM: &str = "\
flip=function() r+=1 end
function y(...) for c in all{c1,c2,c3} do if (costatus(c)=='running') return yield(...)
end return ... end
";

/// A program and its generator's state.
struct Writer {
    dice: Dice,
    seed: u64,
    /// How often its code was changed.
    edition: u64,
    /// One in three is: see [`CALM`].
    is_calm: bool,
    out: String,
    /// How deep expressions and blocks nest.
    depth: u32,
    /// Whether the function has `...`.
    has_list: bool,
    labels: u32,
    /// Remaining statements before only simple ones are written.
    room: i32,
}

/// The random cart with this number, in PICO-8's Lua, with `_update60` and `_draw`. Its editions differ in the bodies
/// of functions.
pub fn cart(seed: u64, edition: u64) -> String {
    let mut it = Writer {
        dice: Dice::new(seed),
        seed,
        edition,
        is_calm: seed.is_multiple_of(3),
        out: HEAD.into(),
        depth: 0,
        has_list: false,
        labels: 0,
        room: 0,
    };
    it.program();
    it.out
}

impl Writer {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn pick(&mut self, of: &[&'static str]) -> &'static str {
        of[self.dice.below(of.len())]
    }

    fn expr(&mut self) {
        self.depth += 1;
        match self.dice.below(if self.depth > 3 { 5 } else { 16 }) {
            0 | 1 => {
                let it = self.pick(&["a", "b", "r", "d", "1", "2", "7", "-1.5"]);
                self.put(it);
            }
            2 => {
                let it = self.pick(&["'k'", "s", "nil", "true", "{}", "w", "o", "#t", "t[1]", "o.v", "o[a]"]);
                self.put(it);
            }
            3 if self.has_list => {
                let it = self.pick(&["(...)", "select('#',...)", "#pack(...)"]);
                self.put(it);
            }
            4 => {
                let it = self.pick(&["stat(0)", "#w", "costatus(c1)", "n(next(w))", "type(c2)", "time()"]);
                self.put(it);
            }
            5..=7 => {
                let op = self.pick(&["+", "-", "*", "&", "|", "%"]);
                self.put("(n(");
                self.expr();
                self.put(&format!("){op}n("));
                self.expr();
                self.put("))");
            }
            8 => {
                let it = self.pick(&["(o+", "(o..", "(-o..", "o(", "(o<o and 1 or ", "(o==o2 and 2 or "]);
                self.put(it);
                self.expr();
                self.put(")");
            }
            9 => {
                let it = self.pick(&[" and ", " or "]);
                self.put("(");
                self.expr();
                self.put(it);
                self.expr();
                self.put(")");
            }
            10 => {
                self.put("(function(...) ");
                let list = std::mem::replace(&mut self.has_list, true);
                if self.dice.one_in(2) {
                    self.put("b=a ");
                }
                self.put("return ");
                self.list();
                self.has_list = list;
                self.put(" end)(");
                self.list();
                self.put(")");
            }
            11 => {
                self.put("({");
                self.list();
                self.put("})[1]");
            }
            12 => {
                self.put("grow(");
                self.expr();
                self.put(")");
            }
            _ => self.call(),
        }
        self.depth -= 1;
    }

    /// A call of anything, which may return many values.
    fn call(&mut self) {
        let it = self.pick(&[
            "h", "h", "f1", "f2", "f3", "f4", "id", "p2", "deep", "yield", "yield", "coresume", "flip",
            "burn", "unpack", "m", "o:go", "pack", "o",
        ]);
        match it {
            "yield" => self.put("y("),
            "coresume" => {
                let it = self.pick(&["c1", "c2", "c3"]);
                write!(self.out, "coresume({it},").expect("text");
            }
            "flip" => return self.put("flip()"),
            "unpack" => return self.put("unpack(t)"),
            "burn" => {
                let k = [10, 400, 4000, 15000][self.dice.below(if self.is_calm { 1 } else { 4 })];
                return write!(self.out, "burn({k})").expect("text");
            }
            "deep" => write!(self.out, "deep({},", self.dice.below(6)).expect("text"),
            _ => write!(self.out, "{it}(").expect("text"),
        }
        self.list();
        self.put(")");
    }

    /// Values that usually end in a list of any length.
    fn list(&mut self) {
        self.depth += 1;
        for _ in 0..self.dice.below(3) {
            self.expr();
            self.put(",");
        }
        match self.dice.below(if self.depth > 4 { 3 } else { 8 }) {
            0 if self.has_list => self.put("..."),
            0 | 1 => self.expr(),
            2 => self.put("unpack(t)"),
            3 => self.put("y()"),
            _ => self.call(),
        }
        self.depth -= 1;
    }

    fn block(&mut self) {
        self.depth += 1;
        self.put(" ");
        for _ in 0..=self.dice.below(3) {
            self.statement();
        }
        self.depth -= 1;
    }

    fn statement(&mut self) {
        self.room -= 1;
        let limit = if self.depth > 3 || self.room < 0 { 13 } else { 22 };
        match self.dice.below(limit) {
            0 | 1 => {
                let to = self.pick(&["a", "b", "a,b", "b,t[1]", "o.v", "r,a", "o.z,b"]);
                self.put(to);
                self.put("=");
                self.list();
                self.put(" r=n(r)");
            }
            2 => {
                let to = self.pick(&["local a", "local a,b", "local b", "local q,a,z"]);
                self.put(to);
                self.put("=");
                self.list();
            }
            3 | 4 => self.call(),
            5 => {
                self.put("t={");
                self.list();
                self.put("}");
            }
            6 => {
                self.put("flip()");
            }
            7 => {
                self.put("w[{}]=1 w[t]=a");
            }
            8 => {
                self.put("h(");
                self.call();
                self.put(")");
            }
            9 => {
                self.put("y(");
                self.list();
                self.put(")");
            }
            10 => {
                self.put("add(t,");
                self.expr();
                self.put(") if (#t>30) t={t[1]}\n");
            }
            11 => {
                let it = self.pick(&[
                    "sfx(n(a)&63)",
                    "music(0)",
                    "poke(0x3200+(n(a)&0x7f),b)",
                    "r+=rnd(3)",
                    "print(b)",
                    "dset(1,n(a))",
                    "memset(0x6000,r,0x2000)",
                ]);
                self.put(it);
            }
            12 => {
                self.put("menuitem(1,'x',function(b) ");
                self.put("r+=n(b) flip() h(b) return r>5 end)");
            }
            13 | 14 => {
                self.put("if ");
                self.expr();
                self.put(" then");
                self.block();
                self.put(" else");
                self.block();
                self.put(" end");
            }
            15 => {
                let name = self.pick(&["a", "b", "i"]);
                write!(self.out, "for {name}=1,{} do", 1 + self.dice.below(3)).expect("text");
                self.block();
                self.put(" g=function() a=n(a)+i return a end end");
            }
            16 => {
                let list = self.pick(&["pairs(t)", "ipairs(t)", "all(t)", "pairs(w)"]);
                write!(self.out, "for a,b in {list} do if (n(d)>60) break\nd+=1").expect("text");
                self.block();
                self.put(" t={1,2} break end");
            }
            17 => {
                self.labels += 1;
                let label = self.labels;
                write!(self.out, "do local k=0 ::l{label}:: k+=1").expect("text");
                self.put(" do");
                self.block();
                write!(self.out, " end if (k<3) goto l{label}\nend").expect("text");
            }
            18 => {
                self.put("foreach({1,a},function(a) ");
                let list = std::mem::replace(&mut self.has_list, false);
                self.block();
                self.has_list = list;
                self.put(" end)");
            }
            19 => {
                self.put("local z=1 m=function(q,...) z+=1");
                let list = std::mem::replace(&mut self.has_list, true);
                self.block();
                self.has_list = list;
                self.put(" return z,q end");
            }
            20 => {
                self.put("do local _ENV=setmetatable({a=r},{__index=_ENV})");
                self.block();
                self.put(" end");
            }
            _ => {
                self.put("do");
                self.block();
                self.put(" end");
            }
        }
        self.put("\n");
    }

    /// A function: its head, random statements, a return.
    fn function(&mut self, head: &str, end: &str) {
        (self.has_list, self.room) = (head.contains("..."), 12);
        self.put(head);
        self.put(" if (d>40) d=0 return a\nd+=1\n");
        for _ in 0..=self.dice.below(4) {
            self.statement();
        }
        self.put("return ");
        self.list();
        self.put(end);
        self.has_list = false;
    }

    /// The dice of a function that differs in other editions.
    fn edited(&mut self, number: u64) {
        self.dice = Dice::new(self.seed ^ (self.edition << 8 | number) << 40);
    }

    fn program(&mut self) {
        self.put("a,b,t,m=1,2,{1,2,3},id\n");
        if self.is_calm {
            self.put(CALM);
        } else {
            // Outside a coroutine `yield` ends the frame, as a flip does.
            self.put("y=yield\n");
        }
        self.put("f1,f2,f3,f4=id,h,p2,id\n");
        self.put("o=setmetatable({v=1},{__index=function(q,k) ");
        self.function("", " end");
        for (event, head) in [
            ("__add", "(q,a)"),
            ("__concat", "(q,...)"),
            ("__call", "(q,...)"),
            ("__lt", "(q,a)"),
            ("__eq", "(q,b)"),
            ("__unm", "(q)"),
        ] {
            if self.dice.one_in(3) {
                self.put(&format!(",{event}=h"));
            } else {
                self.put(&format!(",{event}=function{head}"));
                self.function(if head.contains("...") { " --[[...]]" } else { "" }, " end");
            }
        }
        self.put(",__newindex=function(q,k,v) rawset(q,k,nil) r+=n(v) end})\no2=setmetatable({},getmetatable(o))\n");
        self.put("rawset(o,'go',function(q,...) return h(...) end)\n");
        let functions = [("f1", "(a,...)"), ("f2", "(...)"), ("f3", "(a,b)"), ("f4", "(x,y2,z,...)")];
        for (number, (name, params)) in (1..).zip(functions) {
            self.edited(number);
            self.function(&format!("function {name}{params}"), " end\n");
        }
        for (number, name) in (5..).zip(["b1", "b2", "b3"]) {
            self.edited(number);
            let params = if self.dice.one_in(2) { "(...)" } else { "(a,b)" };
            writeln!(self.out, "function {name}{params} while true do d=0").expect("text");
            (self.has_list, self.room) = (params == "(...)", 10);
            for _ in 0..=self.dice.below(4) {
                self.statement();
            }
            self.put("y(");
            self.list();
            self.put(") end end\n");
        }
        (self.has_list, self.dice) = (false, Dice::new(self.seed ^ 1 << 39));
        self.put("c1,c2,c3=cocreate(b1),cocreate(b2),cocreate(b3)\n");
        self.put("function step(i) d=0 if costatus(c1)=='dead' then c1=cocreate(b1) end if costatus(c2)=='dead' then c2=cocreate(b2) end\n");
        self.put("if costatus(c3)=='dead' then c3=cocreate(b3) end r=n(r)&0x7f\n");
        for c in ["c1", "c2", "c3"] {
            match self.dice.below(3) {
                0 => writeln!(self.out, "coresume({c},i,r)"),
                1 => writeln!(self.out, "h(coresume({c},i))"),
                _ => writeln!(self.out, "a,b=coresume({c},unpack(t))"),
            }
            .expect("text");
        }
        self.room = 8;
        for _ in 0..=self.dice.below(3) {
            self.statement();
        }
        self.put("end\nfunction _update60() step(time()) end\nfunction _draw() pset(r,1,r) end\n");
        // One in four has its own main loop.
        if self.dice.one_in(4) && !self.is_calm {
            self.put("while true do step(1) flip() end\n");
        }
    }
}
