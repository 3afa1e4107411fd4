/** Needs `node:sqlite`: Node 22.13. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/core/clock.js";
import { storageChecks } from "../../../src/extension/storage/checks/storage-checks.js";
import type { OpenStorage, StorageKind, StoredObject } from "../../../src/extension/storage/object-storage.js";
import { sqliteStorage } from "../../../src/extension/storage/sqlite/sqlite-storage.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { tempFolder } from "../../support/temp-folder.js";

const hasSqlite = process.getBuiltinModule("node:sqlite") !== undefined;
const kind: StorageKind = { group: "metrics.abc.com", resource: "readings", kind: "Reading", namespaced: true };
const { signal } = new AbortController();
const open = (file: string): Promise<OpenStorage> =>
  sqliteStorage({ file }).open(kind, { clock: systemClock, log: new RecordingLogger() });
const reading = (name: string): StoredObject => ({
  ...{ apiVersion: "metrics.abc.com/v1", kind: "Reading" },
  metadata: { namespace: "lab", name },
});

test.skipIf(hasSqlite)("an older Node gets the way out", async () => {
  await expect(open(path.join(tempFolder(), "data"))).rejects.toMatchObject({
    code: "extension/no-sqlite",
    hint: expect.stringContaining("Node 22.13 or newer") as string,
  });
});

describe.skipIf(!hasSqlite)("SQLite (needs Node 22.13)", () => {
  test("meets the requirements of a storage", async () => {
    const folder = tempFolder();
    const checks = storageChecks({ storage: (data) => sqliteStorage({ file: path.join(folder, String(data)) }) });
    expect(checks.length).toBeGreaterThan(10);
    const failed: string[] = [];
    for (const { name, run } of checks) await run().catch((error: unknown) => failed.push(`${name}: ${String(error)}`));
    expect(failed).toEqual([]);
  });

  test("a killed process loses no write that it has acknowledged", async () => {
    const file = path.join(tempFolder(), "data");
    const program = fileURLToPath(new URL("write-until-killed.ts", import.meta.url));
    const run = fileURLToPath(new URL("../../../scripts/run.mjs", import.meta.url));
    const child = spawn(process.execPath, [run, program, file], { stdio: ["ignore", "pipe", "inherit"] });
    const acknowledged: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      acknowledged.push(line);
      if (acknowledged.length === 200) child.kill("SIGKILL");
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    expect(child.signalCode).toBe("SIGKILL");
    const storage = await open(file);
    const { objects, version } = await storage.list(signal);
    const stored = new Map(objects.map(({ metadata }) => [metadata.name, metadata.resourceVersion]));
    for (const line of acknowledged) {
      const [name = "", resourceVersion] = line.split(" ");
      expect(stored.get(name)).toBe(resourceVersion);
    }
    expect(Number(version)).toBeGreaterThanOrEqual(acknowledged.length);
    await storage.close();
  });

  test("refuses a file that something else wrote, a damaged object, and a file in use", async () => {
    const file = path.join(tempFolder(), "data");
    writeFileSync(file, "no database, but long enough to be taken for the header of one".repeat(20));
    await expect(open(file)).rejects.toMatchObject({ code: "apiserver/data-file-invalid", at: { file } });
    const { DatabaseSync } = await import("node:sqlite");
    const foreign = path.join(tempFolder(), "foreign");
    const other = new DatabaseSync(foreign);
    other.exec("CREATE TABLE others (name TEXT)");
    other.close();
    await expect(open(foreign)).rejects.toMatchObject({ code: "apiserver/data-file-invalid" });
    const missing = path.join(tempFolder(), "missing", "data");
    await expect(open(missing)).rejects.toMatchObject({ code: "files/write-failed" });

    const damaged = path.join(tempFolder(), "damaged");
    const storage = await open(damaged);
    await storage.create(reading("a"), signal);
    await expect(open(damaged)).rejects.toMatchObject({ code: "apiserver/data-file-in-use" });
    await storage.close();
    const editor = new DatabaseSync(damaged);
    editor.exec("UPDATE objects SET object = '{}'");
    editor.close();
    await expect(open(damaged)).rejects.toMatchObject({
      code: "apiserver/data-file-invalid",
      message: expect.stringContaining("metrics.abc.com/readings lab/a is damaged") as string,
    });
  });

  test("a write that fails is no write", async () => {
    const file = path.join(tempFolder(), "data");
    const storage = await open(file);
    const { DatabaseSync } = await import("node:sqlite");
    const reader = new DatabaseSync(file);
    // While another program writes, SQLite refuses.
    reader.exec("BEGIN IMMEDIATE");
    await expect(storage.create(reading("a"), signal)).rejects.toMatchObject({ code: "files/write-failed" });
    expect((await storage.list(signal)).objects).toEqual([]);
    reader.exec("ROLLBACK");
    await storage.create(reading("a"), signal);
    expect(reader.prepare("SELECT name FROM objects").all()).toMatchObject([{ name: "a" }]);
    reader.close();
    await storage.close();
  });
});
