import { addImports, importedAs, isNameTaken } from "../../refactor/imports.js";
import { addManagerCall, isCalled } from "../../refactor/callbacks.js";
import { mainFile, nameOf, printWire, type Wire } from "../main-file.js";
import type { Placement } from "../placement.js";
import { editFile, type Unplaced } from "./edit-file.js";

/** Wires controllers and webhooks into a main.ts that the user has edited. */
export function editMain(placement: Placement, text: string, wires: readonly Wire[]): void {
  editFile(placement, mainFile, text, (edited) =>
    wires.flatMap((wire): Unplaced[] => {
      const name = importedAs(edited, wire.module, wire.exported) ?? nameOf(wire, (each) => isNameTaken(edited, each));
      addImports(edited, wire.module, [{ name: wire.exported, as: name }]);
      if (isCalled(edited, name)) return [];
      if (addManagerCall(edited, (manager) => wire.print(name, manager))) return [];
      const place = "a call of runManager with a function that takes the manager";
      return [{ marker: "builder", place, code: printWire(wire, name) }];
    }),
  );
}
