import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/core/clock.js";
import { fileStorage } from "../../../src/extension/storage/file-storage.js";
import type { OpenStorage, StorageKind, StoredObject } from "../../../src/extension/storage/object-storage.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { tempFolder } from "../../support/temp-folder.js";

const kind: StorageKind = { group: "metrics.abc.com", resource: "readings", kind: "Reading", namespaced: true };
const host = { clock: systemClock, log: new RecordingLogger() };
const { signal } = new AbortController();
const open = (file: string): Promise<OpenStorage> => fileStorage({ file }).open(kind, host);
const reading = (name: string): StoredObject => ({
  ...{ apiVersion: "metrics.abc.com/v1", kind: "Reading" },
  metadata: { namespace: "lab", name },
  spec: { sensor: name },
});
const namesIn = async (storage: OpenStorage): Promise<string[]> =>
  (await storage.list(signal)).objects.map(({ metadata }) => metadata.name);

/** Returns the file of a storage that was killed after some writes. */
async function killed(): Promise<string> {
  const file = path.join(tempFolder(), "data");
  const storage = await open(file);
  for (const name of ["a", "b", "c"]) await storage.create(reading(name), signal);
  const text = readFileSync(file);
  await storage.close();
  writeFileSync(file, text);
  return file;
}

test("an incomplete last line is a write that was not acknowledged", async () => {
  const file = await killed();
  writeFileSync(file, readFileSync(file).subarray(0, -10));
  const storage = await open(file);
  expect(await namesIn(storage)).toEqual(["a", "b"]);
  await storage.create(reading("d"), signal);
  await storage.close();
  const again = await open(file);
  expect(await namesIn(again)).toEqual(["a", "b", "d"]);
  await again.close();
});

test("the lock of a process that was killed in this Pod does not remain", async () => {
  const file = await killed();
  const storage = await open(file);
  const lock = readFileSync(`${file}.lock`, "utf8");
  await storage.close();
  // Another container has other process IDs: this one started at another time.
  writeFileSync(`${file}.lock`, JSON.stringify({ ...(JSON.parse(lock) as object), start: "1" }));
  const again = await open(file);
  expect(await namesIn(again)).toEqual(["a", "b", "c"]);
  await again.close();
});

const head = (rest: object): string =>
  `${JSON.stringify({ format: "tsop-apiserver", version: 2, revision: 9, objects: 0, identity: { server: "extension" }, ...rest })}\n`;

describe("refuses, and leaves as it is,", () => {
  test.each([
    ["nothing", ""],
    ["garbage", "\0\x01 garbage\n"],
    ["another format", head({ format: "other" })],
    ["a later version", head({ version: 3 })],
    ["missing objects", head({ objects: 2 })],
    ["the data of an embedded API server", head({ identity: { adminToken: "x" } })],
    ["a line that is no object", `${head({})}[]\n`],
    ["an object without a place", `${head({})}{"object":{"metadata":{}}}\n`],
  ])("a file with %s", async (_, text) => {
    const file = path.join(tempFolder(), "data");
    writeFileSync(file, text);
    await expect(open(file)).rejects.toMatchObject({ code: "apiserver/data-file-invalid", at: { file } });
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("a file with a damaged line in the middle", async () => {
    const file = await killed();
    writeFileSync(file, readFileSync(file, "utf8").replace('{"storageKey"', '{"storageKe'));
    await expect(open(file)).rejects.toMatchObject({ code: "apiserver/data-file-invalid" });
  });

  test("a file in use, also by another machine", async () => {
    const file = path.join(tempFolder(), "data");
    const first = await open(file);
    await expect(open(file)).rejects.toMatchObject({ code: "apiserver/data-file-in-use" });
    await first.close();
    await (await open(file)).close();
    writeFileSync(`${file}.lock`, JSON.stringify({ pid: 1, start: "1", host: "readings-1" }));
    await expect(open(file)).rejects.toMatchObject({
      message: expect.stringContaining("readings-1") as string,
      hint: expect.stringContaining("StatefulSet") as string,
    });
  });

  test("a file in a folder that does not exist", async () => {
    const file = path.join(tempFolder(), "missing", "data");
    await expect(open(file)).rejects.toMatchObject({ code: "files/write-failed" });
  });
});

test("kinds share a storage until the last one closes it", async () => {
  const file = path.join(tempFolder(), "data");
  const storage = fileStorage({ file });
  const first = await storage.open(kind, host);
  const second = await storage.open({ ...kind, resource: "others" }, host);
  await first.close();
  await first.close();
  await expect(open(file)).rejects.toMatchObject({ code: "apiserver/data-file-in-use" });
  await second.create(reading("a"), signal);
  await second.close();
  const again = await open(file);
  expect(await namesIn(again)).toEqual([]);
  await again.close();
});
