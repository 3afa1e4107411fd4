import { describe, expect, test } from "vitest";
import { TypesWriter } from "../../src/import/types-writer.js";
import type { Schema } from "../../src/schema/schema.js";

/** The lines of a field `a`, and the declarations that it needs. */
function written(schema: Schema, name = "a"): string {
  const writer = new TypesWriter("Bar");
  const lines = writer.fields(
    { type: "object", properties: { spec: { type: "object", properties: { [name]: schema } } } },
    [],
  );
  expect(lines).toEqual(["  spec?: BarSpec;"]);
  const [spec = "", ...others] = writer.declarations;
  const field = spec
    .split("\n")
    .slice(1, -1)
    .map((line) => line.slice(2));
  return [...field, ...others].join("\n");
}

const intOrString: Schema = { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] };
const inner: Schema = { type: "object", properties: { b: { type: "string" } }, required: ["b"] };

describe("a field", () => {
  test.each<[string, Schema, string]>([
    ["of text", { type: "string" }, "a?: string;"],
    ["with a description", { type: "string", description: "Text." }, "/** Text. */\na?: string;"],
    ["of the time", { type: "string", format: "date-time" }, "a?: Time;"],
    ["of bytes", { type: "string", format: "byte", maxLength: 9 }, "/** @maxLength 9 */\na?: Base64;"],
    ["of another format", { type: "string", format: "uri" }, "/** @format uri */\na?: string;"],
    ["of literals", { type: "string", enum: ["x", 'y"z'] }, 'a?: "x" | "y\\"z";'],
    ["of 32 bits", { type: "integer", format: "int32", minimum: 1 }, "/** @minimum 1 */\na?: Int32;"],
    ["of 64 bits", { type: "integer", format: "int64" }, "a?: Int64;"],
    ["of whole numbers", { type: "integer", enum: [1, 2] }, "/** @enum [1, 2] */\na?: Integer;"],
    ["of numbers", { type: "number", format: "double" }, "a?: Double;"],
    ["of any numbers", { type: "number" }, "/** @schemaType number */\na?: number;"],
    [
      "of a bound that is excluded",
      { type: "integer", format: "int32", maximum: 5, exclusiveMaximum: true },
      "/**\n * @maximum 5\n * @exclusiveMaximum\n */\na?: Int32;",
    ],
    ["of truth", { type: "boolean", default: false }, "/** @default false */\na?: boolean;"],
    ["of a default text", { type: "string", default: "Always" }, "/** @default Always */\na?: string;"],
    ["of a default that looks like a number", { type: "string", default: "1" }, '/** @default "1" */\na?: string;'],
    ["of an integer or a string", intOrString, "a?: IntOrString;"],
    [
      "of an integer or a string, said shortly",
      { "x-kubernetes-int-or-string": true, pattern: "^a" },
      "/** @pattern ^a */\na?: IntOrString;",
    ],
    ["that may be null", { type: "string", nullable: true }, "a?: string | null;"],
    ["of anything", { "x-kubernetes-preserve-unknown-fields": true }, "/** @preserveUnknownFields */\na?: unknown;"],
    ["of any object", { type: "object", "x-kubernetes-preserve-unknown-fields": true }, "a?: RawExtension;"],
    [
      "of an embedded object",
      { type: "object", "x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-embedded-resource": true },
      "/** @embeddedResource */\na?: RawExtension;",
    ],
    ["of an object without fields", { type: "object" }, "a?: object;"],
    [
      "of a list",
      { type: "array", items: { type: "string", minLength: 1 }, maxItems: 3 },
      "/**\n * @maxItems 3\n * @items.minLength 1\n */\na?: string[];",
    ],
    ["of a list of literals", { type: "array", items: { type: "string", enum: ["x", "y"] } }, 'a?: ("x" | "y")[];'],
    [
      "of a map of lists",
      { type: "object", additionalProperties: { type: "array", items: { type: "integer", minimum: 1 } } },
      "/** @values.items.minimum 1 */\na?: Record<string, Integer[]>;",
    ],
    ["of an object", inner, "a?: A;\nexport interface A {\n  b: string;\n}"],
    [
      "of described objects",
      { type: "array", items: { ...inner, description: "One of many." } },
      "a?: A[];\n/** One of many. */\nexport interface A {\n  b: string;\n}",
    ],
    [
      "of described texts",
      { type: "array", items: { type: "string", description: "A name.", pattern: "^a" } },
      "a?: A[];\n/**\n * A name.\n * @pattern ^a\n */\nexport type A = string;",
    ],
    [
      "of objects with rules",
      { ...inner, "x-kubernetes-validations": [{ rule: "has(self.b)", message: "b is needed" }] },
      'a?: A;\n/** @cel has(self.b) "b is needed" */\nexport interface A {\n  b: string;\n}',
    ],
    [
      "of a list with keys",
      { type: "array", items: inner, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["b"] },
      "/**\n * @listType map\n * @listMapKey b\n */\na?: A[];\nexport interface A {\n  b: string;\n}",
    ],
    [
      "with a restriction that no tag says of its type",
      { type: "object", properties: inner.properties, required: ["z"], minLength: 1 } as Schema,
      'a?: A;\n/** @schemaKeywords {"minLength": 1, "required": ["z"]} */\nexport interface A {\n  b?: string;\n}',
    ],
    ["with branches", { type: "string", not: { enum: ["*/"] } }, '/** @not {"enum": ["*\\/"]} */\na?: string;'],
  ])("%s", (_name, schema, expected) => {
    expect(written(schema)).toBe(expected);
  });

  test.each([
    ["a-b", '"a-b"?: string;'],
    ["1st", '"1st"?: string;'],
    ["__proto__", "__proto__?: string;"],
    ["constructor", "constructor?: string;"],
    ['"; x', '"\\"; x"?: string;'],
    ["\u202eevil", '"\\u202eevil"?: string;'],
  ])("called %j", (name, expected) => {
    expect(written(JSON.parse('{"type":"string"}') as Schema, name)).toBe(expected);
  });
});

describe("types", () => {
  test("that are the same are declared once", () => {
    const writer = new TypesWriter("Bar");
    const lines = writer.fields(
      { type: "object", properties: { first: inner, second: { ...inner, description: "It." } } },
      [],
    );
    expect(lines).toEqual(["  first?: BarFirst;", "  /** It. */", "  second?: BarFirst;"]);
  });

  test("that differ have names of their own", () => {
    const writer = new TypesWriter("Bar");
    const other: Schema = { type: "object", properties: { c: { type: "string" } } };
    const nested = (object: Schema): Schema => ({ type: "object", properties: { port: object } });
    writer.fields(
      {
        type: "object",
        properties: { in: nested(inner), out: nested(other), record: nested({ ...other, maxProperties: 1 }) },
      },
      [],
    );
    expect(writer.declarations.map((text) => /export interface (\w+)/.exec(text)?.[1])).toEqual([
      "BarIn",
      "Port",
      "BarOut",
      "BarOutPort",
      "BarRecord",
      "BarRecordPort",
    ]);
  });

  test("of a kind that is called as a type of tsop take that one under another name", () => {
    const writer = new TypesWriter("Time");
    expect(writer.fields({ properties: { at: { type: "string", format: "date-time" } } }, [])).toEqual([
      "  at?: TsopTime;",
    ]);
    expect(writer.imports.print()).toBe(
      'import { type CustomResource, defineKind, type Time as TsopTime } from "tsop";',
    );
  });

  test("of a kind that is called Record write maps in full", () => {
    const writer = new TypesWriter("Record");
    const labels: Schema = { type: "object", additionalProperties: { type: "string" } };
    expect(writer.fields({ properties: { labels } }, [])).toEqual(["  labels?: { [key: string]: string };"]);
  });

  test("of many literals stand on lines of their own", () => {
    const values = Array.from({ length: 12 }, (_, index) => `literal-${index}`);
    const lines = written({ type: "string", enum: values }).split("\n");
    expect([lines[0], lines[1], lines.at(-1)]).toEqual(["a?:", '  | "literal-0"', '  | "literal-11";']);
  });
});
