// Starts `rasher debug --dap` for each debug session of type "rasher". To try it: link this folder into ~/.vscode/extensions.
const vscode = require("vscode");

exports.activate = (context) => {
  const factory = {
    createDebugAdapterDescriptor: (session) =>
      new vscode.DebugAdapterExecutable(session.configuration.rasher || "rasher", ["debug", "--dap"]),
  };
  context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory("rasher", factory));
};
