/** The kinds that a bundle provides and requires. Source: operator-registry, pkg/registry/bundle.go. */
import type { GroupVersionKind } from "../../../core/gvk.js";
import { isJsonObject, isList, type Json } from "../../../core/json.js";
import { text } from "../../../core/json-fields.js";
import type { Bundle, BundleObject } from "../../read/bundle.js";
import type { ReadCsv } from "../../read/csv-shape.js";

/** Returns the kinds of the CRDs and of the API services that a bundle owns. */
export function providedApis({ crds }: Pick<Bundle, "crds">, { spec = {} }: ReadCsv): GroupVersionKind[] {
  const services = (spec.apiservicedefinitions?.owned ?? []).map(({ group = "", version = "", kind = "" }) => ({
    group,
    version,
    kind,
  }));
  return [...crds.flatMap(kindsOf), ...services];
}

export function requiredApis({ spec = {} }: ReadCsv): GroupVersionKind[] {
  const crds = (spec.customresourcedefinitions?.required ?? []).map(({ name = "", version = "", kind = "" }) => ({
    group: groupOf(name),
    version,
    kind,
  }));
  const services = (spec.apiservicedefinitions?.required ?? []).map(({ group = "", version = "", kind = "" }) => ({
    group,
    version,
    kind,
  }));
  return [...crds, ...services];
}

/** Returns the owned kinds whose CRD is not in the bundle, with their index. */
export function missingApis(bundle: Bundle, csv: ReadCsv): { readonly index: number; readonly message: string }[] {
  const keyOf = ({ group, version, kind }: GroupVersionKind): string => JSON.stringify([group, version, kind]);
  const provided = new Set(providedApis(bundle, csv).map(keyOf));
  return (csv.spec?.customresourcedefinitions?.owned ?? []).flatMap(({ name = "", version = "", kind = "" }, index) => {
    if (provided.has(keyOf({ group: groupOf(name), version, kind }))) return [];
    return [{ index, message: `the bundle has no CRD ${name} with the version ${version} and the kind ${kind}` }];
  });
}

function groupOf(crdName: string): string {
  return crdName.slice(crdName.indexOf(".") + 1);
}

function kindsOf({ document: { value } }: BundleObject): GroupVersionKind[] {
  const spec = value["spec"];
  if (!isJsonObject(spec)) return [];
  const [group, kind] = [text(spec, "group") ?? "", text(spec["names"], "kind") ?? ""];
  const names = namesOf(spec["versions"]);
  const single = text(spec, "version");
  const all = new Set(single === undefined ? names : [...names, single]);
  return Array.from(all, (version) => ({ group, version, kind }));
}

function namesOf(versions: Json | undefined): string[] {
  return isList(versions) ? versions.map((each) => text(each, "name") ?? "") : [];
}
