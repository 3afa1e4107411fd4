import { expect, test } from "vitest";
import { compareCrds } from "../../src/compatibility/compare-crds.js";
import { changelogOf } from "../../src/compatibility/changelog.js";
import { greatest, type Impact, impactOf, nextVersion, severityOf } from "../../src/compatibility/impact.js";
import { crdDocument, crdFrom, withField } from "../support/compared-crds.js";

const text = { type: "string" };

function changesBetween(before: object | undefined, after: object | undefined, version = "v1") {
  const crd = (field: object | undefined) => crdFrom(crdDocument(withField(field), {}, { name: version }));
  const old = crd(before);
  return compareCrds(old, crd(after)).map((change) => ({
    change,
    kind: "Bar",
    severity: severityOf(change, old),
    impact: impactOf(change, old),
  }));
}

test.each<[string, object | undefined, object | undefined, string, Impact, string | undefined]>([
  ["nothing", text, text, "v1", "none", undefined],
  ["a description", text, { ...text, description: "x" }, "v1", "patch", "info"],
  ["a bound that changes nothing", text, { ...text, minLength: 0 }, "v1", "patch", "info"],
  ["a new field", undefined, text, "v1", "minor", "info"],
  ["a value more", { ...text, enum: ["a"] }, { ...text, enum: ["a", "b"] }, "v1", "minor", "warning"],
  ["a value less", { ...text, enum: ["a", "b"] }, { ...text, enum: ["a"] }, "v1", "major", "error"],
  [
    "a value less in a beta version",
    { ...text, enum: ["a", "b"] },
    { ...text, enum: ["a"] },
    "v1beta1",
    "major",
    "error",
  ],
  [
    "a value less in an alpha version",
    { ...text, enum: ["a", "b"] },
    { ...text, enum: ["a"] },
    "v1alpha1",
    "minor",
    "warning",
  ],
  ["a removed field", text, undefined, "v1", "major", "error"],
  ["a default", text, { ...text, default: "a" }, "v1", "major", "error"],
])("%s", (_name, before, after, version, impact, severity) => {
  const found = changesBetween(before, after, version);
  expect([greatest(found.map((each) => each.impact)), found[0]?.severity]).toEqual([impact, severity]);
});

test.each<[string, object, Impact]>([
  ["that was deprecated", { deprecated: true }, "minor"],
  ["without warning", {}, "major"],
])("the removal of a beta version %s", (_name, more, impact) => {
  const schema = { openAPIV3Schema: withField(text) };
  const [stable, beta] = [
    { name: "v1", served: true, storage: true, schema },
    { name: "v1beta1", served: true, storage: false, schema, ...more },
  ];
  const before = { ...crdDocument({}, { versions: [stable, beta] }), status: { storedVersions: ["v1"] } };
  const old = crdFrom(before);
  const changes = compareCrds(old, crdFrom(crdDocument({}, { versions: [stable] })));
  expect(changes.map((change) => impactOf(change, old))).toEqual([impact]);
});

test.each<[string, Impact, string | undefined]>([
  ["1.2.3", "none", "1.2.3"],
  ["1.2.3", "patch", "1.2.4"],
  ["1.2.3", "minor", "1.3.0"],
  ["1.2.3", "major", "2.0.0"],
  ["0.2.3", "major", "0.3.0"],
  ["1.0.0-rc.1", "minor", "1.1.0"],
  ["1.2", "minor", undefined],
  ["latest", "minor", undefined],
])("%s after a %s change is %s", (current, impact, next) => {
  expect(nextVersion(current, impact)).toBe(next);
});

test("a changelog lists breaking changes first, and no documentation", () => {
  const entries = [
    ...changesBetween(text, { ...text, description: "x" }),
    ...changesBetween(undefined, text),
    ...changesBetween({ ...text, enum: ["a"] }, { ...text, enum: ["`b`"] }),
  ];
  expect(changelogOf(entries)).toBe(
    [
      "### Breaking changes of the API",
      "",
      '- `Bar` `v1 spec.field`: `` enum +"`b`" -"a" ``. Stored objects with the value "a" in spec.field remain readable, but are invalid. ' +
        "Servers from Kubernetes 1.30 on accept updates that leave the value unchanged; older servers reject each update.",
      "",
      "### Other changes of the API",
      "",
      "- `Bar` `v1 spec.field`: `added (string)`.",
    ].join("\n"),
  );
  expect(changelogOf([])).toBe("The API is unchanged.");
});
