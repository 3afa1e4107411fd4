import { addImports, importedAs } from "../../refactor/imports.js";
import { addOptionAfter, addToOption, hasOption, removeOption } from "../../refactor/options.js";
import type { Placement } from "../placement.js";
import { openFile } from "./edit-file.js";

/** What converts, as a controller's test imports it. */
export interface Converter {
  readonly setUp: string;
  readonly module: string;
}

/** Has the environment of a test convert as the operator does. Where tsop finds no place for that, it tells the user what to write. */
export function addConversion(placement: Placement, file: string, text: string, { setUp, module }: Converter): void {
  const opened = openFile(placement, file, text);
  if (opened.kind === "source" && importedAs(opened, module, setUp) !== undefined) return;
  if (opened.kind === "source" && addToOption(opened, "TestEnvironment.start", "conversions", setUp)) {
    addImports(opened, module, [{ name: setUp }]);
    placement.change(file, opened.print());
    return;
  }
  placement.next.push(
    `say in ${file} who converts: TestEnvironment.start({ …, conversions: [${setUp}] }), with ${setUp} of ${module}`,
  );
}

const ownNamespace = { name: "namespaces", value: "[key.namespace]" };
const written = `${ownNamespace.name}: ${ownNamespace.value}`;

/**
 * Has the manager of a test watch the one namespace where the operator has rights, or all again. Where tsop finds no place for that,
 * it tells the user what to write.
 */
export function setNamespaces(placement: Placement, file: string, text: string, isNamespaced: boolean): void {
  const opened = openFile(placement, file, text);
  if (opened.kind === "source") {
    if (hasOption(opened, "createManager", written) === isNamespaced) return;
    if (!isNamespaced) removeOption(opened, "createManager", written);
    if (!isNamespaced || addOptionAfter(opened, "createManager", "config: operator.config", ownNamespace)) {
      placement.change(file, opened.print());
      return;
    }
  }
  if (isNamespaced)
    placement.next.push(`give createManager its namespaces in ${file}: the operator has rights in one only`);
}
