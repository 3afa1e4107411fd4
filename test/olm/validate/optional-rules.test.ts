/** The rules of optional validators, and of metadata/dependencies.yaml, which operator-verify does not run. */
import { describe, expect, test } from "vitest";
import { readBundle } from "../../../src/olm/read/read-bundle.js";
import { type OptionalValues, readCategories } from "../../../src/olm/validate/optional-values.js";
import { validateBundle } from "../../../src/olm/validate/validate-bundle.js";
import { validators } from "../../../src/olm/validate/validators.js";
import { toFiles, validBundle } from "../../support/olm/valid-bundle.js";

const csv = "manifests/demo.clusterserviceversion.yaml";
const image = `registry.example.com/demo@sha256:${"a".repeat(64)}`;

interface Change {
  readonly files?: Readonly<Record<string, string>>;
  readonly edit?: (csv: string) => string;
  readonly values?: OptionalValues;
}

/** Returns the rules that a changed bundle breaks, with the messages. */
function findings({ files = {}, edit = (text) => text, values = {} }: Change): string[] {
  const all = toFiles(validBundle());
  all.set(csv, edit(all.get(csv) ?? ""));
  for (const [file, text] of Object.entries(files)) all.set(file, text);
  return validateBundle(readBundle(all, "b"), validators, values).map(
    ({ severity, rule, message }) => `${severity} ${rule}: ${message}`,
  );
}

describe("a dependency", () => {
  const of = (type: string, value: string): string[] =>
    findings({ files: { "metadata/dependencies.yaml": `dependencies:\n- type: ${type}\n  value: ${value}\n` } });

  test.each([
    ["olm.package", '{packageName: etcd, version: ">=1.0.0 <2.0.0"}'],
    ["olm.gvk", "{group: a.example.com, version: v1, kind: A}"],
    ["olm.label", "{label: large}"],
    ["olm.constraint", '{failureMessage: no, cel: {rule: "properties.exists(p, p.type == \\"certified\\")"}}'],
  ])("of the type %s is valid", (type, value) => expect(of(type, value)).toEqual([]));

  test.each([
    ["olm.package", "{packageName: etcd}", "version is missing"],
    ["olm.package", "{packageName: etcd, version: latest}", 'version "latest" is not a range of versions'],
    ["olm.package", "{version: 1.0.0}", "packageName is missing"],
    ["olm.gvk", "{group: a, version: v1}", "kind is missing"],
    ["olm.gvk", "{group: a, version: [], kind: A}", "version is not a text"],
    ["olm.gvk", "a", "the value is not an object"],
    ["olm.label", "{}", "label is missing"],
    ["olm.constraint", "{}", "cel is missing"],
    ["olm.constraint", '{cel: {rule: "a ||"}}', "cel.rule is not a CEL expression"],
    ["olm.crd", "{}", "the types are olm.gvk, olm.label, olm.package, olm.constraint"],
  ])("of the type %s with the value %s is an error", (type, value, message) => {
    expect(of(type, value)).toEqual([expect.stringContaining(`error dependency: the dependency of type "${type}": `)]);
    expect(of(type, value)[0]).toContain(message);
  });
});

describe("OPERATOR_BUNDLE_CATEGORIES", () => {
  test("replaces the categories of OperatorHub.io", () => {
    expect(findings({ values: { categories: ["Database", "Monitoring"] } })).toEqual([]);
    expect(findings({ values: { categories: ["Database"] } })).toEqual([
      'error categories: "Monitoring" is not a category of OPERATOR_BUNDLE_CATEGORIES',
    ]);
  });

  test.each([
    ['{"categories": ["Registry"]}', ["Registry"]],
    ["{", expect.stringContaining("not valid JSON")],
    ["[]", "it has no list `categories`"],
    ['{"categories": [1]}', "a category is not a text"],
  ])("%s", (text, expected) => expect(readCategories(text)).toEqual(expected));
});

describe("community", () => {
  const removed = { "manifests/pdb.yaml": "apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: {name: a}\n" };
  const property = (value: string) => (text: string) =>
    text.replace(
      "  annotations:\n",
      `  annotations:\n    olm.properties: '[{"type": "olm.maxOpenShiftVersion", "value": "${value}"}]'\n`,
    );
  const label = (line: string): OptionalValues => ({
    dockerfile: { path: "bundle.Dockerfile", text: `FROM scratch\n${line}\n` },
  });
  const of = (change: Change): string[] =>
    findings({ ...change, files: removed })
      .map((each) => each.slice(0, each.indexOf(":")))
      .filter((each) => each.includes("openshift"));

  test.each<[name: string, change: Change, rules: string[]]>([
    ["no property and no Dockerfile", {}, ["error max-openshift-version", "warning openshift-label-unchecked"]],
    ["a version before 4.9", { edit: property("4.8") }, ["warning openshift-label-unchecked"]],
    [
      "the version 4.9",
      { edit: property("4.9") },
      ["error max-openshift-version", "warning openshift-label-unchecked"],
    ],
    ["no version", { edit: property("new") }, ["error max-openshift-version", "warning openshift-label-unchecked"]],
    [
      "three numbers",
      { edit: property("4.8.1") },
      ["warning max-openshift-version-precision", "warning openshift-label-unchecked"],
    ],
    ["a range", { edit: property("4.8"), values: label('LABEL com.redhat.openshift.versions="v4.6-v4.8"') }, []],
    [
      "a range that is too new",
      { edit: property("4.8"), values: label("LABEL com.redhat.openshift.versions=v4.6-v4.9") },
      ["error openshift-label"],
    ],
    ["one version", { edit: property("4.8"), values: label('LABEL com.redhat.openshift.versions="=v4.8"') }, []],
    [
      "a lowest version",
      { edit: property("4.8"), values: label('LABEL com.redhat.openshift.versions="v4.6"') },
      ["error openshift-label"],
    ],
    [
      "a wrong version",
      { edit: property("4.8"), values: label("LABEL com.redhat.openshift.versions=4.6-x") },
      ["error openshift-label"],
    ],
    ["another label", { edit: property("4.8"), values: label("LABEL a=b") }, ["error openshift-label"]],
  ])("%s", (_, change, rules) => expect(of(change).toSorted()).toEqual(rules));

  test("says nothing of a bundle without removed APIs", () => {
    expect(findings({ values: label("LABEL a=b") })).toEqual([]);
  });
});

describe("multiarch", () => {
  const amd64 = { os: "linux", architecture: "amd64" };
  const arm64 = { os: "linux", architecture: "arm64" };
  const affinity =
    (...values: string[]) =>
    (text: string) =>
      text.replace(
        /( +)containers:\n/,
        (line, indent: string) =>
          `${indent}affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/os, operator: In, values: [linux]}, {key: kubernetes.io/arch, operator: In, values: [${values.join(", ")}]}]}]}}}\n${line}`,
      );
  const labels = (text: string): string =>
    text.replace(
      "metadata:\n",
      "metadata:\n  labels: {operatorframework.io/arch.arm64: supported, operatorframework.io/arch.amd64: supported}\n",
    );
  const all = (platforms: readonly { os: string; architecture: string }[] | string): OptionalValues => {
    const images = [...(toFiles(validBundle()).get(csv) ?? "").matchAll(/image: (\S+)/g)].map(([, name = ""]) => name);
    return { platforms: new Map(images.map((each) => [each, platforms])) };
  };

  test("a bundle for linux/amd64 with this affinity has no faults; without platforms, nothing is compared", () => {
    expect(findings({ edit: affinity("amd64"), values: all([amd64]) })).toEqual([]);
    expect(findings({})).toEqual([]);
  });

  test("an image that tsop cannot read is a warning, and the other rules ignore it", () => {
    const found = findings({ values: all("no login") });
    expect(new Set(found.map((each) => each.slice(0, each.indexOf(":"))))).toEqual(new Set(["warning image-unread"]));
    expect(found.join("\n")).toContain(`cannot read the image ${image}: no login`);
  });

  test("the labels name platforms that the images lack", () => {
    const found = findings({ edit: (text) => labels(affinity("amd64")(text)), values: all([amd64]) });
    expect(found).toContainEqual(`error image-platform: the image ${image} does not support linux/arm64`);
    expect(found).toContainEqual(expect.stringContaining("warning image-support: "));
  });

  test("the images support platforms that no label names", () => {
    expect(findings({ edit: affinity("amd64", "arm64"), values: all([amd64, arm64]) })).toEqual([
      expect.stringContaining("warning arch-label: the image of the operator supports amd64, arm64"),
    ]);
    expect(findings({ edit: (text) => labels(affinity("amd64", "arm64")(text)), values: all([amd64, arm64]) })).toEqual(
      [],
    );
  });

  test("the affinity and the images differ", () => {
    const found = findings({ edit: affinity("amd64", "s390x"), values: all([amd64]) });
    expect(found).toEqual([
      expect.stringMatching(/^warning node-affinity: the node affinity allows linux\/s390x, which/),
    ]);
    expect(findings({ values: all([amd64]) })).toEqual([
      expect.stringMatching(/^warning node-affinity: no node affinity limits the image .* to linux\/amd64$/),
    ]);
  });
});
