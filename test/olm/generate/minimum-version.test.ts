import { expect, test } from "vitest";
import { minimumVersion } from "../../../src/olm/generate/minimum-version.js";

const crd = (schema: object, more: object = {}) => ({
  kind: "CustomResourceDefinition",
  spec: { versions: [{ schema: { openAPIV3Schema: schema }, ...more }] },
});
const rule = (given: object) => crd({ properties: { a: { "x-kubernetes-validations": [given] } } });
const pod = (spec: object) => ({ kind: "Deployment", spec: { template: { spec } } });

test.each([
  ["nothing special", crd({}), "1.25.0"],
  ["a rule", rule({ rule: "self > 0" }), "1.25.0"],
  ["a message with an expression", rule({ rule: "self > 0", messageExpression: "'a'" }), "1.27.0"],
  ["a reason", rule({ rule: "self > 0", reason: "FieldValueInvalid" }), "1.28.0"],
  ["a quantity", rule({ rule: "isQuantity(self)" }), "1.29.0"],
  ["an optional value", rule({ rule: "self.?a.orValue(1) > 0" }), "1.29.0"],
  ["optionalOldSelf", rule({ rule: "self == oldSelf.value()", optionalOldSelf: true }), "1.30.0"],
  ["a formatted text", rule({ rule: "'%d'.format([self]) == '1'" }), "1.30.0"],
  ["a named format", rule({ rule: "!format.dns1123Label().validate(self).hasValue()" }), "1.32.0"],
  ["a macro with an index", rule({ rule: "self.all(i, each, i < each)" }), "1.33.0"],
  ["a macro that transforms", rule({ rule: "self.transformList(i, each, each + i).size() > 0" }), "1.33.0"],
  ["a macro with one variable", rule({ rule: "self.all(each, each in [1, 2, 3])" }), "1.25.0"],
  ["a version", rule({ rule: "isSemver(self)" }), "1.34.0"],
  ["an address", rule({ rule: "isCIDR(self)" }), "1.31.0"],
  ["selectable fields", crd({}, { selectableFields: [{ jsonPath: ".spec.a" }] }), "1.31.0"],
  ["a field with the name of a feature", crd({ properties: { trafficDistribution: {} } }), "1.25.0"],
  ["a sidecar", pod({ initContainers: [{ name: "a", restartPolicy: "Always" }] }), "1.29.0"],
  ["an init container", pod({ initContainers: [{ name: "a" }] }), "1.25.0"],
  ["a spread by revision", pod({ topologySpreadConstraints: [{ matchLabelKeys: ["pod-template-hash"] }] }), "1.27.0"],
])("%s", (_, object, version) => {
  expect(minimumVersion([object as never]).version).toBe(version);
});

test("the newest feature decides, and has a name", () => {
  const objects = [rule({ rule: "sets.contains(self, [1])" }), rule({ rule: "quantity(self) == quantity('1')" })];
  expect(minimumVersion(objects as never)).toEqual({ version: "1.30.0", feature: "sets in CEL" });
});
