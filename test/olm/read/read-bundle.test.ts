import { describe, expect, test } from "vitest";
import { bundleKeys } from "../../../src/olm/annotations.js";
import type { Bundle } from "../../../src/olm/read/bundle.js";
import { readBundle } from "../../../src/olm/read/read-bundle.js";

const csv = `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: demo.v1.2.3
  annotations:
    alm-examples: "[]"
spec:
  displayName: Demo
  version: 1.2.3
  replaces: demo.v1.2.2
  installModes:
  - type: AllNamespaces
    supported: true
`;
const crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: bars.example.com}\n";
const annotations = `annotations:
  operators.operatorframework.io.bundle.package.v1: demo
  operators.operatorframework.io.bundle.channels.v1: stable
`;

const whole = {
  "manifests/demo.clusterserviceversion.yaml": csv,
  "manifests/bars.yaml": crd,
  "manifests/service.json": '{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "demo"}}',
  "metadata/annotations.yaml": annotations,
  "metadata/dependencies.yaml": "dependencies:\n- type: olm.package\n  value: {packageName: a, version: '>1'}\n",
  "metadata/properties.yaml": "properties:\n- {type: olm.maxOpenShiftVersion, value: '4.9'}\n",
  "tests/scorecard/config.yaml": "kind: Configuration\nstages:\n- parallel: true\n  tests:\n  - {image: a}\n",
};

function read(files: Readonly<Record<string, string | Uint8Array>>): Bundle {
  return readBundle(new Map(Object.entries(files)), "bundle");
}

function faultsOf(files: Readonly<Record<string, string | Uint8Array>>): string[] {
  return read(files).faults.map(({ kind, at, message }) =>
    [kind, [at.file, at.line, at.column].filter((each) => each !== undefined).join(":"), message].join(" "),
  );
}

describe("a whole bundle", () => {
  const bundle = read(whole);

  test("has typed parts, and no faults", () => {
    expect(bundle.faults).toEqual([]);
    expect(bundle.csv?.value.spec?.replaces).toBe("demo.v1.2.2");
    expect(bundle.csv?.value.spec?.installModes).toEqual([{ type: "AllNamespaces", supported: true }]);
    expect(bundle.crds.map(({ name }) => name)).toEqual(["bars.example.com"]);
    expect(bundle.others.map(({ gvk }) => gvk)).toEqual([{ group: "", version: "v1", kind: "Service" }]);
    expect(bundle.annotations?.value["operators.operatorframework.io.bundle.package.v1"]).toBe("demo");
    expect(bundle.dependencies?.value.dependencies?.[0]?.value).toEqual({ packageName: "a", version: ">1" });
    expect(bundle.properties?.value.properties?.[0]).toEqual({ type: "olm.maxOpenShiftVersion", value: "4.9" });
    expect(bundle.scorecard?.value.stages?.[0]?.tests).toEqual([{ image: "a" }]);
  });

  test("has the places of values, and of the part that lacks a value", () => {
    const file = "bundle/manifests/demo.clusterserviceversion.yaml";
    const at = bundle.csv?.document.at;
    expect(at?.(["spec", "version"])).toEqual({ file, line: 9, column: 12 });
    expect(at?.(["spec", "installModes", 0, "supported"])).toEqual({ file, line: 13, column: 16 });
    expect(at?.(["spec", "installModes", 7, "supported"])).toEqual({ file, line: 12, column: 3 });
    expect(at?.(["spec", "icon", 0])).toEqual({ file, line: 8, column: 3 });
  });

  test("has the place of an alias and of a merged key", () => {
    const text = `${csv}  labels: &l {a: b}\n  annotations: *l\n  selector: {matchLabels: {<<: *l}}\n`;
    const { csv: merged, faults } = read({ ...whole, "manifests/demo.clusterserviceversion.yaml": text });
    expect(faults).toEqual([]);
    expect(merged?.value.spec?.selector?.matchLabels).toEqual({ a: "b" });
    expect(merged?.document.at(["spec", "annotations", "a"]).line).toBe(15);
    expect(merged?.document.at(["spec", "selector", "matchLabels", "a"]).line).toBe(16);
  });

  test("says where a second document starts, which OLM ignores", () => {
    const { crds } = read({ ...whole, "manifests/bars.yaml": `---\n${crd}---\nkind: Service\n---\n` });
    expect(crds[0]?.document.secondDocument()).toEqual({ file: "bundle/manifests/bars.yaml", line: 6, column: 1 });
    expect(bundle.crds[0]?.document.secondDocument()).toBeUndefined();
  });
});

describe("what a bundle lacks", () => {
  test("everything", () => {
    expect(faultsOf({})).toEqual([
      "no-manifests bundle the bundle has no folder manifests/ with files",
      "no-metadata bundle the bundle has no folder metadata/ with files",
      "no-csv bundle/manifests/ manifests/ contains no ClusterServiceVersion",
    ]);
  });

  test("a file with annotations", () => {
    const faults = faultsOf({ ...whole, "metadata/annotations.yaml": "annotation: {}\n" });
    expect(faults).toEqual(["no-annotations bundle/metadata/ metadata/ contains no file with annotations"]);
  });
});

test("annotations may be in another file of metadata/", () => {
  const bundle = read({ "manifests/a.yaml": csv, "metadata/other.yml": annotations });
  expect(bundle.faults).toEqual([]);
  expect(bundle.annotations?.document.file).toBe("bundle/metadata/other.yml");
});

test("the annotations name the folder of the scorecard's configuration", () => {
  const key = "operators.operatorframework.io.test.config.v1";
  const bundle = read({
    ...whole,
    "metadata/annotations.yaml": `${annotations}  ${key}: tests/own/\n`,
    "tests/own/config.yaml": "stages: [{tests: [{image: b}]}]\n",
  });
  expect(bundle.scorecard?.value.stages?.[0]?.tests).toEqual([{ image: "b" }]);
});

describe("faults have places", () => {
  test.each<[name: string, files: Readonly<Record<string, string | Uint8Array>>, faults: string[]]>([
    [
      "several ClusterServiceVersions",
      { "manifests/other.yaml": csv },
      ["several-csvs bundle/manifests/other.yaml:1:1 manifests/ contains a second ClusterServiceVersion"],
    ],
    [
      "a folder in manifests/, however many files it has",
      { "manifests/more/a.yaml": crd, "manifests/more/b/c.yaml": crd },
      ["nested-folder bundle/manifests/more manifests/ contains another folder"],
    ],
    [
      "a hidden file",
      { "manifests/.gitkeep": "" },
      ["hidden-file bundle/manifests/.gitkeep manifests/ contains a hidden file"],
    ],
    [
      "no object",
      { "manifests/README.md": "text" },
      ["unreadable bundle/manifests/README.md:1 the file contains no object"],
    ],
    [
      "broken YAML",
      { "manifests/a.yaml": "a: b\nc: [d\n" },
      ["unreadable bundle/manifests/a.yaml:2 did not find expected ',' or ']'"],
    ],
    [
      "bytes that are no text",
      { "manifests/a.yaml": Uint8Array.of(0xff, 0xfe) },
      ["unreadable bundle/manifests/a.yaml invalid leading UTF-8 octet"],
    ],
    [
      "values of wrong types",
      {
        "manifests/demo.clusterserviceversion.yaml": csv
          .replace("displayName: Demo", "displayName: [Demo]")
          .replace("replaces: demo.v1.2.2", "minKubeVersion: {a: 1}")
          .replace("supported: true", "supported: 'true'"),
      },
      [
        "wrong-type bundle/manifests/demo.clusterserviceversion.yaml:8:16 spec.displayName is a list, but must be a text",
        "wrong-type bundle/manifests/demo.clusterserviceversion.yaml:10:19 spec.minKubeVersion is an object, but must be a text",
        'wrong-type bundle/manifests/demo.clusterserviceversion.yaml:13:16 spec.installModes[0].supported is the text "true", but must be true or false',
      ],
    ],
    [
      "an annotation of a wrong type, except those of other tools",
      { "metadata/annotations.yaml": `${annotations}  ${bundleKeys.defaultChannel}: [a]\n  other: {}\n` },
      [
        "wrong-type bundle/metadata/annotations.yaml:4:61 annotations.operators.operatorframework.io.bundle.channel.default.v1 is a list, but must be a text",
      ],
    ],
  ])("%s", (_, files, faults) => {
    expect(faultsOf({ ...whole, ...files })).toEqual(faults);
  });
});

test("reads numbers, true and false as texts, like Go's YAML library", () => {
  const text = csv.replace("displayName: Demo", "displayName: true").replace("demo.v1.2.2", "1.25");
  const { csv: bundleCsv, faults } = read({ ...whole, "manifests/demo.clusterserviceversion.yaml": text });
  expect(faults).toEqual([]);
  expect(bundleCsv?.value.spec).toMatchObject({ displayName: "true", replaces: "1.25" });
});

test("reads fields by their names in any case, null as missing, and __proto__ as an ordinary key", () => {
  const text = `${csv}  Description: any\n  links: null\n  skips: [null, a]\n  labels: {__proto__: b}\n`;
  const { csv: bundleCsv, faults } = read({ ...whole, "manifests/demo.clusterserviceversion.yaml": text });
  expect(faults).toEqual([]);
  expect(bundleCsv?.value.spec).toMatchObject({ description: "any", skips: ["", "a"] });
  expect(bundleCsv?.value.spec?.links).toBeUndefined();
  expect(Object.entries(bundleCsv?.value.spec?.labels ?? {})).toEqual([["__proto__", "b"]]);
});
