import { addImports, importedAs, isNameTaken } from "../../refactor/imports.js";
import { addToOption } from "../../refactor/options.js";
import { apiserverFile, type resourceWire } from "../extension/extension-names.js";
import { nameOf } from "../main-file.js";
import type { Placement } from "../placement.js";
import { editFile } from "./edit-file.js";

const call = "createExtensionServer";

/** Adds a kind to the entry point of the extension API server. */
export function addResource(placement: Placement, text: string, wire: ReturnType<typeof resourceWire>): void {
  editFile(placement, apiserverFile, text, (edited) => {
    const name = importedAs(edited, wire.module, wire.exported) ?? nameOf(wire, (each) => isNameTaken(edited, each));
    if (!addToOption(edited, call, "resources", `${name}()`)) {
      const code = `import { ${wire.exported} } from "${wire.module}";\n${call}({ resources: [${wire.exported}()] })`;
      return [{ place: `a call of ${call} with a list of resources`, code }];
    }
    addImports(edited, wire.module, [{ name: wire.exported, as: name }]);
    return [];
  });
}
