import { expect, test } from "vitest";
import { readTemplate } from "../../../../src/olm/catalog/template/read-template.js";

function messagesOf(text: string): string[] {
  const reading = readTemplate("t.yaml", text);
  return reading.kind === "faults" ? reading.diagnostics.map(({ message }) => message) : [];
}

test("reads the entries of a basic template in their order", () => {
  const text =
    "schema: olm.template.basic\nentries:\n- {schema: olm.package, name: a}\n- {schema: olm.bundle, image: r/a:v1}\n- {schema: other, x: 1}\n";
  expect(readTemplate("t.yaml", text)).toEqual({
    kind: "template",
    template: {
      kind: "basic",
      entries: [
        { kind: "document", value: { schema: "olm.package", name: "a" } },
        {
          kind: "bundle",
          bundle: { image: "r/a:v1", at: { file: "t.yaml", line: 4, column: expect.any(Number) as unknown } },
        },
        { kind: "document", value: { schema: "other", x: 1 } },
      ],
    },
  });
});

test.each([
  ["a: [", ["did not find expected ',' or ']'"]],
  ["- a", ["the file contains no object"]],
  ["a: b", ["the template has no schema"]],
  ["schema: olm.semvre", ['"olm.semvre" is no schema of a template']],
  ["schema: olm.template.basic", ["the template has no entries"]],
  [
    "schema: olm.template.basic\nentries: a",
    ['entries is the text "a", but must be a list', "the template has no entries"],
  ],
  ["schema: olm.template.basic\nentries: [a, {}]", ["entries[0] is not an object", "entries[1] has no schema"]],
  ["schema: olm.template.basic\nentries: [{schema: olm.bundle}]", ["entries[0] names no image"]],
  [
    "schema: olm.template.basic\nentries: [{schema: olm.bundle, image: a, package: b}]",
    ["entries[0] contains more than the image of a bundle"],
  ],
  [
    "schema: olm.template.basic\nentries: [{schema: a}]\n---\nschema: olm.semver\n",
    ["the file contains a second document"],
  ],
  [
    "schema: olm.semver\nstabel: {}\nfast: {bundles: [{image: a, tag: b}], x: 1}",
    [
      "stabel is not a field of a semver template",
      "fast.bundles[0].tag is not a field of a semver template",
      "fast.x is not a field of a semver template",
    ],
  ],
  ["schema: olm.semver\nfast: {bundles: [{}]}", ["fast.bundles[0] names no image"]],
  [
    "schema: olm.semver\nfast: {bundles: 1}",
    ["fast.bundles is the number 1, but must be a list", "the template names no bundle"],
  ],
  [
    "schema: olm.semver\ndefaultChannelTypePreference: major\nfast: {bundles: [{image: a}]}",
    ['the template generates no channels of the type "major"'],
  ],
])("rejects %j", (text, messages) => {
  expect(messagesOf(text)).toEqual(messages);
});
