/** What all checks of storages use. */
import { systemClock } from "../../../core/clock.js";
import { isSameJson, type Json } from "../../../core/json.js";
import { allowManyListeners } from "../../../core/on-abort.js";
import type { Logger } from "../../../runtime/logger.js";
import { versionNumber } from "../check-stored.js";
import type { ObjectStorage, OpenStorage, StorageKind, StoredObject } from "../object-storage.js";

export interface Check {
  readonly name: string;
  readonly run: (bench: Bench) => Promise<void>;
}

export const readings: StorageKind = {
  ...{ group: "storage-checks.abc.com", resource: "readings", kind: "Reading" },
  namespaced: true,
};
export const sensors: StorageKind = {
  ...{ group: "storage-checks.abc.com", resource: "sensors", kind: "Sensor" },
  namespaced: false,
};

const nothing = (): void => undefined;
const silent: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing, with: () => silent };

/** Never fires. */
export const noSignal: AbortSignal = new AbortController().signal;

/** Opens storages of the same data, and closes all of them at the end. */
export class Bench {
  readonly #create: () => ObjectStorage | Promise<ObjectStorage>;
  readonly #open = new Set<OpenStorage>();

  constructor(create: () => ObjectStorage | Promise<ObjectStorage>) {
    this.#create = create;
    // Some checks write much at once.
    allowManyListeners(noSignal);
  }

  /** Creates a storage, and opens a kind. */
  async open(kind: StorageKind = readings): Promise<OpenStorage> {
    const [opened] = await this.openAll(kind);
    return opened;
  }

  /** Creates one storage, and opens several kinds. */
  async openAll(kind: StorageKind, ...more: readonly StorageKind[]): Promise<[OpenStorage, ...OpenStorage[]]> {
    const storage = await this.#create();
    const openKind = async (each: StorageKind): Promise<OpenStorage> => {
      const opened = await storage.open(each, { clock: systemClock, log: silent });
      this.#open.add(opened);
      return opened;
    };
    const all: [OpenStorage, ...OpenStorage[]] = [await openKind(kind)];
    for (const each of more) all.push(await openKind(each));
    return all;
  }

  async close(...some: readonly OpenStorage[]): Promise<void> {
    for (const opened of some.length === 0 ? this.#open : some) {
      this.#open.delete(opened);
      await opened.close();
    }
  }
}

export function reading(name: string, celsius = 20, namespace = "lab"): StoredObject {
  return {
    apiVersion: `${readings.group}/v1`,
    kind: readings.kind,
    metadata: { namespace, name, uid: `uid-of-${name}`, labels: { room: "1" } },
    spec: { celsius },
  };
}

export function keyOf({ metadata: { namespace, name } }: StoredObject): { namespace?: string; name: string } {
  return namespace === undefined ? { name } : { namespace, name };
}

/** Returns a result that must exist. */
export function present<T>(value: T | undefined, what: string): T {
  ensure(value !== undefined, `${what}: expected an object, not undefined`);
  return value;
}

export function ensure(isMet: boolean, requirement: string): asserts isMet {
  if (!isMet) throw new Error(requirement);
}

/** Compares everything except the version. */
export function ensureSame(actual: StoredObject | undefined, expected: StoredObject | undefined, what: string): void {
  const isSame =
    actual === undefined || expected === undefined
      ? actual === expected
      : isSameJson(withoutVersion(actual), withoutVersion(expected));
  ensure(isSame, `${what}: expected ${show(expected)}, not ${show(actual)}`);
}

function withoutVersion(object: StoredObject): Json {
  const metadata = { ...object.metadata };
  delete metadata.resourceVersion;
  return { ...object, metadata };
}

function show(object: StoredObject | undefined): string {
  return object === undefined ? "undefined" : JSON.stringify(object).slice(0, 500);
}

/** Returns the version of an object as a number. */
export function versionOf({ metadata }: StoredObject): number {
  const version = versionNumber(metadata.resourceVersion);
  ensure(
    version !== undefined,
    `metadata.resourceVersion: expected a decimal number, not ${String(metadata.resourceVersion)}`,
  );
  return version;
}

/** Rejects if the promise takes longer than ten seconds. */
export async function inTime<T>(promise: Promise<T>, what: string): Promise<T> {
  let cancel = (): void => undefined;
  const tooLate = new Promise<never>((_, reject) => {
    cancel = systemClock.setTimer(10_000, () => reject(new Error(`${what}: nothing within 10 seconds`)));
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    cancel();
  }
}
