// Starts `rasher debug --dap` for each debug session of type "rasher". To install it, link this folder into ~/.vscode/extensions.
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
    const { error } = spawnSync(program(full), ["--version"]);
    if (!error) return full;
    vscode.window.showErrorMessage(
      `Rasher: cannot start "${program(full)}" (${error.code}). Add its folder to PATH, or set its path as "rasher" in launch.json.`,
    );
    return undefined;
  },
};

const factory = {
  createDebugAdapterDescriptor: (session) =>
    new vscode.DebugAdapterExecutable(program(session.configuration), ["debug", "--dap"]),
};

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.debug.registerDebugConfigurationProvider("rasher", provider),
    vscode.debug.registerDebugAdapterDescriptorFactory("rasher", factory),
  );
};
