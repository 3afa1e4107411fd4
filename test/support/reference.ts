import { generatedCrds } from "../../src/commands/current-crds.js";
import { readCrd } from "../../src/compatibility/read-crd.js";
import { type BuiltInTypes, readBuiltInTypes } from "../../src/import/built-in-types.js";
import { buildReference } from "../../src/reference/build-reference.js";
import { kindsOfCrds, kindsOfSources } from "../../src/reference/kind-sources.js";
import { isJsonObject } from "../../src/core/json.js";
import { layOut } from "../../src/reference/layout.js";
import type { Page } from "../../src/reference/formats/block.js";
import type { NamedType, Package, Reference, Sample } from "../../src/reference/reference.js";
import { readBuiltInResources } from "../../src/schema/built-in-resources.js";
import { type FileMap, memoryHost } from "./manifest-cases.js";

/** Reads the types of Kubernetes once for all tests of a file. */
let builtIn: BuiltInTypes | undefined;
const readOnce = (): BuiltInTypes => (builtIn ??= readBuiltInTypes());

/** Returns the reference of the types of a project that exists only in memory. */
export function referenceOfTypes(files: FileMap, samples: readonly Sample[] = []): Reference {
  return buildReference(kindsOfSources(generatedCrds("/nowhere", memoryHost(files)), readOnce), samples);
}

export function referenceOfCrds(...documents: readonly unknown[]): Reference {
  const crds = documents.map((document) => {
    const read = isJsonObject(document) ? readCrd({ ...document }) : undefined;
    if (read?.kind !== "crd") throw new Error(read?.faults.join("; ") ?? "not a CRD");
    return read.crd;
  });
  return buildReference(kindsOfCrds(crds, readOnce));
}

export function pageOf(reference: Reference): Page {
  const kubernetes = { release: "1.37", resources: readBuiltInResources() };
  return layOut(reference, { title: "API reference", kubernetes });
}

/** Returns the only package of a reference. */
export function onlyPackage({ packages }: Reference): Package {
  const [only] = packages;
  if (only === undefined || packages.length > 1) throw new Error(`${packages.length} packages`);
  return only;
}

export function typeNamed({ kinds, types }: Package, name: string): NamedType {
  const found = [...kinds.map(({ type }) => type), ...types].find((type) => type.name === name);
  if (found === undefined) throw new Error(`no type ${name} among ${types.map((type) => type.name).join(", ")}`);
  return found;
}
