/**
 * The names that a CRD requests and no other CRD in its group uses.
 * Source: k8s.io/apiextensions-apiserver/pkg/controller/status/naming_controller.go.
 */
import { isDeepStrictEqual } from "node:util";
import { joinErrors, quoteText } from "../../../core/go-text.js";
import type { Definition, DefinitionNames } from "../definition.js";

export interface AcceptedNames {
  readonly names: DefinitionNames;
  /** The last conflict. */
  readonly fault?: { readonly reason: string; readonly message: string };
}

export function acceptNames(definition: Definition, others: readonly Definition[]): AcceptedNames {
  const asked = definition.spec.names;
  const accepted = definition.status?.acceptedNames ?? {};
  const inGroup = others.filter(({ spec }) => spec.group === definition.spec.group);
  const holders = inGroup.some(({ metadata }) => metadata.name === definition.metadata.name)
    ? inGroup
    : [...inGroup, definition];
  const held = holders.map(({ status }) => status?.acceptedNames ?? {});
  const resources = new Set(
    held.flatMap(({ plural = "", singular = "", shortNames = [] }) => [plural, singular, ...shortNames]),
  );
  const kinds = new Set(held.flatMap(({ kind = "", listKind = "" }) => [kind, listKind]));
  const isTaken = (name: string, own: string, taken: ReadonlySet<string>): boolean => name !== own && taken.has(name);

  const names: Record<string, string | string[]> = { plural: "", kind: "" };
  let fault: AcceptedNames["fault"];
  const accept = (
    name: "plural" | "singular" | "kind" | "listKind",
    taken: ReadonlySet<string>,
    what: string,
  ): void => {
    const [wanted, own] = [asked[name] ?? "", accepted[name] ?? ""];
    if (isTaken(wanted, own, taken)) {
      fault = { reason: `${what}Conflict`, message: `${quoteText(wanted)} is already in use` };
      if (own !== "") names[name] = own;
    } else if (wanted !== "") names[name] = wanted;
  };
  accept("plural", resources, "Plural");
  accept("singular", resources, "Singular");
  const shortNames = acceptShortNames(asked.shortNames ?? [], accepted.shortNames ?? [], resources);
  if (shortNames.fault !== undefined) fault = { reason: "ShortNamesConflict", message: shortNames.fault };
  if (shortNames.names.length > 0) names["shortNames"] = [...shortNames.names];
  accept("kind", kinds, "Kind");
  accept("listKind", kinds, "ListKind");
  if (asked.categories !== undefined) names["categories"] = asked.categories;
  return { names, ...(fault === undefined ? {} : { fault }) };
}

function acceptShortNames(
  asked: readonly string[],
  accepted: readonly string[],
  taken: ReadonlySet<string>,
): { readonly names: readonly string[]; readonly fault?: string } {
  if (isDeepStrictEqual(asked, accepted)) return { names: accepted };
  const conflicts = asked.filter((name) => !accepted.includes(name) && taken.has(name));
  if (conflicts.length === 0) return { names: asked };
  return { names: accepted, fault: joinErrors(conflicts.map((name) => `${quoteText(name)} is already in use`)) };
}
