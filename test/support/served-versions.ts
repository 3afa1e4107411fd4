/** A project whose extension API server serves a kind with two versions, which have other fields. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { createApiserver } from "../../src/commands/create-apiserver.js";
import { manifests } from "../../src/commands/manifests.js";
import { recordingContext } from "./recording-context.js";
import { scaffold } from "./scaffolds.js";
import { tempFolder } from "./temp-folder.js";

export const reading = { group: "metrics", kind: "Reading" };
export const resourceFile = "apiserver/reading_resource.ts";

export async function openVersions() {
  const empty = await scaffold({ isGenerated: true });
  const root = tempFolder(empty);
  const context = recordingContext({ cwd: root });
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  const edit = (file: string, from: string, to: string): void => {
    expect(read(file)).toContain(from);
    writeFileSync(path.join(root, file), read(file).replace(from, to));
  };
  await createApiserver({ ...reading, version: "v1" }, context);
  await createApiserver({ ...reading, version: "v2" }, context);
  renameField(root);
  await manifests({}, context);
  return { empty, root, context, read, edit };
}

/** Gives the second version of a fresh Reading another field than the first. */
export function renameField(root: string): void {
  const types = readFileSync(path.join(root, "api/v1/reading_types.ts"), "utf8").replace(" * @storageVersion\n", "");
  const next = types.replaceAll("/v1", "/v2").replace("size?:", "amount?:").replace(".size", ".amount");
  writeFileSync(path.join(root, "api/v2/reading_types.ts"), next);
}
