// Starts `rasher debug --dap` for each debug session of type "rasher", or connects to a window that plays (`--dap-port`). Shows the cart's picture, and values under the
// pointer and in the code. `rasher vscode` packs this folder, with a grammar, as rasher.vsix.
const { spawnSync } = require("child_process");
const { readdirSync, readFileSync } = require("fs");
const net = require("net");
const path = require("path");
const vscode = require("vscode");

const program = (configuration) => configuration.rasher || "rasher";

// The cartridge that includes a Lua file and is next to it; otherwise the file itself.
const cartridge = (file) => {
  const folder = path.dirname(file);
  const include = `#include ${path.basename(file)}`;
  const includes = (name) => readFileSync(path.join(folder, name), "utf8").split(/\r?\n/).some((line) => line.trim() === include);
  const beside = file.endsWith(".lua") && readdirSync(folder).filter((name) => name.endsWith(".p8")).find(includes);
  return beside ? path.join(folder, beside) : file;
};

const PORT = 4711;
const isOpen = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });

// Without a launch.json: the open file. Reports a program that cannot be started, or a window that is not there: VS Code does not, or not in such words.
const provider = {
  resolveDebugConfiguration: async (_folder, configuration) => {
    const open = vscode.window.activeTextEditor?.document.fileName;
    const start = open && { type: "rasher", request: "launch", name: "Rasher", program: cartridge(open), stopOnEntry: true };
    const full = configuration.type ? configuration : start;
    if (!full) return full;
    if (full.request === "attach") {
      const port = full.port ?? PORT;
      if (await isOpen(port)) return full;
      vscode.window.showErrorMessage(`Rasher: no window waits for a debugger on port ${port}. Start one with: rasher game.p8 --dap-port ${port}`);
      return undefined;
    }
    const { error } = spawnSync(program(full), ["--version"]);
    if (!error) return full;
    vscode.window.showErrorMessage(
      `Rasher: cannot start "${program(full)}" (${error.code}). Add its folder to PATH, or set its path as "rasher" in launch.json.`,
    );
    return undefined;
  },
};

const factory = {
  createDebugAdapterDescriptor: ({ configuration }) =>
    configuration.request === "attach"
      ? new vscode.DebugAdapterServer(configuration.port ?? PORT)
      : new vscode.DebugAdapterExecutable(program(configuration), ["debug", "--dap"]),
};

// A panel with the picture of the place where the session has stopped, or that it has reached. It opens with the first picture and stays closed once closed.
const HTML = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'nonce-picture'">
<style>img { width: min(90vw, 90vh); image-rendering: pixelated }</style><img id="picture" alt="the cart's picture"><p id="frame"></p>
<script nonce="picture">addEventListener("message", ({ data }) => {
  document.getElementById("picture").src = "data:image/png;base64," + data.png;
  document.getElementById("frame").textContent = "frame " + data.frame;
});</script>`;
const picture = { panel: undefined, opening: undefined, isWanted: true };
// Beside the code, which VS Code opens at the first stop if it is not open: both would be in one group otherwise.
const codeIsOpen = () =>
  new Promise((resolve) => {
    if (vscode.window.activeTextEditor) return resolve();
    const wait = vscode.window.onDidChangeActiveTextEditor((editor) => editor && resolve(wait.dispose()));
    return setTimeout(() => resolve(wait.dispose()), 1000);
  });
const createPicture = async () => {
  await codeIsOpen();
  const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  picture.panel = vscode.window.createWebviewPanel("rasher.picture", "Rasher", column, { enableScripts: true });
  picture.panel.webview.html = HTML;
  picture.panel.onDidDispose(() => Object.assign(picture, { panel: undefined, opening: undefined, isWanted: false }));
};
const openPicture = () => (picture.opening ??= createPicture());
const showPicture = async (session) => {
  if (!picture.isWanted) return;
  // Not revealed: the user may look at another tab of its group.
  await openPicture();
  try {
    const shown = await session.customRequest("picture");
    picture.panel?.webview.postMessage(shown);
  } catch {
    // An older rasher has no such request.
  }
};
const STARTS = ["configurationDone", "continue", "reverseContinue"];
const PERIOD = 100;
const tracker = {
  createDebugAdapterTracker: (session) => {
    let isRunning = false;
    const follow = async () => {
      if (!isRunning) return;
      await showPicture(session);
      setTimeout(follow, PERIOD);
    };
    const stop = () => (isRunning = false);
    // A change that is not seen before the next frame moves the stop there. VS Code then moves the focus to the code, where the next text for its console would go.
    // It asks for the stack, shows the line, and asks for the scopes.
    let isConsole = false;
    let next = "";
    return {
      onWillReceiveMessage: ({ command, arguments: asked }) => {
        if (command === "evaluate") isConsole = asked.context === "repl";
        if (command !== "scopes" || next !== "scopes") return;
        next = "";
        vscode.commands.executeCommand("workbench.panel.repl.view.focus");
      },
      onDidSendMessage: ({ type, command, event, body }) => {
        if (event === "stopped" || event === "terminated") stop();
        if (event === "invalidated") next = isConsole && body.areas.includes("all") ? "stackTrace" : "";
        if (next && command === next) next = "scopes";
        if (event === "stopped" || event === "invalidated") showPicture(session);
        if (type === "response" && STARTS.includes(command) && !isRunning) {
          isRunning = true;
          setTimeout(follow, PERIOD);
        }
      },
      onWillStopSession: stop,
      onExit: stop,
    };
  },
};

const LANGUAGES = ["lua", "pico-8"];
// A line with blanks instead of its texts and its comment.
const code = (line) =>
  line.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?:--|\/\/).*/g, (text) => " ".repeat(text.length)).replace(/["'].*/, "");

// Under the pointer: a name, with what it is a member of. VS Code's own rule takes the * of a*b and the dots of a..b for parts of a name.
const expressions = {
  provideEvaluatableExpression: (document, position) => {
    const word = document.getWordRangeAtPosition(position, /[A-Za-z_]\w*/);
    const text = code(document.lineAt(position).text);
    if (!word || word.end.character > text.trimEnd().length || text[word.start.character] === " ") return undefined;
    const [around] = text.slice(0, word.start.character).match(/(?:[A-Za-z_]\w*(?:\[[^[\]]*\])*\.)*$/);
    return new vscode.EvaluatableExpression(word.with(word.start.translate(0, -around.length)));
  },
};

// In the code: the locals of the lines from the start of the function to the stop.
const values = {
  provideInlineValues: (document, { start }, { stoppedLocation }) => {
    const found = [];
    for (let line = stoppedLocation.end.line; line >= start.line; line -= 1) {
      const text = code(document.lineAt(line).text);
      for (const { index, 0: name } of text.matchAll(/(?<![\w:]|(?<!\.)\.)[A-Za-z_]\w*/g)) {
        found.push(new vscode.InlineValueVariableLookup(new vscode.Range(line, index, line, index + name.length), name, true));
      }
      if (/\bfunction\b/.test(text)) break;
    }
    return found;
  },
};

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterTrackerFactory("rasher", tracker),
    vscode.commands.registerCommand("rasher.picture", () => {
      picture.isWanted = true;
      picture.panel?.reveal(undefined, true);
      openPicture();
      const session = vscode.debug.activeDebugSession;
      if (session?.type === "rasher") showPicture(session);
    }),
    vscode.languages.registerEvaluatableExpressionProvider(LANGUAGES, expressions),
    vscode.languages.registerInlineValuesProvider(LANGUAGES, values),
    vscode.debug.registerDebugConfigurationProvider("rasher", provider),
    vscode.debug.registerDebugAdapterDescriptorFactory("rasher", factory),
  );
};
