import { describe, expect, test } from "vitest";
import type { IndexFunction } from "../../../src/runtime/cache/field-indexes.js";
import { Informer } from "../../../src/runtime/cache/informer.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { Thing, thing } from "../../support/scripted-api.js";

interface SetUp {
  informer: Informer<Thing>;
  log: RecordingLogger;
  find: (wanted: Record<string, string>, namespace?: string) => string[];
}

const bySize: IndexFunction<Thing> = ({ spec }) => (spec?.size === undefined ? [] : [String(spec.size)]);
const byLetter: IndexFunction<Thing> = ({ metadata }) => Array.from(metadata.name);

function setUp(): SetUp {
  const log = new RecordingLogger();
  const informer = new Informer({ kind: Thing, log });
  informer.cover([undefined]);
  informer.addIndex("size", bySize);
  informer.addIndex("letter", byLetter);
  const items = [thing("one/ab", 1, { size: 1 }), thing("two/bc", 2, { size: 1 }), thing("two/cd", 3, { size: 2 })];
  informer.replace(undefined, items, "10");
  const find: SetUp["find"] = (wanted, namespace) =>
    Array.from(informer.select(wanted, namespace), ({ metadata }) => metadata.name).sort();
  return { informer, log, find };
}

describe("an index", () => {
  test.each([
    [{ size: "1" }, undefined, ["ab", "bc"]],
    [{ size: "1" }, "two", ["bc"]],
    [{ size: "9" }, undefined, []],
    [{ letter: "c" }, undefined, ["bc", "cd"]],
    [{ size: "1", letter: "c" }, undefined, ["bc"]],
    [{ size: "2", letter: "a" }, undefined, []],
    [{ letter: "b" }, "none", []],
    [{ size: "__proto__" }, undefined, []],
  ])("finds by %j in namespace %j", (wanted, namespace, expected) => {
    expect(setUp().find(wanted, namespace)).toEqual(expected);
  });

  test("follows every change", () => {
    const { informer, find } = setUp();
    informer.apply(undefined, "MODIFIED", thing("one/ab", 11, { size: 2 }));
    informer.apply(undefined, "DELETED", thing("two/cd", 12));
    informer.apply(undefined, "ADDED", thing("two/x", 13, { size: 2 }));
    informer.observeWrite(thing("two/y", 14, { size: 2 }));
    expect(find({ size: "2" })).toEqual(["ab", "x", "y"]);
    expect(find({ size: "1" })).toEqual(["bc"]);
    expect(find({ letter: "d" })).toEqual([]);
    informer.replace(undefined, [], "20");
    expect(find({ size: "2" })).toEqual([]);
  });

  test("that is added late contains the existing objects", () => {
    const { informer, find } = setUp();
    informer.addIndex("namespace", ({ metadata }) => [metadata.namespace ?? ""]);
    expect(find({ namespace: "two" })).toEqual(["bc", "cd"]);
  });

  // F37
  test.each<[string, IndexFunction<Thing>]>([
    [
      "throws",
      () => {
        throw new Error("boom");
      },
    ],
    ["returns no list", () => "x" as unknown as string[]],
    ["returns numbers", () => [1] as unknown as string[]],
    [
      "changes the object",
      (object) => {
        (object as Thing).metadata.name = "x";
        return ["x"];
      },
    ],
  ])("whose function %s leaves the object out, logs it, and the rest goes on", (_, bad) => {
    const { informer, log, find } = setUp();
    informer.addIndex("mixed", (object) => (object.metadata.name === "bc" ? bad(object) : ["x"]));
    expect(find({ mixed: "x" })).toEqual(["ab", "cd"]);
    expect(log.messages("error")).toEqual(["an index function failed; the index does not contain the object"]);
    expect(log.lines[0]!.fields).toMatchObject({ kind: "Thing", index: "mixed", namespace: "two", name: "bc" });
    expect(find({ size: "1" })).toEqual(["ab", "bc"]);
    informer.apply(undefined, "MODIFIED", thing("two/bc", 11, { size: 5 }));
    expect(find({ size: "5" })).toEqual(["bc"]);
  });

  // F38
  test.each(["__proto__", "constructor", "toString"])("and one of its values may be called %s", (name) => {
    const { informer, find } = setUp();
    informer.addIndex(name, () => [name]);
    expect(find(Object.fromEntries([[name, name]]))).toHaveLength(3);
  });

  test("looks at no more objects than it finds", () => {
    const { informer } = setUp();
    let looked = 0;
    const items = Array.from({ length: 5_000 }, (_, index) => {
      const object = thing(`one/o${index}`, index + 20, { size: index });
      return new Proxy(object, {
        get: (target, key, receiver) => {
          looked += 1;
          return Reflect.get(target, key, receiver) as unknown;
        },
      });
    });
    informer.replace(undefined, items, "9000");
    looked = 0;
    expect(Array.from(informer.select({ size: "77", letter: "o" }))).toHaveLength(1);
    expect(looked).toBe(0);
  });
});
