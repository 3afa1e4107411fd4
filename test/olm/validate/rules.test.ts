/** The rules that Operator Framework's validators lack, or that operator-verify does not run; and the places of findings. */
import { expect, test } from "vitest";
import { formatLocation } from "../../../src/core/source-location.js";
import { readBundle } from "../../../src/olm/read/read-bundle.js";
import { validateBundle } from "../../../src/olm/validate/validate-bundle.js";
import { validators } from "../../../src/olm/validate/validators.js";
import { toFiles, validBundle } from "../../support/olm/valid-bundle.js";

const csv = "manifests/demo.clusterserviceversion.yaml";
const crd = "manifests/example.com_bars.yaml";
const annotations = "metadata/annotations.yaml";

/** Validates the valid bundle with one text replaced. */
function findings(file: string, from: string | RegExp, to: string, version?: string): string[] {
  const files = toFiles(validBundle());
  const text = files.get(file) ?? "";
  expect(text).toMatch(from);
  files.set(file, text.replace(from, to));
  return validateBundle(
    readBundle(files, "b"),
    validators,
    version === undefined ? {} : { kubernetesVersion: version },
  ).map(({ severity, rule, at, isOwn }) => `${formatLocation(at)} ${severity} ${rule}${isOwn ? " (own)" : ""}`);
}

test.each<[file: string, from: string | RegExp, to: string, findings: string[]]>([
  [
    annotations,
    "default.v1: stable",
    "default.v1: beta",
    [`b/${annotations}:2:62 error default-channel (own)`, `b/${annotations}:3:57 warning channel-name`],
  ],
  [annotations, "package.v1: demo", 'package.v1: ""', [`b/${annotations}:6:54 error package-empty (own)`]],
])("%s: %s → %s", (file, from, to, expected) => {
  expect(findings(file, from, to).map(rulesOf)).toEqual(expected.map(rulesOf));
});

function rulesOf(finding: string): string {
  return finding.slice(finding.indexOf(" ") + 1);
}

test.each<[rule: string, file: string, from: string | RegExp, to: string]>([
  ["error crd-schema (own)", crd, "type: boolean", "type: bool"],
  ["error second-document (own)", crd, /$/, "---\nkind: Service\n"],
  ["error install-mode-twice (own)", csv, "type: OwnNamespace", "type: AllNamespaces"],
  ["error icon-data (own)", csv, "image/svg+xml", "image/png"],
  ["error folder-annotation (own)", annotations, "manifests.v1: manifests/", "manifests.v1: other/"],
  ["error media-type", annotations, "registry+v1", "plain+v0"],
  ["error annotation-missing", annotations, /.*channels.*\n/, ""],
  ["error annotation-empty", annotations, "default.v1: stable", 'default.v1: ""'],
  ["error object-kind", "manifests/demo-pdb.yaml", "kind: PodDisruptionBudget", "kind: Deployment"],
  ["error object-namespace", "manifests/demo-pdb.yaml", "name: demo", "name: demo\n  namespace: demo"],
  ["warning resource-requests", csv, /resources:\n\s*requests:\n\s*cpu: 10m\n\s*memory: 64Mi/, "resources: {}"],
  ["warning crd-description", csv, "description: A bar.", 'description: ""'],
  ["warning channel-name", annotations, "stable,fast", "stable,alpha"],
  [
    "warning crd-permission",
    csv,
    /- example\.com(\s+)resources:\s+- bars\s+verbs:\s+- get/,
    "- apiextensions.k8s.io$1resources:$1- customresourcedefinitions$1verbs:$1- create",
  ],
  ["warning csv-name-version", csv, "name: demo.v1.2.3", "name: demo.v1.2"],
  ["warning csv-name-form", csv, "name: demo.v1.2.3", "name: demo-1.2.3"],
  ["error deployment-missing", csv, "deployments:", "others:"],
  ["warning removed-api-1.25", "manifests/demo-pdb.yaml", "policy/v1", "policy/v1beta1"],
])("%s", (rule, file, from, to) => {
  expect(findings(file, from, to).map(rulesOf)).toContain(rule);
});

test("a removed API is an error for clusters that lack it", () => {
  const pdb = "manifests/demo-pdb.yaml";
  expect(findings(pdb, "policy/v1", "policy/v1beta1", "1.24")).toEqual([`b/${pdb}:1:13 warning removed-api-1.25`]);
  expect(findings(pdb, "policy/v1", "policy/v1beta1", "v1.25.3")).toEqual([`b/${pdb}:1:13 error removed-api-1.25`]);
  expect(findings(pdb, "minAvailable: 1", "minAvailable: 2", "latest")).toEqual(["b error kubernetes-version"]);
});

test("percentages of a PodDisruptionBudget are no fault", () => {
  expect(findings("manifests/demo-pdb.yaml", "minAvailable: 1", "maxUnavailable: 50%")).toEqual([]);
});

test("each rule has one name, or one for each severity", () => {
  const names = validators.flatMap(({ rules }) => rules.map(({ name, severity }) => `${severity} ${name}`));
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
});
