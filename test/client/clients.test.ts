/** The files of the clients. The compilers of the languages judge them in clients.sweep.test.ts. */
import { describe, expect, test } from "vitest";
import { printGo } from "../../src/client/go.js";
import { printPython } from "../../src/client/python.js";
import { printTypescript } from "../../src/client/typescript.js";
import { referenceOfTypes } from "../support/reference.js";
import { compileTexts } from "../support/compile-types.js";
import { hardTypes } from "./hard-types.js";
import { textOf } from "./text-of.js";

const options = { name: "shop-client", version: "1.2.3" };

describe("the hard kind", () => {
  const reference = referenceOfTypes(hardTypes);

  test("in TypeScript", () => {
    const types = textOf(printTypescript(reference, options), "/types.d.ts");
    expect(types).toContain(
      '  "with-dash"?: string;\n  /** A whole number of 32 bits (format `int32`). */\n  def?: number | null;',
    );
    expect(types).toContain('/** Phase of a thing. */\nexport type Phase = "Pending" | "Ready";');
    expect(types).toContain("  children?: Node[];");
    expect(types).toContain("  pod?: k8s.PodSpec;");
    expect(types).toContain("  items?: (string | null)[];");
    expect(types).not.toContain('from "tsop');
  });

  test("in Go", () => {
    const types = textOf(printGo(reference, options), "/types.go");
    expect(types).toContain('\tWithDash *string `json:"with-dash,omitempty"`');
    expect(types).toContain("\tDeepCopy_ *string");
    expect(types).toContain('\tPhasePending Phase = "Pending"');
    expect(types).toContain("type Port = int32");
    expect(types).toContain("\tMaps map[string]map[string][]Disk");
    expect(types).toContain("\tItems []*string");
    expect(types).toContain("\tPod *corev1.PodSpec");
    expect(textOf(printGo(reference, options), "deepcopy.go")).toContain(
      "func (in *Import) DeepCopyObject() runtime.Object {",
    );
  });

  test("in Python", () => {
    const types = textOf(printPython(reference, options), "hard_abc_com_v1.py");
    expect(types).toContain('    "class": "_b.str",');
    expect(types).toContain('    "with-dash": "_b.str",');
    expect(types).toContain('Phase = _t.Literal["Pending", "Ready"]');
    expect(types).toContain("_t.List[_t.Optional[_b.str]]");
    expect(types).toContain('"""Tree. End comment */ \\"\\"\\" """'.replace(' """', '"""'));
  });
});

describe("a union of objects", () => {
  const reference = referenceOfTypes({
    "api/v1/store_types.ts": `import { type CustomResource, defineKind, type Int32 } from "tsop";
export interface Bucket { type: "bucket"; /** The bucket. */ name: string }
export interface Volume { type: "volume"; size?: Int32 }
/** @exactlyOneOf a b */
export interface Choice { a?: string; b?: string; c?: string }
export interface Store extends CustomResource<"stores.abc.com/v1", "Store"> {
  spec: { place: Bucket | Volume; auth: { user: string } | { token: string }; any?: { x: string } | { y?: string }; choice?: Choice };
}
export const Store = defineKind<Store>("stores.abc.com/v1", "Store");
`,
  });
  const files = printTypescript(reference, options).filter(({ path }) => /(?:types|kubernetes)\.d\.ts$/.test(path));
  test("in TypeScript has its forms, and no others", () => {
    const forms = [
      '{ place: { type: "bucket", name: "a" }, auth: { user: "a" } }',
      '{ place: { type: "volume" }, auth: { token: "a" }, any: {}, choice: { a: "x", c: "y" } }',
    ];
    const others = [
      '{ place: { type: "bucket" }, auth: { user: "a" } }',
      '{ place: { type: "volume", name: "a" }, auth: { user: "a" } }',
      '{ place: { type: "disk" }, auth: { user: "a" } }',
      '{ place: { type: "volume" }, auth: { user: "a", token: "b" } }',
      '{ place: { type: "volume" }, auth: {} }',
    ];
    const texts = new Map(files.map(({ path, content }) => [`/client/${path}`, content]));
    for (const [index, spec] of [...forms, ...others].entries()) {
      const text = `import type { Store } from "./stores.abc.com_v1/types.js";\nexport const spec: Store["spec"] = ${spec};\n`;
      texts.set(`/client/use-${index}.mts`, text);
    }
    const faulty = compileTexts(texts, { skipLibCheck: false, types: [] }).map((fault) => fault.split(":")[0]);
    expect([...new Set(faulty)]).toEqual(others.map((_, index) => `use-${forms.length + index}.mts`));
  });

  test("in Go and Python is one type, whose comment lists the forms", () => {
    for (const text of [
      textOf(printGo(reference, options), "/types.go"),
      textOf(printPython(reference, options), "_v1.py"),
    ]) {
      expect(text).toContain("Exactly one of these holds: (1) ");
    }
  });
});

test("comments say the constraints, the defaults and the rules in words", () => {
  const reference = referenceOfTypes({
    "api/v1/web_types.ts": `import { type CustomResource, defineKind, type Int32 } from "tsop";
export interface Web extends CustomResource<"webs.abc.com/v1", "Web"> {
  spec: {
    /** The number of Pods.
     * @minimum 1
     * @maximum 9
     * @default 3 */
    size?: Int32;
    /** @maxItems 4
     * @cel self.all(each, each.startsWith("a")) "each begins with a" */
    hosts?: string[];
  };
}
export const Web = defineKind<Web>("webs.abc.com/v1", "Web");
`,
  });
  const typescript = textOf(printTypescript(reference, options), "/types.d.ts");
  expect(typescript).toContain("   * The number of Pods.\n   *\n   * - At least `1`.\n   * - At most `9`.\n");
  expect(typescript).toContain("   * - Default: `3`.\n");
  expect(typescript).toContain("   * - At most 4 items.\n");
  expect(typescript).toContain("each begins with a");
  expect(textOf(printGo(reference, options), "/types.go")).toContain("\t//   - Default: `3`.\n");
  expect(textOf(printPython(reference, options), "_v1.py")).toContain("- Default: `3`.");
});
