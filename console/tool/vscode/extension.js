// Starts `rasher debug --dap` for each debug session of type "rasher", or connects to a window that plays (`--dap-port`), and shows the cart's picture at each stop. `rasher vscode` packs
// this folder, with a grammar, as rasher.vsix.
const { spawnSync } = require("child_process");
const { readdirSync, readFileSync } = require("fs");
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

// Without a launch.json: the open file. Reports a program that cannot be started, because VS Code does not.
const provider = {
  resolveDebugConfiguration: (_folder, configuration) => {
    const open = vscode.window.activeTextEditor?.document.fileName;
    const start = open && { type: "rasher", request: "launch", name: "Rasher", program: cartridge(open), stopOnEntry: true };
    const full = configuration.type ? configuration : start;
    if (!full) return full;
    if (full.request === "attach") return full;
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
      ? new vscode.DebugAdapterServer(configuration.port ?? 4711)
      : new vscode.DebugAdapterExecutable(program(configuration), ["debug", "--dap"]),
};

// A panel with the picture of the place where the session has stopped. It opens with the first stop and stays closed once closed.
const HTML = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'nonce-picture'">
<style>img { width: min(90vw, 90vh); image-rendering: pixelated }</style><img id="picture" alt="the cart's picture"><p id="frame"></p>
<script nonce="picture">addEventListener("message", ({ data }) => {
  document.getElementById("picture").src = "data:image/png;base64," + data.png;
  document.getElementById("frame").textContent = "frame " + data.frame;
});</script>`;
const picture = { panel: undefined, isWanted: true };
const openPicture = () => {
  picture.isWanted = true;
  if (picture.panel) return picture.panel.reveal(undefined, true);
  const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  picture.panel = vscode.window.createWebviewPanel("rasher.picture", "Rasher", column, { enableScripts: true });
  picture.panel.webview.html = HTML;
  picture.panel.onDidDispose(() => Object.assign(picture, { panel: undefined, isWanted: false }));
};
const showPicture = async (session) => {
  if (!picture.isWanted) return;
  openPicture();
  try {
    picture.panel?.webview.postMessage(await session.customRequest("picture"));
  } catch {
    // An older rasher has no such request.
  }
};
const tracker = {
  createDebugAdapterTracker: (session) => ({
    onDidSendMessage: ({ event }) => {
      if (event === "stopped" || event === "invalidated") showPicture(session);
    },
  }),
};

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterTrackerFactory("rasher", tracker),
    vscode.commands.registerCommand("rasher.picture", () => {
      openPicture();
      const session = vscode.debug.activeDebugSession;
      if (session?.type === "rasher") showPicture(session);
    }),
    vscode.debug.registerDebugConfigurationProvider("rasher", provider),
    vscode.debug.registerDebugAdapterDescriptorFactory("rasher", factory),
  );
};
