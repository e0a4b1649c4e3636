//! `rasher bisect OLD.p8 NEW.p8 RUN`: the first value, call and picture that differ, known from how the code was changed.

use std::fs;
use tests::shell::{done, folder, rasher};

const HEAD: &str = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n";
const CODE: &str = "\
t=0 hp=9 foes={{x=20},{x=40}} big={}
for i=1,200 do big[i]=i end
function _update60()
 t+=1
 if (t==31) hp-=1
 if (btn(1)) foes[2].x+=1
end
function _draw()
 cls(1)
 circfill(foes[2].x,64,3,8)
 print(\"hp \"..hp,2,2,7)
end
";

#[test]
fn the_first_difference_of_each_kind_is_found() {
    let dir = folder("versions", "kinds");
    let path = dir.display();
    fs::write(dir.join("old.p8"), format!("{HEAD}{CODE}")).expect("written");
    fs::write(dir.join("keys"), "20\n10 right\n30\n").expect("written");
    done(&format!("run {path}/old.p8 --headless --input {path}/keys --record {path}/a.rec"));
    // A change, and parts of its report, without the folder's name.
    let cases: [(&str, &str, &[&str]); 9] = [
        ("t=0", "-- the start\nt=0", &["60 frames are equal\n"]),
        (
            "hp-=1",
            "hp-=2",
            &[
                "frame 31: the first values that differ\n  hp  8 -> 7\n  hp was written at old.p8:5 of old.p8\n  \
                 hp was written at new.p8:5 of new.p8\n",
                "frame 31: the first call that differs\n  2 draw   print(\"hp 8\", 2, 2, 7)",
                "frame 31: the first picture that differs: ",
            ],
        ),
        ("hp=9", "hp=9 combo=3", &["only in new.p8: combo\n60 frames are equal\n"]),
        (
            "foes[2].x+=1",
            "foes[2].x+=2",
            &["frame 21: the first values that differ\n  foes[2].x  41 -> 42\n"],
        ),
        (
            "big[i]=i",
            "big[i]=i%100",
            &["frame 0: the first values that differ\n  big[100]  100 -> 0\n", "  and 91 more\n"],
        ),
        (
            "3,8)",
            "3,9)",
            &[
                "frame 1: the first call that differs\n  1 draw   circfill(40, 64, 3, 8)",
                "the first at 39,61\n",
            ],
        ),
        (
            "cls(1)",
            "cls(1) pset(200,0,1)",
            &["frame 1: the first call that differs\n  1 draw   circfill(40, 64, 3, 8)", "pset(200, 0, 1)"],
        ),
        (
            "t==31",
            "t==31 and nobody.x",
            &["frame 31: old.p8: continues\nframe 31: new.p8: the cart stopped in frame 31"],
        ),
        ("{x=40}", "{x=40,y=1}", &["frame 0: the first values that differ\n  foes[2].y  nothing -> 1\n"]),
    ];
    for (from, to, parts) in cases {
        let code = CODE.replace(from, to);
        assert_ne!(code, CODE, "{from}");
        fs::write(dir.join("new.p8"), format!("{HEAD}{code}")).expect("written");
        let report = rasher(&format!("bisect {path}/old.p8 {path}/new.p8 {path}/a.rec"));
        let out = report.out.replace(&format!("{path}/"), "");
        assert_eq!((report.code == 0, &*report.err), (out.ends_with("are equal\n"), ""), "{to}: {out}");
        parts.iter().for_each(|part| assert!(out.contains(part), "{to}: {part:?} is not in\n{out}"));
    }
    let code = CODE.replace("hp-=1", "hp-=2");
    fs::write(dir.join("new.p8"), format!("{HEAD}{code}")).expect("written");
    let line = format!("bisect {path}/a.rec {path}/old.p8 {path}/new.p8");
    let json = rasher(&format!("{line} --json")).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("one object");
    assert_eq!(json["values"]["frame"], 31);
    assert_eq!(json["values"]["differ"][0], serde_json::json!({ "path": "hp", "values": ["8", "7"] }));
    assert_eq!((&json["calls"]["frame"], &json["picture"]["frame"]), (&31.into(), &31.into()));
    let pictures = rasher(&format!("{line} --picture")).out;
    assert!(pictures.starts_with("frame 31: the first picture that differs: "), "{pictures}");
}
