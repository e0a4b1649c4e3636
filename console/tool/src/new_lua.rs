//! `rasher new --lua PATH`: the folder of a new cart in Lua: NAME.p8, which includes NAME.lua, tests, files for editors (stub.rs), and the
//! pictures and sounds of the Rust template (new.rs).

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

/// Makes the folder `path` for a cart of that name, from the template or an example.
pub fn new_lua(path: &Path, example: Option<&CartExample>) -> Result<String, ToolError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    check_name(&name)?;
    is_free(path)?;
    let data = FILES.iter().filter(|(path, _)| path.starts_with("sprites/") || path.starts_with("sfx/"));
    let template: Vec<(&str, &[u8])> = OWN.iter().chain(data).copied().collect();
    create_folder(path, &name, |folder| {
        store::write_with_folders(&folder.join("rasher.lua"), stub().as_bytes())?;
        // Code is in small letters, as PICO-8 draws capital ones as other glyphs.
        let words = name.replace('_', " ");
        for (path, bytes) in files(&template, example) {
            let head = |text: &'_ str| match (path == "my_game.lua", text.split_once("-- by rasher\n")) {
                (true, Some((_, after))) if example.is_some() => format!("-- {words}\n-- by you\n{after}"),
                _ => {
                    let text = with_description(text, example).replace("-- my game", &format!("-- {words}"));
                    with_name(&text, &name)
                }
            };
            let text = std::str::from_utf8(bytes).map(head);
            let bytes = text.as_ref().map_or(bytes, |text| text.as_bytes());
            store::write_with_folders(&folder.join(path.replace(TEMPLATE, &name)), bytes)?;
        }
        Ok(())
    })?;
    let cart = path.join(format!("{name}.p8"));
    let cart = cart.display();
    Ok(format!(
        "{}: a new cart in Lua\n  rasher {cart}          play; saved files are reloaded\n  \
         rasher test {cart}     run its tests\n  \
         rasher pack {cart}     pack it into one file\n",
        path.display()
    ))
}
