/** The storages of the library meet the requirements, and the requirements find storages that do not. */
import path from "node:path";
import { describe, expect, test } from "vitest";
import { storageChecks } from "../../../src/extension/storage/checks/storage-checks.js";
import { fileStorage } from "../../../src/extension/storage/file-storage.js";
import { memoryStorage } from "../../../src/extension/storage/memory-storage.js";
import type { ObjectStorage, OpenStorage } from "../../../src/extension/storage/object-storage.js";
import { tempFolder } from "../../support/temp-folder.js";

describe("memory", () => {
  test.each(storageChecks({ storage: () => memoryStorage(), isDurable: false }))("$name", ({ run }) => run());
});

describe("a file", () => {
  const folder = tempFolder();
  const checks = storageChecks({ storage: (data) => fileStorage({ file: path.join(folder, String(data)) }) });
  test.each(checks)("$name", ({ run }) => run());
});

/** Checks a storage with a fault against one requirement. */
async function check(requirement: string, fault: (opened: OpenStorage) => Partial<OpenStorage>): Promise<void> {
  const storage = (): ObjectStorage => {
    const memory = memoryStorage();
    return {
      open: async (kind, host) => {
        const opened = await memory.open(kind, host);
        return { ...opened, ...fault(opened) };
      },
    };
  };
  const checks = storageChecks({ storage, isDurable: false }).filter(({ name }) => name.includes(requirement));
  expect(checks).toHaveLength(1);
  for (const { run } of checks) await run();
}

describe("the requirements find", () => {
  test.each<[string, string, (opened: OpenStorage) => Partial<OpenStorage>]>([
    [
      "lost updates",
      "update returns undefined",
      (opened) => ({
        update: async (object, signal) => {
          const current = await opened.get(object.metadata, signal);
          const resourceVersion = current?.metadata.resourceVersion ?? "";
          return opened.update({ ...object, metadata: { ...object.metadata, resourceVersion } }, signal);
        },
      }),
    ],
    [
      "deletes of any version",
      "delete removes exactly",
      (opened) => ({
        delete: async (key, _, signal) =>
          opened.delete(key, (await opened.get(key, signal))?.metadata.resourceVersion ?? "", signal),
      }),
    ],
    [
      "dropped fields",
      "every field",
      (opened) => ({
        create: ({ apiVersion, kind, metadata }, signal) => opened.create({ apiVersion, kind, metadata }, signal),
      }),
    ],
    [
      "watches without updates",
      "each write after its version",
      (opened) => ({
        async *watch(version, signal) {
          for await (const event of opened.watch(version, signal)) {
            yield event.type === "MODIFIED" ? { ...event, type: "ADDED" } : event;
          }
        },
      }),
    ],
    [
      "watches that begin at a wrong version",
      "continues from the version of an event",
      (opened) => ({ watch: (version, signal) => opened.watch(String(Number(version) - 1), signal) }),
    ],
  ])("%s", async (_, requirement, fault) => {
    await expect(check(requirement, fault)).rejects.toThrow();
    await check(requirement, () => ({}));
  });
});
