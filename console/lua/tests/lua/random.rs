//! Random programs from a grammar: the machine and its slow reference must print the same.
//!
//! | variables | values | used with |
//! |---|---|---|
//! | `a b c` | numbers, texts, booleans, nil | everything, so many operations fail |
//! | `l k` | lists, only appended to | `#`, `ipairs`, `unpack`, `foreach` |
//! | `m o` | tables with any key, `o` with a metatable | fields, operators, calls |
//! | `f g h` | functions, some of which share and assign variables | calls |
//!
//! Every program ends: loops count, and `tick` counts calls and finally fails. `pcall` catches a part that fails, and
//! both must fail at the same place.

use crate::twin::Twin;
use crate::{FRAME, Output, start};
use num::{Num, Rng};
use rasher_lua::{Stop, parse};

const SEEDS: i32 = 400;

struct Writer {
    rng: Rng,
    out: String,
    /// How deep expressions and blocks nest.
    depth: u32,
    labels: u32,
    in_function: bool,
    size: u32,
}

impl Writer {
    fn pick<'s>(&mut self, list: &[&'s str]) -> &'s str {
        list[self.rng.index(list.len() as u32) as usize]
    }

    fn roll(&mut self, sides: u32) -> u32 {
        self.rng.index(sides)
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn expr(&mut self) {
        self.depth += 1;
        let roll = if self.depth > 4 { self.roll(8) } else { self.roll(24) };
        match roll {
            0..=3 => {
                let it = self.pick(&["a", "b", "c", "x", "y"]);
                self.put(it);
            }
            4 | 5 => {
                let it = self.pick(&["0", "1", "2", "3.5", "-1", "7", "0x.8", "100", "32767"]);
                self.put(it);
            }
            6 => {
                let it = self.pick(&["'s'", "'10'", "''", "nil", "true", "false", "'text'"]);
                self.put(it);
            }
            7 => {
                let it = self.pick(&["#l", "#k", "m.u", "m[a]", "o.v", "o[1]", "l[1]", "l[#l]", "k[1]"]);
                self.put(it);
            }
            8..=13 => {
                self.put("(");
                let op = self.pick(&[
                    "+", "- ", "*", "/", "\\", "%", "&", "|", "^^", "<<", ">>", ">>>", "<<>", ">><", "<",
                    "<=", ">", ">=", "==", "~=", " .. ", " .. ",
                ]);
                // Most operands suit the operator; otherwise most programs would just fail.
                let wanted = match op {
                    " .. " => "tostr(",
                    "==" | "~=" => "(",
                    _ => "num(",
                };
                self.operand(wanted);
                self.put(op);
                self.operand(wanted);
                self.put(")");
            }
            14 | 15 => {
                let logic = self.pick(&[" and ", " or "]);
                self.expr();
                self.put(logic);
                self.expr();
            }
            16 => {
                let op = self.pick(&["(- ", "(not ", "(~"]);
                self.put(op);
                self.operand("num(");
                self.put(")");
            }
            17 | 18 => self.call(),
            19 => {
                self.put("tostr(");
                self.expr();
                self.put(")");
            }
            20 => {
                self.put("type(");
                self.expr();
                self.put(")");
            }
            21 => self.put("(function(...) local q=... a=q return q,select('#',...) end)(a,b,c)"),
            22 => {
                self.put("sub(tostr(");
                self.expr();
                self.put("),2,3)");
            }
            _ => {
                self.put("({");
                self.expr();
                self.put(",u=");
                self.expr();
                self.put("})[1]");
            }
        }
        self.depth -= 1;
    }

    fn operand(&mut self, wanted: &str) {
        let raw = self.roll(12) == 0;
        self.put(if raw { "(" } else { wanted });
        self.expr();
        self.put(")");
    }

    fn call(&mut self) {
        let what = self.pick(&["f", "g", "h", "o", "o:w", "f", "unpack", "select"]);
        self.put(what);
        match what {
            "unpack" => self.put("(l)"),
            "select" => self.put("('#',unpack(k))"),
            _ => {
                self.put("(");
                self.expr();
                if self.roll(2) == 0 {
                    self.put(",");
                    self.expr();
                }
                self.put(")");
            }
        }
    }

    fn target(&mut self) -> String {
        match self.roll(6) {
            0 => "m.u".into(),
            1 => "m[a or 1]".into(),
            2 => "o.v".into(),
            _ => self.pick(&["a", "b", "c", "x"]).into(),
        }
    }

    fn block(&mut self, in_loop: bool) {
        for _ in 0..=self.roll(3) {
            self.statement(in_loop);
        }
    }

    fn statement(&mut self, in_loop: bool) {
        self.size += 1;
        let deep = self.depth > 3 || self.size > 40;
        match if deep { self.roll(10) } else { self.roll(22) } {
            0..=2 => {
                let target = self.target();
                self.put(&target);
                self.put("=");
                self.expr();
            }
            3 => {
                let (first, second) = (self.target(), self.target());
                self.put(&format!("{first},{second}="));
                self.expr();
                self.put(",");
                self.expr();
            }
            4 => {
                let op = self.pick(&["+=", "-=", "*=", "..=", "|=", "\\=", "%="]);
                let target = self.target();
                self.put(&target);
                self.put(op);
                self.expr();
            }
            5 => {
                self.put("print(");
                self.expr();
                self.put(",");
                self.expr();
                self.put(")");
            }
            6 => {
                let list = self.pick(&["add(l,", "add(k,"]);
                self.put(list);
                self.expr();
                self.put(" or 1)");
            }
            7 => {
                let name = self.pick(&["a", "b", "c"]);
                self.put(&format!("local {name}="));
                self.expr();
            }
            8 => {
                self.put("local a,b=");
                self.call();
            }
            9 => {
                let what = self.pick(&["f", "g", "h"]);
                self.put(what);
                self.put("(");
                self.expr();
                self.put(")");
            }
            10..=12 => self.nested(|it| {
                it.put("if ");
                it.expr();
                it.put(" then ");
                it.block(in_loop);
                if it.roll(2) == 0 {
                    it.put(" elseif ");
                    it.expr();
                    it.put(" then ");
                    it.block(in_loop);
                }
                if it.roll(2) == 0 {
                    it.put(" else ");
                    it.block(in_loop);
                }
                it.put(" end");
            }),
            13 | 14 => self.nested(|it| {
                let name = it.pick(&["a", "b", "i"]);
                let bounds = it.pick(&["1,3", "3,1,-1", "1,2,0.5", "0,-1", "-1,1"]);
                it.put(&format!("for {name}={bounds} do "));
                it.labels += 1;
                let label = it.labels;
                it.block(true);
                if it.roll(2) == 0 {
                    it.put(" if ");
                    it.expr();
                    it.put(&format!(" then goto l{label} end "));
                    it.put("do ");
                    it.block(true);
                    it.put(&format!(" end ::l{label}::"));
                }
                it.put(" end");
            }),
            15 => self.nested(|it| {
                let list = it.pick(&["ipairs(l)", "ipairs({a or 1,b or 2,3})", "inext,k,0"]);
                it.put(&format!("for a,c in {list} do "));
                // A list that grows in its own loop would never end.
                it.put("if (a>4) break\n");
                it.block(true);
                it.put(" end");
            }),
            16 => self.nested(|it| {
                it.put("local n=0 while n<3 do n+=1 ");
                it.block(true);
                it.put(" end");
            }),
            17 => self.nested(|it| {
                it.put("local n=0 repeat n+=1 local z=n ");
                it.block(true);
                it.put(" until z>2 or ");
                it.expr();
            }),
            18 => self.nested(|it| {
                it.put("pcall(function(...) ");
                it.block(false);
                it.put(" end,a,b)");
            }),
            19 => self.nested(|it| {
                it.put("do ");
                it.block(in_loop);
                it.put(" end");
            }),
            20 => self.nested(|it| {
                it.put("foreach({1,2},function(a) ");
                it.block(false);
                it.put(" end)");
            }),
            _ if in_loop => self.put("if b then break end"),
            _ if self.in_function => {
                self.put("if a then return ");
                self.expr();
                self.put(" end");
            }
            _ => self.put("print('-')"),
        }
        self.put("\n");
    }

    fn nested(&mut self, inner: impl FnOnce(&mut Self)) {
        self.depth += 1;
        inner(self);
        self.depth -= 1;
    }

    fn function(&mut self, head: &str) {
        self.in_function = true;
        self.put(head);
        self.block(false);
        self.put("return ");
        self.expr();
        self.put(",");
        self.expr();
        self.put(" end\n");
        self.in_function = false;
    }

    fn program(mut self) -> String {
        self.put(
            "x,y=1,'y' local function num(p) return type(p)=='number' and p or 3 end local a,b,c=1,'2',nil local l,k={1,2},{} local m={u=1}\nlocal f=function(p) return p,a end local g,h=f,f\n\
             local o=setmetatable({v=2,w=function(s,p) return p end},{__index=function(t,k) return k end,__add=function(p,q) return 5 end,\
             __concat=function(p,q) return 'cat' end,__lt=function(p,q) tick() return a end,__call=function(s,p) a=p return p,2 end,\
             __eq=function() return b end,__unm=function() return 'neg' end})\n",
        );
        self.function("f=function(a,...) tick() ");
        self.function("local function g2(p) tick() local c=p ");
        self.put("g=g2\n");
        self.function("h=function(p,q) tick() a=p b=q ");
        for _ in 0..5 {
            self.put("tick(0) print(pcall(function()\n");
            for _ in 0..3 {
                self.statement(false);
            }
            self.put("return a,b,c,x\nend)) print(a,b,c,x,y,#l,#k,m.u,o.v)\n");
        }
        self.out
    }
}

#[test]
fn programs_print_what_the_twin_prints() {
    // The reference uses Rust's own stack.
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    thread.spawn(compare).expect("a thread").join().expect("all are the same");
}

/// The random program with this number.
pub fn source(seed: i32) -> String {
    let rng = Rng::seeded(Num::from_bits(seed + 1));
    Writer { rng, out: String::new(), depth: 0, labels: 0, in_function: false, size: 0 }.program()
}

fn compare() {
    let (mut lines, mut failures) = (0, 0);
    for seed in 0..SEEDS {
        let source = source(seed);
        let ast = parse(source.as_bytes()).unwrap_or_else(|error| panic!("seed {seed}\n{source}\n{error}"));
        let mut twin = Twin::run(&ast);
        let (mut vm, mut out, mut fuel) = (start(&source), Output::default(), 100 * FRAME);
        match vm.run(&mut out, &mut fuel) {
            Stop::Done => {}
            Stop::Error(_) => out.0.push("error".into()),
            stop => panic!("seed {seed}\n{source}\n{stop:?}"),
        }
        // The reference produces no messages.
        for line in twin.iter_mut().chain(&mut out.0) {
            if line.starts_with("false ") || line == "false" {
                *line = "false".into();
                failures += 1;
            }
        }
        lines += twin.len();
        assert_eq!(out.0, twin, "seed {seed}\n{source}");
    }
    assert!(lines > 5_000 && failures < lines, "{lines} lines, {failures} failures");
}
