//! Words that people search for, for the page and `rasher help`.

pub const SYNONYMS: &[(&str, &str)] = &[
    (
        "high score highscore hiscore best record save saved load persist persistent progress",
        "cartdata dget dset",
    ),
    ("mouse pointer click wheel cursor", "stat"),
    ("sound audio noise effect synth mute volume", "sfx music"),
    ("song tune melody volume", "music"),
    ("number decimal fraction fixed point float", "Num num!"),
    ("sprite image picture animation animate draw flip mirror", "spr"),
    ("sprite image picture scale zoom stretch resize size large", "sspr"),
    ("tile level tilemap", "map mget mset"),
    ("collision collide hitbox hit solid wall", "fget mget"),
    ("font string write say text label", "print"),
    ("random chance dice shuffle", "rnd srand seed"),
    ("keyboard key controller gamepad game joystick button pad arrow input press", "btn btnp"),
    ("player players two multiplayer second", "btn btnp"),
    ("keyboard key type input clipboard copy paste", "stat"),
    ("transparent transparency see-through", "palt"),
    ("recolor tint swap fade palette", "pal"),
    ("clear wipe background", "cls"),
    ("scroll scrolling viewport follow shake", "camera"),
    ("crop mask window", "clip"),
    ("clock timer seconds delay wait sleep frames", "time"),
    ("rotate rotation mode7 3d perspective", "tline"),
    ("angle direction distance trigonometry circle turn", "atan2 sin cos sqrt"),
    ("round floor integer clamp absolute", "max mid flr"),
    ("modulo remainder rest", "Num"),
    ("dither pattern shade", "fillp"),
    ("speed fps slow performance", "_init stat strict"),
    ("frame rate update loop 60", "_init"),
    ("cpu memory date", "stat"),
    ("clipboard", "printh"),
    ("photosensitive accessibility flash shake", "less_flash less_shake"),
    ("screenshot gif video film", "extcmd"),
    ("pause menu option setting", "menuitem"),
    ("log trace", "printh debug"),
    ("edit change", "view"),
    ("executable exe distribute share publish release export", "build pack"),
    ("web html browser phone mobile touch itch share wav mp3 ogg", "export"),
    ("png image picture aseprite tiled ldtk convert", "import"),
    ("test check ci junit golden expect", "test run replay"),
    ("start begin template example learn", "new"),
    ("fullscreen", "f11"),
];

/// Words of a question that say nothing about its topic.
pub const STOP_WORDS: &[&str] = &[
    "a", "an", "the", "to", "of", "in", "on", "my", "i", "do", "doe", "how", "is", "it", "and", "for",
    "with", "many", "what", "can", "use", "make", "get",
];

pub fn synonyms_of(names: &str) -> Vec<&'static str> {
    let means = |of: &str| of.split(' ').any(|name| names.split(' ').any(|other| other == name));
    SYNONYMS.iter().filter(|(_, of)| means(of)).flat_map(|(words, _)| words.split(' ')).collect()
}
