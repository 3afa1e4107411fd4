/** A disk that fails and recovers: the server either rejects a write or keeps it. */
import { readdirSync, renameSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { ApiObject } from "../../../src/apiserver/api-object.js";
import { DataFile, dataFileSystem } from "../../../src/apiserver/storage/data-file.js";
import { readDataFile, restoreData } from "../../../src/apiserver/storage/saved-data.js";
import { Store } from "../../../src/apiserver/storage/store.js";
import { modeOf, tempFolder } from "../../support/temp-folder.js";

const key = "configmaps";
const configMap = (name: string, text = ""): ApiObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { namespace: "default", name },
  data: { text },
});

/** Files on a disk that rejects the chosen operations. */
class Disk {
  readonly #faults = new Map<keyof typeof dataFileSystem, { readonly code: string; readonly written?: number }>();
  readonly descriptors = new Set<number>();
  now = 0;

  /** @param written - how much of an append reaches the file all the same */
  fail(operation: keyof typeof dataFileSystem, code: string, written?: number): void {
    this.#faults.set(operation, written === undefined ? { code } : { code, written });
  }

  mend(): void {
    this.#faults.clear();
  }

  readonly files: typeof dataFileSystem = {
    createNew: (file) => {
      this.#check("createNew");
      const descriptor = dataFileSystem.createNew(file);
      this.descriptors.add(descriptor);
      return descriptor;
    },
    append: (descriptor, bytes) => {
      const { written } = this.#faults.get("append") ?? {};
      if (written !== undefined) dataFileSystem.append(descriptor, bytes.subarray(0, written));
      this.#check("append");
      dataFileSystem.append(descriptor, bytes);
    },
    truncate: (descriptor, size) => {
      this.#check("truncate");
      dataFileSystem.truncate(descriptor, size);
    },
    sync: (descriptor) => {
      this.#check("sync");
      dataFileSystem.sync(descriptor);
    },
    rename: (from, to) => {
      this.#check("rename");
      dataFileSystem.rename(from, to);
    },
    close: (descriptor) => {
      this.descriptors.delete(descriptor);
      dataFileSystem.close(descriptor);
    },
    isWhole: (descriptor, least) => dataFileSystem.isWhole(descriptor, least),
    isAt: (descriptor, file) => dataFileSystem.isAt(descriptor, file),
    now: () => this.now,
    remove: (file) => dataFileSystem.remove(file),
  };

  #check(operation: keyof typeof dataFileSystem): void {
    const fault = this.#faults.get(operation);
    if (fault !== undefined)
      throw Object.assign(new Error(`${fault.code}: a fault, ${operation}`), { code: fault.code });
  }
}

interface Parts {
  readonly file: string;
  readonly store: Store;
  readonly disk: Disk;
  readonly data: DataFile;
}

function open(): Parts {
  const file = path.join(tempFolder(), "data");
  const [store, disk] = [new Store(() => 0), new Disk()];
  const data = DataFile.open(file, store, { of: "a test" }, disk.files);
  return { file, store, disk, data };
}

/** Returns the objects that a server started now would have. */
function kept(file: string): string[] {
  const saved = readDataFile(file);
  if (saved === undefined) throw new Error("there is no such file");
  const store = new Store(() => 0, saved.revision);
  restoreData(store, saved);
  return store.list(key).map(({ metadata }) => metadata.name ?? "");
}

test.each<[string, Parameters<Disk["fail"]>[]]>([
  ["an append of nothing", [["append", "ENOSPC"]]],
  ["half an append", [["append", "ENOSPC", 20]]],
  ["a whole append", [["append", "EIO", 1_000_000]]],
  [
    "half an append, and what would repair it",
    [
      ["append", "EIO", 20],
      ["truncate", "EIO"],
    ],
  ],
  [
    "all operations",
    [
      ["append", "EIO", 20],
      ["truncate", "EIO"],
      ["createNew", "EIO"],
      ["sync", "EIO"],
      ["rename", "EIO"],
    ],
  ],
])("after %s failed, writes are refused with the reason until the disk works again", (_, faults) => {
  const { file, store, disk, data } = open();
  store.create(key, configMap("before"));
  for (const fault of faults) disk.fail(...fault);
  for (const name of ["refused", "refused-too", "refused"]) {
    expect(() => store.create(key, configMap(name))).toThrow(`cannot write the data file ${file}: E`);
    expect(store.get(key, "default", name)).toBeUndefined();
  }
  disk.mend();
  store.create(key, configMap("after"));
  store.create(key, configMap("refused"));
  expect(kept(file)).toEqual(["after", "before", "refused"]);
  expect(disk.descriptors.size).toBe(1);
  data.stop();
  expect(kept(file)).toEqual(["after", "before", "refused"]);
  expect(disk.descriptors.size).toBe(0);
});

test.each(["createNew", "append", "sync", "rename"] as const)(
  "if %s fails, a rewrite does not happen, and the server appends to the file",
  (operation) => {
    const { file, store, disk } = open();
    const text = "x".repeat(1_000_000);
    // The fifth exceeds the size at which the file is rewritten.
    for (const name of ["a", "b", "c", "d", "e"]) store.create(key, configMap(name, text));
    if (operation !== "append") disk.fail(operation, "ENOSPC");
    store.create(key, configMap("f"));
    expect(kept(file)).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(readdirSync(path.dirname(file))).toEqual(["data"]);
    expect(disk.descriptors.size).toBe(1);
  },
);

test("the server rejects writes while the folder is missing, and then loses no object", () => {
  const { file, store, disk } = open();
  const folder = path.dirname(file);
  store.create(key, configMap("before"));
  renameSync(folder, `${folder}-moved`);
  store.create(key, configMap("meanwhile"));
  expect(kept(path.join(`${folder}-moved`, "data"))).toEqual(["before", "meanwhile"]);
  disk.now += 100;
  expect(() => store.create(key, configMap("refused"))).toThrow(`cannot write the data file ${file}: ENOENT`);
  expect(() => store.create(key, configMap("refused"))).toThrow("ENOENT");
  renameSync(`${folder}-moved`, folder);
  store.create(key, configMap("after"));
  expect(kept(file)).toEqual(["after", "before", "meanwhile"]);
});

test.each<[string, (file: string) => void]>([
  ["removed", (file) => rmSync(file)],
  ["emptied", (file) => truncateSync(file)],
  [
    "replaced",
    (file) => {
      rmSync(file);
      writeFileSync(file, "x".repeat(500));
    },
  ],
])("the server rewrites a file that another process %s", (_, change) => {
  const { file, store } = open();
  store.create(key, configMap("before"));
  change(file);
  store.create(key, configMap("after"));
  expect(kept(file)).toEqual(["after", "before"]);
});

test("a file is its owner's alone, and no link that waits beside it is followed", () => {
  const folder = tempFolder({ victim: "precious" });
  const file = path.join(folder, "data");
  symlinkSync(path.join(folder, "victim"), `${file}.${process.pid}.tmp`);
  writeFileSync(file, "", { mode: 0o666 });
  DataFile.open(file, new Store(() => 0), {}).stop();
  expect(statSync(path.join(folder, "victim")).size).toBe("precious".length);
  expect(modeOf(file)).toBe(0o600);
  expect(readdirSync(folder).toSorted()).toEqual(["data", `data.${process.pid}.tmp`, "victim"]);
});

test("a stop fails only if objects are missing in the file", () => {
  const first = open();
  first.disk.fail("createNew", "ENOSPC");
  first.data.stop();
  const second = open();
  second.store.create(key, configMap("lost"));
  rmSync(path.dirname(second.file), { recursive: true });
  expect(() => second.data.stop()).toThrow(expect.objectContaining({ code: "files/write-failed" }));
  expect([...first.disk.descriptors, ...second.disk.descriptors]).toEqual([]);
});
