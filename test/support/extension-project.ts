/** A project with an extension API server, in which the programs of a scaffold can run. */
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createApiserver } from "../../src/commands/create-apiserver.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { manifests } from "../../src/commands/manifests.js";
import { recordingContext } from "./recording-context.js";
import { scaffold } from "./scaffolds.js";
import { renameField } from "./served-versions.js";
import { tempFolder } from "./temp-folder.js";

export const checkout = fileURLToPath(new URL("../..", import.meta.url));

/** The packages that the sources and the configuration of a scaffold import. */
const packages = ["eslint", "typescript-eslint", "typescript", "vitest", "@types", "fast-check"];

/** Each kind of the server, with and without namespaces, stored and computed, and one with rules and two versions that differ. */
export async function createExtensionProject(): Promise<string> {
  const root = tempFolder(await scaffold());
  mkdirSync(path.join(root, "node_modules"));
  symlinkSync(checkout, path.join(root, "node_modules/tsop"));
  for (const name of packages) {
    symlinkSync(path.join(checkout, "node_modules", name), path.join(root, "node_modules", name));
  }
  const context = recordingContext({ cwd: root });
  const kind = { group: "metrics", version: "v1" };
  await createApiserver({ ...kind, kind: "Reading" }, context);
  await createApiserver({ ...kind, kind: "Reading", version: "v2" }, context);
  renameField(root);
  const rules = { defaulting: true, programmaticValidation: true };
  await createWebhook({ ...kind, kind: "Reading", version: "v2", ...rules, conversion: true, spoke: ["v1"] }, context);
  await createApiserver({ ...kind, kind: "Class", namespaced: false }, context);
  await createApiserver({ ...kind, kind: "Record", storage: "file" }, context);
  const hasSqlite = process.getBuiltinModule("node:sqlite") !== undefined; // Node 22.13
  if (hasSqlite) await createApiserver({ ...kind, kind: "Sheet", storage: "sqlite" }, context);
  await createApiserver({ ...kind, kind: "Setting", storage: "cluster" }, context);
  await createApiserver({ ...kind, kind: "Load", storage: "virtual" }, context);
  await createApiserver({ ...kind, kind: "NodeLoad", storage: "virtual", namespaced: false }, context);
  await manifests({}, context);
  return root;
}
