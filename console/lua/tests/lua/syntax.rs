//! The parser, tested by the trees it makes.
//!
//! Expectations are from Lua 5.2's manual, PICO-8's manual for its own forms, and otherwise the interpretation
//! described at the heads of the parser's files.

use rasher_lua::ast::{Ast, Block, Expr, ExprId, ExprList, Field, FunctionId, Statement};
use rasher_lua::parse;

/// A tree as text: every operation in brackets, locals as `name@function`, upvalues as `^name`.
struct Printer<'a>(&'a Ast, FunctionId);

impl Printer<'_> {
    fn name(&self, id: rasher_lua::ast::TextId) -> String {
        String::from_utf8_lossy(self.0.text(id)).into_owned()
    }

    fn local(&self, id: rasher_lua::ast::LocalId) -> String {
        let local = &self.0.functions[self.1.index()].locals[id.index()];
        let cell = if local.is_captured && local.is_assigned { "*" } else { "" };
        format!("{cell}{}", self.name(local.name))
    }

    fn list(&self, list: &ExprList) -> String {
        self.0.list(list).iter().map(|expr| self.expr(*expr)).collect::<Vec<_>>().join(",")
    }

    fn expr(&self, id: ExprId) -> String {
        match self.0.expr(id) {
            Expr::Nil => "nil".into(),
            Expr::True => "true".into(),
            Expr::False => "false".into(),
            Expr::Vararg => "...".into(),
            Expr::Number(number) => number.to_string(),
            Expr::Text(text) => format!("{:?}", self.name(text)),
            Expr::Function(function) => self.function(function),
            Expr::Local(local) => self.local(local),
            Expr::Upvalue(upvalue) => {
                let (function, local) = self.0.functions[self.1.index()].upvalues[upvalue.index()].origin;
                format!("^{}", Printer(self.0, function).local(local))
            }
            Expr::Global(name) => format!("${}", self.name(name)),
            Expr::Env => "$".into(),
            Expr::Index(table, key) => format!("{}[{}]", self.expr(table), self.expr(key)),
            Expr::Call(function, args) => format!("{}({})", self.expr(function), self.list(&args)),
            Expr::Method(object, name, args) => {
                format!("{}:{}({})", self.expr(object), self.name(name), self.list(&args))
            }
            Expr::Paren(inner) => format!("<{}>", self.expr(inner)),
            Expr::And(a, b) => format!("({} and {})", self.expr(a), self.expr(b)),
            Expr::Or(a, b) => format!("({} or {})", self.expr(a), self.expr(b)),
            Expr::Binary(op, a, b) => format!("({} {} {})", self.expr(a), op.sign(), self.expr(b)),
            Expr::Unary(op, a) => format!("({}{})", op.sign(), self.expr(a)),
            Expr::Table(fields) => {
                let field = |field: &Field| match field {
                    Field::Item(item) => self.expr(*item),
                    Field::Pair(key, value) => format!("[{}]={}", self.expr(*key), self.expr(*value)),
                };
                format!("{{{}}}", self.0.table(&fields).iter().map(field).collect::<Vec<_>>().join(","))
            }
        }
    }

    fn function(&self, id: FunctionId) -> String {
        let function = &self.0.functions[id.index()];
        let inner = Printer(self.0, id);
        let mut params: Vec<String> =
            function.locals[..function.params as usize].iter().map(|local| self.name(local.name)).collect();
        params.extend(function.is_vararg.then(|| "...".to_string()));
        format!("fn({}){{{}}}", params.join(","), inner.block(&function.body))
    }

    fn block(&self, block: &Block) -> String {
        block.statements.iter().map(|(_, it)| self.statement(it)).collect::<Vec<_>>().join("; ")
    }

    fn statement(&self, statement: &Statement) -> String {
        let locals = |ids: &[rasher_lua::ast::LocalId]| {
            ids.iter().map(|id| self.local(*id)).collect::<Vec<_>>().join(",")
        };
        let label =
            |id: rasher_lua::ast::LabelId| self.name(self.0.functions[self.1.index()].labels[id.index()]);
        match statement {
            Statement::Local(names, values) => format!("local {}={}", locals(names), self.list(values)),
            Statement::LocalFunction(name, function) => {
                format!("local {}={}", self.local(*name), self.function(*function))
            }
            Statement::Assign(targets, values) => format!("{}={}", self.list(targets), self.list(values)),
            Statement::Compound(op, target, value) => {
                format!("{}{}={}", self.expr(*target), op.sign(), self.expr(*value))
            }
            Statement::Call(call) => self.expr(*call),
            Statement::Do(block) => format!("do {{{}}}", self.block(block)),
            Statement::While(condition, block) => {
                format!("while {} {{{}}}", self.expr(*condition), self.block(block))
            }
            Statement::Repeat(block, condition) => {
                format!("repeat {{{}}} {}", self.block(block), self.expr(*condition))
            }
            Statement::If(arms, otherwise) => {
                let mut out: Vec<String> = arms
                    .iter()
                    .map(|(condition, block)| {
                        format!("if {} {{{}}}", self.expr(*condition), self.block(block))
                    })
                    .collect();
                out.extend(otherwise.iter().map(|block| format!("{{{}}}", self.block(block))));
                out.join(" else ")
            }
            Statement::NumericFor { variable, from, to, step, body } => {
                let step = step.map(|step| format!(",{}", self.expr(step))).unwrap_or_default();
                let (from, to) = (self.expr(*from), self.expr(*to));
                format!("for {}={from},{to}{step} {{{}}}", self.local(*variable), self.block(body))
            }
            Statement::GenericFor { variables, iterator, body } => {
                format!("for {} in {} {{{}}}", locals(variables), self.list(iterator), self.block(body))
            }
            Statement::Return(values) => format!("return {}", self.list(values)),
            Statement::Break => "break".into(),
            Statement::Goto(goto) => {
                format!("goto {}", label(self.0.functions[self.1.index()].gotos[goto.index()]))
            }
            Statement::Label(id) => format!("::{}::", label(*id)),
        }
    }
}

fn read(source: &str) -> String {
    let ast = parse(source.as_bytes()).unwrap_or_else(|error| panic!("{source}\n{error}"));
    let main = &ast.functions[0];
    assert_eq!((main.params, main.is_vararg), (0, true));
    Printer(&ast, FunctionId::of_program()).block(&main.body)
}

fn cases(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        assert_eq!(&read(source), expected, "{source}");
    }
}

#[test]
fn operators_bind_as_the_table_says() {
    cases(&[
        ("x=1+2*3", "$x=(1 + (2 * 3))"),
        ("x=a or b and c==d", "$x=($a or ($b and ($c == $d)))"),
        ("x=a!=b", "$x=($a ~= $b)"),
        ("x=a|b^^c&d<<e..f+g", "$x=($a | ($b ^^ ($c & ($d << ($e .. ($f + $g))))))"),
        ("x=a..b..c", "$x=($a .. ($b .. $c))"),
        ("x=a-b-c", "$x=(($a - $b) - $c)"),
        ("x=2^3^2", "$x=(2 ^ (3 ^ 2))"),
        ("x=-2^2", "$x=(-(2 ^ 2))"),
        ("x=2^-3", "$x=(2 ^ (-3))"),
        ("x=not a==b", "$x=((not$a) == $b)"),
        ("x=#a+1", "$x=((#$a) + 1)"),
        ("x=@0x5f00%2", "$x=((@24320) % 2)"),
        ("x=%a%$b", "$x=((%$a) % ($$b))"),
        ("x=~1&-1", "$x=((~1) & (-1))"),
        ("x=a\\b/c", "$x=(($a \\ $b) / $c)"),
        ("x=a>>>1<<>2>><3", "$x=((($a >>> 1) <<> 2) >>< 3)"),
        ("x=(f())", "$x=<$f()>"),
        ("x=a~b~=~c", "$x=(($a ^^ $b) ~= (~$c))"),
        ("x=?1,2\nreturn ?3", "$x=$print(1,2); return $print(3)"),
    ]);
}

#[test]
fn calls_fields_and_tables() {
    cases(&[
        ("f()", "$f()"),
        ("f'x'{1}", "$f(\"x\")({1})"),
        ("a.b[1]:c(2).d=3", "$a[\"b\"][1]:c(2)[\"d\"]=3"),
        ("x={1,a=2,[3]=4;f()}", "$x={1,[\"a\"]=2,[3]=4,$f()}"),
        ("x=[[a\\n]]", "$x=\"a\\\\n\""),
        ("x=[==[\n]]]==]", "$x=\"]]\""),
        ("x='\\65\\x42\\z  c\\*\\^'", "$x=\"ABc\\u{1}\\u{6}\""),
        ("x=1then_=2", "$x=1; $then_=2"),
        ("function a.b:c(d,...)return self,d,... end", "$a[\"b\"][\"c\"]=fn(self,d,...){return self,d,...}"),
    ]);
}

#[test]
fn short_forms_end_with_their_line() {
    cases(&[
        ("if (a) b() c()\nd()", "if <$a> {$b(); $c()}; $d()"),
        ("if (a) b() else c()\nd()", "if <$a> {$b()} else {$c()}; $d()"),
        ("if (a) if (b) c() else d()\ne()", "if <$a> {if <$b> {$c()} else {$d()}}; $e()"),
        ("if (a) return\nb()", "if <$a> {return }; $b()"),
        ("if (a) b=c\n(d or e)()", "if <$a> {$b=$c}; <($d or $e)>()"),
        ("if (a) and b then c() end", "if (<$a> and $b) {$c()}"),
        ("if (a)\nthen b() end", "if <$a> {$b()}"),
        ("if a do b() elseif (c) do d() end", "if $a {$b()} else if <$c> {$d()}"),
        ("while(a==0);b()\nc()", "while <($a == 0)> {$b()}; $c()"),
        ("while (a) b()\nc()", "while <$a> {$b()}; $c()"),
        ("if (a) f=function()\nb()\nend c()\nd()", "if <$a> {$f=fn(){$b()}}; $c(); $d()"),
        ("if (a) if b then\nc()\nend\nd()", "if <$a> {if $b {$c()}}; $d()"),
        (
            "while (a) repeat\nif (b) c()\nd()\nuntil e f()\ng()",
            "while <$a> {repeat {if <$b> {$c()}; $d()} $e}; $f(); $g()",
        ),
        ("if (a) ?1,2\n?\n?\"x\"", "if <$a> {$print(1,2)}; $print(); $print(\"x\")"),
        ("a+=1 b.c..=d\ne\\=2 f>>>=1", "$a+=1; $b[\"c\"]..=$d; $e\\=2; $f>>>=1"),
    ]);
}

/// Carts of versions 8, 18 and 36 have such comments: the first one ends at the first `]]` if that leaves a valid
/// program.
#[test]
fn brackets_within_a_comment_are_counted_where_they_must_be() {
    cases(&[
        ("a=1 --[[ [[ ]]\nb=2", "$a=1; $b=2"),
        ("a=1 --[[ f(\n[[1]])\n]] b=2", "$a=1; $b=2"),
        ("--[[ b=3\nc=[[1]]..d", "$c=(\"1\" .. $d)"),
        ("a=1 --[[ --[[ b=3\n]] c()", "$a=1; $c()"),
    ]);
}

#[test]
fn names_are_resolved() {
    cases(&[
        ("local a=a b=a", "local a=$a; $b=a"),
        ("local a do local a a=1 end a=2", "local a=; do {local a=; a=1}; a=2"),
        ("local a=1 f=function() return a end", "local a=1; $f=fn(){return ^a}"),
        ("local a=1 function f() a+=1 end", "local *a=1; $f=fn(){^*a+=1}"),
        ("local a f=function() return function() a=1 end end", "local *a=; $f=fn(){return fn(){^*a=1}}"),
        ("local function f() return f() end", "local f=fn(){return ^f()}"),
        ("for i=1,3 do a=i end i=1", "for i=1,3 {$a=i}; $i=1"),
        ("for k,v in pairs(t) do k=v end", "for k,v in $pairs($t) {k=v}"),
        ("repeat local a=1 until a", "repeat {local a=1} a"),
        ("_ENV.x=1", "$[\"x\"]=1"),
        ("local _ENV={} x=1", "local _ENV={}; _ENV[\"x\"]=1"),
        (
            "function f(_ENV) return x,function() y=1 end end",
            "$f=fn(_ENV){return _ENV[\"x\"],fn(){^_ENV[\"y\"]=1}}",
        ),
    ]);
}

#[test]
fn gotos_find_their_labels() {
    cases(&[
        ("::a:: goto a", "::a::; goto a"),
        ("for i=1,2 do goto c local x ::c:: end", "for i=1,2 {goto c; local x=; ::c::}"),
        ("do goto a end ::a:: local x", "do {goto a}; ::a::; local x="),
        ("while x do while y do goto out end end ::out::", "while $x {while $y {goto out}}; ::out::"),
    ]);
}

#[test]
fn errors_say_line_found_and_expected() {
    let cases = [
        ("x=", "syntax error line 1: found the end of the program, expected an expression"),
        ("x\n=\n)", "syntax error line 3: found ')', expected an expression"),
        ("spr(", "syntax error line 1: found the end of the program, expected an expression"),
        ("x=1\nf(2,", "syntax error line 2: found the end of the program, expected an expression"),
        (")", "syntax error line 1: found ')', expected a statement"),
        ("f(1,2\nx=1", "syntax error line 2: found 'x', expected ')' to close '(' of line 1"),
        (
            "if a then\nb()",
            "syntax error line 2: found the end of the program, expected 'end' to close 'if' of line 1",
        ),
        ("if a b() end", "syntax error line 1: found 'b', expected 'then'"),
        ("x y", "syntax error line 1: found 'y', expected '=' or a call"),
        ("f()=1", "syntax error line 1: found '=', expected a variable or a field before it"),
        ("end", "syntax error line 1: found 'end', expected a statement"),
        ("break", "syntax error line 1: found 'break' outside a loop, expected it in a for, while or repeat"),
        (
            "goto a",
            "syntax error line 1: found goto without its label, expected a label that is visible there",
        ),
        (
            "goto a local x ::a:: x=1",
            "syntax error line 1: found goto into the scope of a local variable, expected a label before the local's \
             declaration, or at the end of its block",
        ),
        (
            "repeat goto a local x ::a:: until x",
            "syntax error line 1: found goto into the scope of a local variable, expected a label before the local's \
             declaration, or at the end of its block",
        ),
        ("::a:: ::a::", "syntax error line 1: found a label twice in its block, expected another name"),
        (
            "function f() x=... end",
            "syntax error line 1: found '...', expected it only in a function with '...' among its parameters",
        ),
        (
            "x='a\ny",
            "syntax error line 1: found a text without an end, expected its closing quote or brackets",
        ),
        ("x='\\q'", "syntax error line 1: found '\\q', expected an escape such as \\n, \\65 or \\x41"),
        ("x='\\999'", "syntax error line 1: found '\\999', expected an escape such as \\n, \\65 or \\x41"),
        ("x=0x", "syntax error line 1: found '0x', expected a number such as 1, 0.5, 0x1f.8 or 0b101"),
        ("x=!", "syntax error line 1: found '!', expected a name, a number or an operator"),
        ("for i do end", "syntax error line 1: found 'do', expected '=' or 'in'"),
        ("return 1 x=2", "syntax error line 1: found 'x', expected a statement"),
        // shrinko8, issue 9: PICO-8 does not compile it.
        ("x=@16..'a'", "syntax error line 1: found '.', expected a statement"),
    ];
    for (source, expected) in cases {
        assert_eq!(parse(source.as_bytes()).expect_err(source).to_string(), expected, "{source}");
    }
}

#[test]
fn depth_and_counts_are_bounded() {
    let nested = |n: usize| format!("x={}1{}", "(".repeat(n), ")".repeat(n));
    assert!(parse(nested(190).as_bytes()).is_ok());
    assert!(parse(nested(100_000).as_bytes()).is_err(), "200 levels, as in Lua");
    let blocks = |n: usize| "do ".repeat(n) + &"end ".repeat(n);
    assert!(parse(blocks(190).as_bytes()).is_ok());
    assert!(parse(blocks(100_000).as_bytes()).is_err());
    assert!(parse("if (a) ".repeat(100_000).as_bytes()).is_err());
    assert!(parse("x=".to_string().as_bytes()).is_err());
    let sum = format!("x=1{}", "+1".repeat(20_000));
    assert!(parse(sum.as_bytes()).is_ok(), "a long sum is not deep");
    let locals = |n: usize| (0..n).map(|i| format!("local a{i} ")).collect::<String>();
    assert!(parse(locals(200).as_bytes()).is_ok());
    assert!(parse(locals(201).as_bytes()).is_err(), "200 locals, as in Lua");
}

/// Programs that PICO-8 refuses as well: by Lua 5.2's grammar, its manual, or reports. The tests of the budget have what only Rasher runs.
#[test]
fn what_lua_refuses_is_no_program() {
    let refused = [
        "x=",
        "x",
        "x,y",
        "x=1,",
        "1=x",
        "f()=1",
        "x+=",
        "x+=1,2",
        "x,y+=1",
        "(x)=1",
        "local 1",
        "local x.y=1",
        "local function f.g() end",
        "function f( end",
        "function f(1) end",
        "function f(...,a) end",
        "if x then",
        "if x",
        "if x else end",
        "if (x) y=1 end",
        "elseif",
        "while x then end",
        "while x do",
        "for i=1 do end",
        "for i=1,2,3,4 do end",
        "for x.y in all(t) do end",
        "repeat x=1",
        "until x",
        "return 1 x=2",
        "break",
        "goto nowhere",
        "::a:: ::a::",
        "x={1,2",
        "x={1 2}",
        "x=(1",
        "x=a.1",
        "x=a:b",
        "x='a",
        "x=[[a",
        "x=\"a\nb\"",
        "x=0x",
        "x=1..2",
        "x=@16..'a'",
        "x=!y",
        "x==1",
        "x!=1",
        "and=1",
        "x=not",
        "x=#",
        "x=1 2",
        "x=function end",
        "a b()",
    ];
    for source in refused {
        let error = parse(source.as_bytes()).expect_err(source).to_string();
        assert!(error.starts_with("syntax error line "), "{source}: {error}");
    }
}
