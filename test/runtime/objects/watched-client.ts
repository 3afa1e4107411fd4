import type { Client, KubeObject } from "../../../src/index.js";

/** Finalizers of the operator under test, and of another program. */
export const finalizer = "contract.example.com/bucket";
export const other = "elsewhere.example.com/hold";

/** A client that tells of each call before it reaches the real one, which waits for the answer. */
export function watched(client: Client, onCall: (verb: string) => unknown): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function" || typeof name !== "string") return value;
      return async (...args: unknown[]) => {
        await onCall(name);
        return Reflect.apply(value as (...all: unknown[]) => unknown, target, args);
      };
    },
  });
}

/** A client that lets a test do something just before a call reaches the real one, once. */
export function before(client: Client, verb: "create" | "update" | "patch", act: () => Promise<unknown>): Client {
  let isFirst = true;
  return watched(client, (called) => {
    if (called !== verb || !isFirst) return undefined;
    isFirst = false;
    return act();
  });
}

/** A client that counts what it writes. */
export function counting(client: Client): { client: Client; writes: string[] } {
  const writes: string[] = [];
  const counted = watched(client, (verb) => {
    if (["create", "update", "patch", "apply", "delete"].includes(verb)) writes.push(verb);
  });
  return { client: counted, writes };
}

/** A client whose cache stays behind: it always reads this. */
export function blind(client: Client, object: KubeObject | undefined): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === "get") return () => Promise.resolve(object);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
