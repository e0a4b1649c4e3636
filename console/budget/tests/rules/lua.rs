//! Lua tokens, case by case: the editor's rule as described by the manual and shrinko8.

use rasher_budget::{BudgetError, BudgetReport, Language, measure_lua};

fn report(code: &str) -> Result<BudgetReport, BudgetError> {
    measure_lua("code.lua", &rasher::text::encode(code).collect::<Vec<u8>>())
}

fn tokens(code: &str) -> usize {
    report(code).unwrap_or_else(|error| panic!("{code:?}: {error}")).tokens
}

const CASES: &[(&str, usize)] = &[
    ("", 0),
    // What is free.
    ("a.b", 2),
    ("a:b()", 3),
    ("a.b.c=1", 5),
    ("local x=1", 3),
    ("f(a,b,c);", 5),
    ("do end", 1),
    ("::again::", 1),
    ("goto again", 2),
    ("t={1,2,{3}}", 7),
    ("t[i]", 3),
    // A sign before a number.
    ("x=-1", 3),
    ("x=a-1", 5),
    ("x=a- 1", 5),
    ("x= - 1", 3),
    ("x=-a", 4),
    ("x=~1", 3),
    ("x=(a)-1", 6),
    ("x=t[1]-1", 7),
    ("x={}-1", 5),
    ("x=\"a\"-1", 5),
    ("x=2-1", 5),
    ("return -1", 2),
    ("f(-1,-2)", 4),
    ("x=a*-1", 5),
    ("x=a\\-1 x=a&-1 x=a|-1 x=a^^-1 x=a<<-1 x=a>>-1 x=a>>>-1 x=a<<>-1 x=a>><-1", 45),
    ("s=\"x\"..\"=\"", 5),
    ("x=nil-1", 4),
    ("a=b;-1", 5),
    ("do end -1", 3),
    ("-1", 2),
    // Texts and numbers cost 1, whatever their length.
    ("\"a long text with \\\" and \\z \n in it\"", 1),
    ("'it\\'s'", 1),
    ("[[a\nb]]", 1),
    ("[==[a]]b]=]c]==]", 1),
    ("x[ [[a]] ]", 3),
    ("f\"x\"", 2),
    ("f{}", 2),
    ("0x1f.8 0b101.1 .5 1.5 12", 5),
    ("0X1F 0B1", 2),
    ("1then", 2),
    ("0xffor", 2),
    ("1..2", 2),
    ("1 ..2", 3),
    // The dialect's signs.
    ("a!=b a~=b", 6),
    ("a+=1 a-=1 a*=1 a/=1 a\\=1 a%=1 a^=1 a..=1", 24),
    ("a|=1 a&=1 a^^=1 a<<=1 a>>=1 a>>>=1 a<<>=1 a>><=1", 24),
    ("a\\b a^^b a>>>b a<<>b a>><b a..b", 18),
    ("@a %a $a", 6),
    ("?\"hi\",1,2", 4),
    ("#t", 2),
    ("...", 1),
    ("if(a)b=1", 6),
    ("if (a) b=1 else b=2", 10),
    ("while(f());", 4),
    ("if a then b() elseif c then d() else e() end", 13),
    ("for i=1,10 do end", 6),
    ("repeat until a", 3),
    ("function f(a,...) return not a end", 8),
    ("f=function() end", 4),
    ("a and b or nil", 5),
    // Names.
    ("⬅️=1", 3),
    ("せん_2=1", 3),
    ("ends=1", 3),
    // Comments.
    ("a -- b c", 1),
    ("a // b c\nd", 2),
    ("--[[ a\nb ]] c", 1),
    ("--[==[ a ]] b ]==] c", 1),
    ("--[[ no end\nc", 1),
    ("-->8\na", 1),
    ("a--[b\nc", 2),
    ("a/b", 3),
];

#[test]
fn tokens_count_as_in_pico8() {
    for (code, expected) in CASES {
        assert_eq!(tokens(code), *expected, "{code:?}");
    }
}

/// Adding an operation to a case costs one operator and one number.
#[test]
fn one_more_operator_is_one_more_token() {
    for (code, expected) in CASES {
        assert_eq!(tokens(&format!("{code}\nx=x")), expected + 3, "{code:?}");
        assert_eq!(tokens(&format!("{code}\nx=x+x")), expected + 5, "{code:?}");
        assert_eq!(tokens(&format!("{code}\nx=not x")), expected + 4, "{code:?}");
    }
}

#[test]
fn errors_say_where() {
    let error = |code| report(code).unwrap_err().to_string();
    let text = "a text without an end, expected its closing quote or brackets";
    assert_eq!(error("a\nb=\"c\n\""), format!("code.lua:2: found {text}"));
    assert_eq!(error("a=[[b"), format!("code.lua:1: found {text}"));
    assert_eq!(error("\n\n a ! b"), "code.lua:3: found \"!\", expected a token of Lua");
    assert_eq!(error("`"), "code.lua:1: found \"`\", expected a token of Lua");
    assert_eq!(report("\"").unwrap_err().to_string(), format!("code.lua:1: found {text}"));
}

/// Characters are counted like the editor does: all of them, and a glyph as one.
#[test]
fn characters_are_the_editors() {
    let report = report("?\"⬅️❎\" -- why").unwrap();
    assert_eq!((report.tokens, report.chars, report.compressed), (2, 12, 12), "short code is stored plain");
    assert_eq!(report.language, Language::Lua);
}

#[test]
fn functions_have_their_tokens() {
    let code = "x=1\nfunction a()\n if (b) c() d=1\n while (e) do f() end\nend\nfunction t.b:c(d)\n \
                if d then for i=1,2 do g() end end\n repeat local h=function() end until i\nend\ny=2\n\
                z=function() if (a) and b then c() end end\nw=3";
    let report = report(code).unwrap();
    let parts: Vec<_> = report.parts.iter().map(|it| (it.name.as_str(), it.line, it.tokens)).collect();
    let expected = [("(outside functions)", 1, 11), ("a", 2, 17), ("t.b:c", 6, 24), ("z", 11, 10)];
    assert_eq!(parts, expected);
    assert_eq!(report.tokens, 62);
}
