/** Removes code that tsop added to files that stay. Leaves code that it does not recognize to the user. */
import { removeCalls, removeTests } from "../../refactor/callbacks.js";
import { removeArgument, removeLink } from "../../refactor/chains.js";
import { removeClass } from "../../refactor/declarations.js";
import { hasTag, removeTag } from "../../refactor/doc-tags.js";
import { importedAs, removeImport } from "../../refactor/imports.js";
import { removeFromOption } from "../../refactor/options.js";
import { apiserverFile } from "../extension/extension-names.js";
import type { Wire } from "../main-file.js";
import type { Placement } from "../placement.js";
import { handlerName, type WebhookType } from "../webhook/webhook-type.js";
import type { Converter } from "./controller-test.js";
import { editPresent } from "./edit-file.js";
import { type Handlers, handlers } from "./handler-file.js";
import { storageVersion } from "./storage-version.js";

/** Removes calls of functions or classes of other files, and their imports: from main.ts, or from a test. */
export function removeWires(
  placement: Placement,
  file: string,
  wires: readonly Pick<Wire, "module" | "exported">[],
): void {
  editPresent(placement, file, (edited) => {
    for (const { module, exported } of wires) {
      const name = importedAs(edited, module, exported);
      if (name === undefined) continue;
      removeCalls(edited, name);
      removeImport(edited, module, exported);
    }
  });
}

/** Removes kinds from the entry point of the extension API server, if it stays. */
export function removeResources(placement: Placement, wires: readonly Pick<Wire, "module" | "exported">[]): void {
  if (wires.length === 0) return;
  editPresent(placement, apiserverFile, (edited) => {
    for (const { module, exported } of wires) {
      const name = importedAs(edited, module, exported);
      if (name === undefined) continue;
      removeFromOption(edited, "createExtensionServer", "resources", `${name}()`);
      removeImport(edited, module, exported);
    }
  });
}

/** Removes handlers and conversions from the file of a kind's webhooks. */
export function removeHandlers(
  placement: Placement,
  { file, kind, types, spokes }: Omit<Handlers, "types"> & { readonly types: readonly WebhookType[] },
): void {
  editPresent(placement, file, (edited) => {
    for (const type of types) {
      removeLink(edited, handlers[type].method);
      removeClass(edited, handlerName(type, kind));
      for (const name of handlers[type].imported) removeImport(edited, "tsop", name);
    }
    for (const { constant, module } of spokes) {
      removeArgument(edited, "withConversion", constant);
      removeImport(edited, module, constant);
    }
  });
}

/** Removes the tests of handlers. */
export function removeHandlerTests(placement: Placement, file: string, module: string, names: readonly string[]): void {
  editPresent(placement, file, (edited) => {
    for (const name of names) {
      removeTests(edited, `${name}.prototype`);
      removeImport(edited, module, name);
    }
  });
}

/** Removes the conversion from the environment of a controller's test. */
export function removeConversion(placement: Placement, file: string, { setUp, module }: Converter): void {
  editPresent(placement, file, (edited) => {
    const name = importedAs(edited, module, setUp);
    if (name === undefined) return;
    removeFromOption(edited, "TestEnvironment.start", "conversions", name);
    removeImport(edited, module, setUp);
  });
}

/** Removes the tag from the only remaining version, which needs none. */
export function removeStorageTag(placement: Placement, file: string): void {
  editPresent(placement, file, (edited) => void removeTag(edited, storageVersion));
}

/** Returns whether a file marks its version as the storage version. */
export function isStored(placement: Placement, file: string): boolean {
  let isMarked = false;
  editPresent(placement, file, (edited) => {
    isMarked = hasTag(edited, storageVersion);
  });
  return isMarked;
}
