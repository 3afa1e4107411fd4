/** The kinds that an operator owns, and the kinds that other operators must own for it. */
import { compareText } from "../../core/compare-text.js";
import { defined } from "../../core/defined.js";
import { parseApiVersion, toApiVersion } from "../../core/gvk.js";
import { type ExactJsonObject, isJsonObject } from "../../core/json.js";
import { listAt, textAt } from "../../core/object-fields.js";
import { pluralize } from "../../core/plural.js";
import type { KindModel } from "../../model/model.js";
import type { Use, WiredKind, Wiring } from "../../model/wiring.js";
import type { ApiResourceReference, CrdDescription } from "../csv.js";
import { csvArguments, descriptorsOf } from "./descriptors.js";
import { titleOf } from "./names.js";
import { nameOf } from "./rendered.js";

export interface KindSources {
  /** The CRDs in the bundle. */
  readonly crds: readonly ExactJsonObject[];
  /** The kinds that the operator serves itself. */
  readonly served: readonly KindVersion[];
  readonly kinds: readonly KindModel[];
  readonly wiring: Wiring;
}

/** A version of a kind. */
export interface KindVersion {
  /** The name of the CRD, or the plural of a kind that the operator serves itself. */
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

interface Ordered {
  readonly order: number;
  readonly description: CrdDescription;
}

/** Returns a description of each served version of each CRD, sorted by the order in the tags, then by name, kind and version. */
export function ownedKinds(sources: KindSources): CrdDescription[] {
  return described(sources.crds.flatMap(servedVersions), sources);
}

/** Returns a description of each kind that the operator serves itself, in the same order. */
export function servedKinds(sources: KindSources): CrdDescription[] {
  return described(sources.served, sources);
}

function described(versions: readonly KindVersion[], sources: KindSources): CrdDescription[] {
  return versions
    .map((version) => describe(version, sources))
    .toSorted(
      (a, b) =>
        a.order - b.order ||
        compareText(a.description.name, b.description.name) ||
        compareText(b.description.version, a.description.version),
    )
    .map(({ description }) => description);
}

export function servedVersions(crd: ExactJsonObject): KindVersion[] {
  return listAt(crd, "spec", "versions")
    .filter((each) => isJsonObject(each) && each["served"] === true)
    .map((each) => ({
      name: nameOf(crd),
      group: textAt(crd, "spec", "group"),
      version: textAt(each, "name"),
      kind: textAt(crd, "spec", "names", "kind"),
    }));
}

function describe({ name, group, version, kind }: KindVersion, sources: KindSources): Ordered {
  const model = sources.kinds.find((each) => each.group === group && each.version === version && each.kind === kind);
  if (model === undefined) return { order: last, description: { name, version, kind, displayName: titleOf(kind) } };
  const given = csvArguments(model.annotations.tags);
  const { displayName = titleOf(kind), order = last } = Object.assign({}, ...given) as (typeof given)[number];
  const listed = given.flatMap(({ resources }) => (Array.isArray(resources) ? resources.map(String) : []));
  const resources = listed.length > 0 ? listed.map(readResource) : usedResources(model, sources);
  const [specDescriptors, statusDescriptors] = [descriptorsOf(model, "spec"), descriptorsOf(model, "status")];
  return {
    order: Number(order),
    description: {
      ...{ name, version, kind, displayName: String(displayName) },
      ...defined({
        description: model.annotations.description || undefined,
        resources: resources.length === 0 ? undefined : resources.toSorted(compareResources),
        specDescriptors: specDescriptors.length === 0 ? undefined : specDescriptors,
        statusDescriptors: statusDescriptors.length === 0 ? undefined : statusDescriptors,
      }),
    },
  };
}

/** The order of kinds without an order: after all others. */
const last = 2 ** 31;

/** Reads `Kind,version,name`. */
function readResource(text: string): ApiResourceReference {
  const [kind = "", version = "", name = ""] = text.split(",");
  return { kind, version, name };
}

function compareResources(a: ApiResourceReference, b: ApiResourceReference): number {
  return compareText(a.name, b.name) || compareText(a.kind, b.kind) || compareText(a.version, b.version);
}

/** Returns the kinds of the objects that the controllers of a kind own; if there are none, the kinds that they write. */
function usedResources(model: KindModel, { wiring, crds }: KindSources): ApiResourceReference[] {
  const isModel = (kind: WiredKind): boolean =>
    kind.kind === model.kind && kind.apiVersion === toApiVersion(model.group, model.version);
  const uses = wiring.links.filter((link) => link.type === "use");
  const controllers = new Set(
    uses.filter(({ use, kind }) => use === "reconciles" && isModel(kind)).map(({ controller }) => controller),
  );
  const ofControllers = uses.filter(({ controller }) => controller !== undefined && controllers.has(controller));
  const owners = wiring.links.filter((link) => link.type === "owner").filter(({ owner }) => isModel(owner));
  const owned = [
    ...ofControllers.filter(({ use }) => use === "owns").map(({ kind }) => kind),
    ...owners.map((link) => link.owned),
  ];
  const written = ofControllers
    .filter(({ use, subresource }) => use === "writes" && subresource === undefined)
    .map(({ kind }) => kind)
    .filter((kind) => !isModel(kind));
  const used = owned.length > 0 ? owned : written;
  const references = used.map((kind) => {
    const { group, version } = parseApiVersion(kind.apiVersion);
    const crd = crds.find((each) => textAt(each, "spec", "group") === group && kindOf(each) === kind.kind);
    const name = kind.isBuiltIn ? "" : crd === undefined ? `${pluralize(kind.kind)}.${group}` : nameOf(crd);
    return { kind: kind.kind, version, name };
  });
  return [...new Map(references.map((each) => [Object.values(each).join(), each])).values()];
}

function kindOf(crd: ExactJsonObject): string {
  return textAt(crd, "spec", "names", "kind");
}

/** The uses for which the kind must exist when the operator starts. */
const watching: readonly Use[] = ["reconciles", "owns", "watches", "caches"];

/** Returns the kinds of other operators that the code watches in its own cluster, except optional ones. */
export function requiredKinds({ crds, served, wiring }: KindSources): CrdDescription[] {
  const found = new Map<string, CrdDescription>();
  for (const link of wiring.links) {
    if (link.type !== "use" || !watching.includes(link.use) || link.isOptional === true) continue;
    if (link.kind.isBuiltIn || link.kind.cluster !== undefined) continue;
    const { kind, apiVersion } = link.kind;
    const { group, version } = parseApiVersion(apiVersion);
    const isOwn =
      crds.some((crd) => textAt(crd, "spec", "group") === group && kindOf(crd) === kind) ||
      served.some((each) => each.group === group && each.kind === kind);
    if (isOwn) continue;
    const name = `${pluralize(kind)}.${group}`;
    found.set(`${name} ${version}`, {
      ...{ name, version, kind, displayName: titleOf(kind) },
      description: `The operator watches objects of the kind ${kind}`,
    });
  }
  return [...found.values()].toSorted((a, b) => compareText(a.name, b.name) || compareText(a.version, b.version));
}
