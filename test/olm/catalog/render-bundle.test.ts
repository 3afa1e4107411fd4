import { expect, test } from "vitest";
import { renderBundle } from "../../../src/olm/catalog/render/render-bundle.js";
import { readBundle } from "../../../src/olm/read/read-bundle.js";
import { demoBundle } from "../../support/olm/demo-bundle.js";

function render(files: Readonly<Record<string, string>>, format: "csv-metadata" | "objects" = "csv-metadata"): unknown {
  const rendering = renderBundle(readBundle(new Map(Object.entries(files)), "b"), "r.example/demo-bundle:1", format);
  return rendering.kind === "bundle"
    ? rendering.rendered.document
    : rendering.diagnostics.map(({ at, code, message }) => `${at?.file ?? ""}:${at?.line ?? ""} ${code}: ${message}`);
}

// The values are those of operator-registry for the same files.
test("the document is the one of opm render", () => {
  expect(render(demoBundle("1.0.0"))).toEqual({
    schema: "olm.bundle",
    name: "demo.v1.0.0",
    package: "demo",
    image: "r.example/demo-bundle:1",
    properties: [
      { type: "olm.gvk", value: { group: "demo.example.com", kind: "Demo", version: "v1" } },
      { type: "olm.gvk.required", value: { group: "other.example.com", kind: "Other", version: "v1" } },
      { type: "olm.gvk.required", value: { group: "third.example.com", kind: "Third", version: "v1" } },
      { type: "olm.maxOpenShiftVersion", value: "4.20" },
      { type: "olm.package", value: { packageName: "demo", version: "1.0.0" } },
      { type: "olm.package.required", value: { packageName: "other", versionRange: ">=1.0.0" } },
      {
        type: "olm.csv.metadata",
        value: {
          annotations: { capabilities: "Basic Install" },
          apiServiceDefinitions: {},
          crdDescriptions: {
            owned: [{ name: "demos.demo.example.com", version: "v1", kind: "Demo", description: "One demo" }],
            required: [{ name: "others.other.example.com", version: "v1", kind: "Other" }],
          },
          description: "A demo & more",
          displayName: "Demo",
          installModes: [
            { type: "AllNamespaces", supported: true },
            { type: "OwnNamespace", supported: false },
          ],
          provider: {},
        },
      },
    ],
    relatedImages: [
      { name: "db", image: "r.example/db:1" },
      { name: "", image: "r.example/demo-bundle:1" },
      { name: "", image: "r.example/demo:1" },
    ],
  });
});

test("the objects are base64 of the JSON that Go prints", () => {
  const document = JSON.stringify(render(demoBundle("1.0.0"), "objects"));
  const objects = [...document.matchAll(/"data":"([^"]+)"/g)].map(([, data = ""]) =>
    Buffer.from(data, "base64").toString(),
  );
  expect(objects.map((text) => text.slice(0, 60))).toEqual([
    '{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResour',
    '{"apiVersion":"operators.coreos.com/v1alpha1","kind":"Cluste',
  ]);
  expect(objects.join("")).toContain(String.raw`A demo \u0026 more`);
});

test("everything that a catalog needs is reported at once", () => {
  const files = demoBundle("1.0", {
    spec: { customresourcedefinitions: { owned: [{ name: "a.b", version: "v1", kind: "A" }] } },
  });
  files["metadata/annotations.yaml"] = "annotations:\n  a: b\n  c: true\n";
  expect(render(files)).toEqual([
    "b/metadata/annotations.yaml:2 catalog/not-a-bundle: the annotations name no package",
    'b/manifests/demo.clusterserviceversion.yaml:36 catalog/not-a-bundle: spec.version "1.0" is not a semantic version',
    "b/manifests/demo.clusterserviceversion.yaml:10 catalog/not-a-bundle: the bundle has no CRD a.b with the version v1 and the kind A",
  ]);
});
