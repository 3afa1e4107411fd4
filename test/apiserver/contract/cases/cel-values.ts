/** Which values expressions see in lists, maps and objects of a built-in kind: Go values since 1.37. */
import type { ContractApi, ContractCase } from "../contract-case.js";
import { configMaps, decides, enforce } from "../policy-cases.js";
import { causesOnly } from "../custom-kinds.js";

const owner = { apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "u" };
const given = {
  data: { a: "x", n: "5" },
  metadata: { name: "a", labels: { l: "1" }, finalizers: ["a.b/c", "a.b/d"], ownerReferences: [owner] },
};

const expressions: Readonly<Record<string, readonly string[]>> = {
  "a map": [
    "object.data != 'x'",
    "'x' == object.data",
    "object.data == 1",
    "object.data == [1]",
    "object.data == {'a': 'x', 'n': '5'}",
    "object.data == {'a': 'x', 'n': 5}",
    "object.data == {'a': 'x', 'm': '5'}",
    "{'a': 'x', 'n': '5'} == object.data",
    "object.data == object.metadata.labels",
    "object.data == object.data",
    "object.data in ['x']",
    "object.data[5] == 'x'",
    "object.data[dyn(true)] == 'x'",
    "[1] in object.data",
    "object.data[?5].hasValue()",
    "5 in object.data",
    "'a' in object.data",
    "string(object.data) == 'x'",
    "[object.data] == ['x']",
    "{'a': object.data} == {'a': 'x'}",
    "[object.data, 1] == ['x', 2]",
  ],
  "an object": [
    "object == 'x'",
    "object.metadata == 'x'",
    "object.metadata != 'x'",
    "object.metadata == {'name': 'a'}",
    "object.metadata == object.metadata",
    "object.metadata == object.data",
    "object.metadata in [object.metadata]",
    "object.metadata[1] == 'x'",
    "1 in object.metadata",
    "string(object.metadata) == 'x'",
    "oldObject == object",
    "object.metadata.ownerReferences[0] == {'apiVersion': 'v1', 'kind': 'ConfigMap', 'name': 'o', 'uid': 'u'}",
    "object.metadata.ownerReferences[0] == {'apiVersion': 'v1', 'kind': 'ConfigMap', 'name': 'o', 'uid': 1}",
    "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'name': 'o', 'uid': 'u'} in object.metadata.ownerReferences",
  ],
  "a list": [
    "object.metadata.finalizers == 'x'",
    "object.metadata.finalizers == ['a.b/c', 'a.b/d']",
    "object.metadata.finalizers == ['a.b/d', 'a.b/c']",
    "object.metadata.finalizers == ['a.b/c', 1]",
    "['a.b/c', 'a.b/d'] == object.metadata.finalizers",
    "object.metadata.finalizers[0.0] == 'a.b/c'",
    "object.metadata.finalizers[dyn(0u)] == 'a.b/c'",
    "object.metadata.finalizers[0.5] == 'a.b/c'",
    "object.metadata.finalizers['a'] == ''",
    "object.metadata.finalizers[5] == ''",
    "'a.b/c' in object.metadata.finalizers",
    "1 in object.metadata.finalizers",
    "object.metadata.finalizers in object.metadata.finalizers",
    "object.metadata.finalizers + ['b'] == 'x'",
    "object.metadata.finalizers.map(f, f) == 'x'",
    "object.metadata.ownerReferences == [1]",
    "object.metadata.ownerReferences[0] == 'x'",
    "string(object.metadata.finalizers) == 'x'",
    "object.metadata.managedFields == 'x'",
    "object.metadata.managedFields[0].fieldsV1 == 'x'",
  ],
  "the request and its namespace": [
    "dyn(request.userInfo) == 'x'",
    "dyn(request.userInfo.groups) == 'x'",
    "dyn(request.options) == 'x'",
    "dyn(request) == 'x'",
    "dyn(request)[1] == 'x'",
    "dyn(namespaceObject) == 'x'",
    "dyn(namespaceObject.metadata) == 'x'",
    "dyn(namespaceObject.metadata.labels) == 'x'",
    "dyn(namespaceObject.spec.finalizers) == 'x'",
  ],
};

const paramKind = { apiVersion: "v1", kind: "ConfigMap" };

function ofParams(expression: string): ContractCase {
  return {
    name: `parameters: ${expression}`,
    async run(api: ContractApi) {
      await api.post(configMaps, { metadata: { name: "p" }, data: { limit: "1" } }, { record: false });
      const paramRef = { name: "p", parameterNotFoundAction: "Deny" };
      await enforce(api, { paramKind, validations: [{ expression }] }, { paramRef }, { paramKind, name: "p" });
      await api.post(`${configMaps}?dryRun=All`, given, { show: causesOnly });
    },
  };
}

export const cases: readonly ContractCase[] = [
  ...Object.entries(expressions).flatMap(([what, all]) =>
    all.map((expression) => decides(`${what}: ${expression}`, { validations: [{ expression }] }, [given])),
  ),
  decides("a condition compares a map", { matchConditions: [{ name: "a", expression: "object.data == 'x'" }] }, [
    given,
  ]),
  ofParams("params.data == 'x'"),
  ofParams("params.data == {'limit': '1'}"),
  ofParams("params == 'x'"),
];
