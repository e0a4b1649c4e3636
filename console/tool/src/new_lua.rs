//! `rasher new --lua PATH`: the folder of a new cart in Lua, which plays at once.
//!
//! ```text
//! NAME.p8    names the files of the code    NAME.lua   the code
//! rasher.lua, .luarc.json, .vscode: for editors (stub.rs)
//! sprites/NAME.png .map .flags              sfx/NAME.sfx .music           tests/first.test, meadow.test           README.md
//! ```
//!
//! The game, its pictures and its sounds are the template's of a cart in Rust (`new.rs`); nothing is built, and no file names a place.

use crate::error::ToolError;
use crate::example::CartExample;
use crate::new::{FILES, TEMPLATE, check_name, create_folder, files, is_free, with_description, with_name};
use crate::stub::stub;
use std::path::Path;

const OWN: &[(&str, &[u8])] = &[
    (".gitignore", include_bytes!("../template/lua/.gitignore")),
    (".luarc.json", include_bytes!("../template/lua/.luarc.json")),
    (".vscode/tasks.json", include_bytes!("../template/lua/.vscode/tasks.json")),
    (".vscode/launch.json", include_bytes!("../template/lua/.vscode/launch.json")),
    (".vscode/rasher.code-snippets", include_bytes!("../template/lua/.vscode/rasher.code-snippets")),
    ("my_game.p8", include_bytes!("../template/lua/my_game.p8")),
    ("my_game.lua", include_bytes!("../template/lua/my_game.lua")),
    ("README.md", include_bytes!("../template/lua/README.md")),
    ("tests/first.test", include_bytes!("../template/lua/tests/first.test")),
    ("tests/first.png", include_bytes!("../template/lua/tests/first.png")),
    ("tests/meadow.test", include_bytes!("../template/lua/tests/meadow.test")),
];

/// Makes the folder `path`, whose last part is the cart's name, with the template's cart or an example.
pub fn new_lua(path: &Path, example: Option<&CartExample>) -> Result<String, ToolError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    check_name(&name)?;
    is_free(path)?;
    let data = FILES.iter().filter(|(path, _)| path.starts_with("sprites/") || path.starts_with("sfx/"));
    let template: Vec<(&str, &[u8])> = OWN.iter().chain(data).copied().collect();
    create_folder(path, &name, |aside| {
        store::write_with_folders(&aside.join("rasher.lua"), stub().as_bytes())?;
        let file = |path: &str| aside.join(path.replace(TEMPLATE, &name));
        for (path, bytes) in files(&template, example) {
            let Ok(text) = std::str::from_utf8(bytes) else {
                store::write_with_folders(&file(path), bytes)?;
                continue;
            };
            // Code is written in small letters: capital ones are other glyphs of the console.
            let words = name.replace('_', " ");
            let text = match (path == "my_game.lua", example.and_then(|_| text.split_once("-- by rasher\n")))
            {
                (true, Some((_, after))) => format!("-- {words}\n-- by you\n{after}"),
                _ => with_name(
                    &with_description(text, example).replace("-- my game", &format!("-- {words}")),
                    &name,
                ),
            };
            store::write_with_folders(&file(path), text.as_bytes())?;
        }
        Ok(())
    })?;
    let cart = path.join(format!("{name}.p8"));
    let cart = cart.display();
    Ok(format!(
        "{}: a new cart in Lua\n  rasher {cart}          play it; what is saved is taken up while it plays\n  \
         rasher test {cart}     its tests, without a window\n  \
         rasher pack {cart}     one file of it, for others\n",
        path.display()
    ))
}
