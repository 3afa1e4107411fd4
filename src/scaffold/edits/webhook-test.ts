import { addTest, isCalled } from "../../refactor/callbacks.js";
import { isNamed } from "../../refactor/chains.js";
import type { EditedSource } from "../../refactor/edited-source.js";
import { addImports } from "../../refactor/imports.js";
import { insertAtMarker } from "../../refactor/markers.js";
import { restyle } from "../../refactor/restyle.js";
import type { Placement } from "../placement.js";
import { editFile, openFile, type Unplaced } from "./edit-file.js";

/** The set-up function of another version's webhooks, as a test calls it. */
export interface SiblingCall {
  readonly module: string;
  readonly setup: string;
  /** The name of the function in the test. */
  readonly name: string;
}

export interface TestEdits {
  /** The module of the handlers. */
  readonly module: string;
  readonly tests: readonly { readonly handler: string; readonly code: string }[];
  readonly siblings: readonly SiblingCall[];
}

/** Adds tests of handlers to an existing or a new file. */
export function editTest(
  placement: Placement,
  file: string,
  text: string,
  { module, tests, siblings }: TestEdits,
): void {
  editFile(placement, file, text, (edited) => {
    const unplaced: Unplaced[] = [];
    for (const { handler, code } of tests) {
      addImports(edited, module, [{ name: handler }]);
      if (isNamed(edited, `${handler}.prototype`) || addTest(edited, code)) continue;
      unplaced.push({ marker: "tests", place: "one call of describe()", code });
    }
    for (const sibling of siblings) {
      if (addCall(edited, sibling)) continue;
      const code = `import { ${sibling.setup} as ${sibling.name} } from "${sibling.module}";\n${sibling.name}(manager);`;
      unplaced.push({ marker: "webhooks", place: `a call of ${sibling.name}`, code });
    }
    return unplaced;
  });
}

/** Configures the manager of a test to serve another version's webhooks. Does not change a test without its marker. */
export function addSibling(placement: Placement, file: string, text: string, sibling: SiblingCall): void {
  const opened = openFile(placement, file, text);
  if (opened.kind === "source" && addCall(opened, sibling)) placement.change(file, opened.print());
  else
    placement.next.push(
      `call ${sibling.setup} of ${sibling.module} in ${file}: the API server calls the webhooks of all versions`,
    );
}

function addCall(edited: EditedSource, { module, setup, name }: SiblingCall): boolean {
  const isThere = isCalled(edited, name);
  if (!isThere && !insertAtMarker(edited, "webhooks", restyle(`${name}(manager);`, edited.style))) return false;
  addImports(edited, module, [{ name: setup, as: name }]);
  return true;
}
