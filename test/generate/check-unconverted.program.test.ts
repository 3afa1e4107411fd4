import { describe, expect, test } from "vitest";
import { runManifests } from "../support/manifest-cases.js";
import { describeLoss } from "./unconverted-contract.js";

describeLoss("embedded");

function typesOf(version: string, tag: string, spec: string): string {
  return `import { type CustomResource, defineKind, type JsonValue } from "tsop";
/** ${tag} */
export interface Bar extends CustomResource<"foo.abc.com/${version}", "Bar"> { spec?: { ${spec} } }
export const Bar = defineKind<Bar>("foo.abc.com/${version}", "Bar");
`;
}

function warnings(v1: string, v2: string, tag = "", more: Readonly<Record<string, string>> = {}): string[] {
  const { diagnostics } = runManifests({
    "api/v1/bar_types.ts": typesOf("v1", tag, v1),
    "api/v2/bar_types.ts": typesOf("v2", "@storageVersion", v2),
    ...more,
  });
  return diagnostics.map(({ code, severity, message }) => `${severity} ${code}: ${message}`);
}

describe("versions that differ, and that nothing converts", () => {
  test("are reported, with the fields that conversion drops", () => {
    expect(warnings("replicas?: string", "size?: string")).toEqual([
      "warning crd/unconverted: Bar has other fields in v1 than in v2, and no webhook converts them: spec.size is only in v2, spec.replicas is only in v1; conversion drops them",
    ]);
  });

  test("are pointed out with the command that begins a conversion", () => {
    const { diagnostics } = runManifests({
      "api/v1/bar_types.ts": typesOf("v1", "", ""),
      "api/v2/bar_types.ts": typesOf("v2", "@storageVersion", "a?: string"),
    });
    expect(diagnostics).toMatchObject([
      {
        at: { file: "api/v1/bar_types.ts" },
        hint: "Add a conversion webhook: npx tsop create webhook --group foo.abc.com --version v2 --kind Bar --conversion --spoke v1",
      },
    ]);
  });

  test("propose the newest version as the hub, as create api does, whichever is stored", () => {
    const { diagnostics } = runManifests({
      "api/v1/bar_types.ts": typesOf("v1", "@storageVersion", ""),
      "api/v1beta1/bar_types.ts": typesOf("v1beta1", "", "a?: string"),
      "api/v2/bar_types.ts": typesOf("v2", "", "a?: string"),
    });
    const command =
      "npx tsop create webhook --group foo.abc.com --version v2 --kind Bar --conversion --spoke v1,v1beta1";
    expect(diagnostics.map(({ hint }) => hint)).toEqual([
      `Add a conversion webhook: ${command}`,
      `Add a conversion webhook: ${command}`,
    ]);
  });

  test.each([
    ["in a list", "rules: { host: string }[]", "rules: { host: string; port?: string }[]", "spec.rules[].port"],
    [
      "in a map",
      "rules: Record<string, { host: string }>",
      "rules: Record<string, { port?: string }>",
      "spec.rules{}.port is only in v2, spec.rules{}.host is only in v1",
    ],
    ["that are many", "", "a?: string; b?: string; c?: string; d?: string; e?: string", "spec.c is only in v2, and 2"],
  ])("are found %s", (_, v1, v2, message) => {
    expect(warnings(v1, v2)).toEqual([expect.stringContaining(message)]);
  });

  test.each([
    ["the same fields", "/** @minLength 1 */ size?: string", "/** @maxLength 9 */ size?: string"],
    ["a field for anything", "more?: { [key: string]: JsonValue }", "more?: { a?: string }"],
    ["a map of the same values", "more?: Record<string, string>", "more?: { a?: string }"],
  ])("are none with %s", (_, v1, v2) => {
    expect(warnings(v1, v2).filter((each) => each.includes("v1 alone"))).toEqual([]);
    expect(warnings(v2, v1).filter((each) => each.includes("v2 alone"))).toEqual([]);
  });

  test("are nothing to speak of where one is not served", () => {
    expect(warnings("replicas?: string", "size?: string", "@unserved")).toEqual([]);
  });

  test("are not pointed out of a kind that others define", () => {
    const foreign = (spec: string, version: string, tag: string): string =>
      typesOf(version, tag, spec).replaceAll("foo.abc.com", "foo.example.com");
    const { diagnostics } = runManifests({
      "api/v1/bar_types.ts": foreign("replicas?: string", "v1", ""),
      "api/v2/bar_types.ts": foreign("size?: string", "v2", "@storageVersion"),
    });
    expect(diagnostics).toEqual([]);
  });

  test("are not pointed out where a webhook converts", () => {
    const main = `import { createManager, spoke } from "tsop";
import { Bar } from "./api/v2/bar_types.js";
import { Bar as BarV1 } from "./api/v1/bar_types.js";
const v1 = spoke(BarV1, { toHub: () => ({}), fromHub: () => ({}) });
const manager = await createManager({ name: "demo" });
manager.webhook(Bar).withConversion(v1).complete();
`;
    expect(warnings("replicas?: string", "size?: string", "", { "main.ts": main })).toEqual([]);
  });
});
