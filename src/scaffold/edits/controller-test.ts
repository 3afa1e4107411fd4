import { migratedCrdFolder } from "../../project/migrated-crds.js";
import { addImports, importedAs } from "../../refactor/imports.js";
import { addOptionAfter, addToOption, hasOption, removeOption } from "../../refactor/options.js";
import type { Placement } from "../placement.js";
import { openFile } from "./edit-file.js";

/** The set-up function of the conversion, as a controller's test imports it. */
export interface Converter {
  readonly setUp: string;
  readonly module: string;
}

/**
 * Configures the environment of a test to convert like the operator. If tsop finds no location for the code, it prints
 * the code for the user.
 */
export function addConversion(placement: Placement, file: string, text: string, { setUp, module }: Converter): void {
  const opened = openFile(placement, file, text);
  if (opened.kind === "source" && importedAs(opened, module, setUp) !== undefined) return;
  if (opened.kind === "source" && addToOption(opened, "TestEnvironment.start", "conversions", setUp)) {
    addImports(opened, module, [{ name: setUp }]);
    placement.change(file, opened.print());
    return;
  }
  placement.next.push(
    `add the conversion in ${file}: TestEnvironment.start({ …, conversions: [${setUp}] }), with ${setUp} of ${module}`,
  );
}

/** Installs the CRDs of the previous kinds in a test, as `tsop deploy` does, if the test installs the generated CRDs. */
export function addMigratedCrds(placement: Placement, file: string): void {
  const text = placement.tree.read(file);
  if (text === undefined) return;
  const opened = openFile(placement, file, text);
  if (opened.kind === "broken" || !hasOption(opened, "TestEnvironment.start", 'crds: ["config/crd/bases"]')) return;
  addToOption(opened, "TestEnvironment.start", "crds", JSON.stringify(migratedCrdFolder));
  placement.change(file, opened.print());
}

const ownNamespace = { name: "namespaces", value: "[key.namespace]" };
const written = `${ownNamespace.name}: ${ownNamespace.value}`;

/**
 * Configures the manager of a test to watch only the namespace where the operator has rights, or all namespaces. If
 * tsop finds no location for the code, it prints the code for the user.
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
    placement.next.push(
      `pass the namespaces to createManager in ${file}: the operator has permissions in one namespace only`,
    );
}
