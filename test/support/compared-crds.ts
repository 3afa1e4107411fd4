/** Creates CRDs to compare. */
import { brokenDirections, type Change, showPath } from "../../src/compatibility/change.js";
import { compareCrds } from "../../src/compatibility/compare-crds.js";
import type { Crd } from "../../src/compatibility/crd.js";
import { readCrd } from "../../src/compatibility/read-crd.js";
import type { UnknownObject } from "../../src/core/json.js";

/** Returns the document of a CRD, with other parts of its spec and of its only version. */
export function crdDocument(schema: object, spec: object = {}, version: object = {}): UnknownObject {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "bars.foo.example.com" },
    spec: {
      group: "foo.example.com",
      names: { kind: "Bar", plural: "bars", singular: "bar", listKind: "BarList" },
      scope: "Namespaced",
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version }],
      ...spec,
    },
  };
}

export function crdFrom(document: UnknownObject): Crd {
  const read = readCrd(document);
  if (read.kind === "invalid") throw new Error(read.faults.join("; "));
  return read.crd;
}

/** Returns the schema of a kind whose spec has one field, `field`. */
export function withField(field: object | undefined, spec: object = {}): object {
  const properties = field === undefined ? {} : { field };
  return { type: "object", properties: { spec: { type: "object", properties, ...spec } } };
}

/** Compares two schemas of the only version. */
export function compareSchema(before: object, after: object): Change[] {
  return compareCrds(crdFrom(crdDocument(before)), crdFrom(crdDocument(after)));
}

/** Shows a change as `spec.field enum-changed: objects clients!`; a `!` means breaking, no `!` breaking for some. */
export function summary(change: Change): string {
  const broken = brokenDirections(change).map(
    (direction) => `${direction}${change.verdicts[direction].level === "breaking" ? "!" : ""}`,
  );
  const { version = "", versionAfter, path } = change.place;
  const versions = versionAfter === undefined ? version : `${version}→${versionAfter}`;
  return `${[versions, showPath(path), change.detail.kind].filter((part) => part !== "").join(" ")}: ${broken.join(" ") || "compatible"}`;
}
