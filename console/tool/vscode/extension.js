// Starts `rasher debug --dap` for each debug session of type "rasher". To try it: link this folder into ~/.vscode/extensions.
const { spawnSync } = require("child_process");
const vscode = require("vscode");

const program = (configuration) => configuration.rasher || "rasher";

// Without a launch.json: the file that is open. A program that cannot be started is said here, as VS Code says nothing of it.
const provider = {
  resolveDebugConfiguration: (_folder, configuration) => {
    const start = { type: "rasher", request: "launch", name: "Rasher", program: "${file}", stopOnEntry: true };
    const full = configuration.type ? configuration : start;
    const { error } = spawnSync(program(full), ["--version"]);
    if (!error) return full;
    vscode.window.showErrorMessage(
      `Rasher: cannot start "${program(full)}" (${error.code}). Put its folder into PATH, or its path as "rasher" into launch.json.`,
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
