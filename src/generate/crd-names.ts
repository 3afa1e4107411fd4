/** The plural, short names, scope and so on, and the API server's requirements for them. */
import { isDomain } from "../core/name-forms.js";
import { pluralize } from "../core/plural.js";
import type { RecordArgument, Tag, TagArgument } from "../model/annotations.js";
import type { KindModel } from "../model/model.js";
import type { Reporter } from "./reporter.js";
import { recordOf } from "./tags/context.js";

export interface CrdNames {
  readonly plural: string;
  readonly singular: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: "Namespaced" | "Cluster";
}

export function namesOf(reporter: Reporter, kind: KindModel): CrdNames {
  let plural = pluralize(kind.kind);
  let singular = kind.kind.toLowerCase();
  let listKind = `${kind.kind}List`;
  let scope = "Namespaced";
  const shortNames: string[] = [];
  const categories: string[] = [];
  for (const tag of kind.annotations.tags) {
    const { effect } = tag.record;
    if (effect.kind === "name" && tag.argument.kind === "text") {
      if (effect.part === "plural") plural = tag.argument.value;
      else if (effect.part === "singular") singular = tag.argument.value;
      else listKind = tag.argument.value;
    } else if (effect.kind === "names" && tag.argument.kind === "words") {
      (effect.part === "shortNames" ? shortNames : categories).push(...tag.argument.value);
    } else if (effect.kind === "scope" && tag.argument.kind === "text") {
      scope = tag.argument.value;
    } else if (effect.kind === "resource") {
      const given = recordOf(tag);
      plural = String(given["path"] ?? plural);
      singular = String(given["singular"] ?? singular);
      scope = String(given["scope"] ?? scope);
      shortNames.push(...wordsOf(given["shortName"]));
      categories.push(...wordsOf(given["categories"]));
    }
  }
  checkNames(reporter, kind, { plural, singular, listKind, shortNames, categories });
  if (scope !== "Namespaced" && scope !== "Cluster") {
    const hint = "Write Namespaced or Cluster.";
    reporter.error("crd/invalid", tagOf(kind, scope)?.at ?? kind.at, `unknown scope ${JSON.stringify(scope)}`, hint);
  }
  return {
    plural,
    singular,
    listKind,
    shortNames: [...new Set(shortNames)],
    categories: [...new Set(categories)],
    scope: scope === "Cluster" ? "Cluster" : "Namespaced",
  };
}

/** Returns whether the kind itself declares any of its names. */
export function hasOwnNames({ annotations }: KindModel): boolean {
  return annotations.tags.some(({ record }) => ["name", "names", "scope", "resource"].includes(record.effect.kind));
}

function wordsOf(value: RecordArgument[string] | undefined): readonly string[] {
  return typeof value === "object" ? value : [];
}

function holdsWord({ kind, ...argument }: TagArgument, word: string): boolean {
  if (kind !== "text" && kind !== "words" && kind !== "record") return false;
  return "value" in argument && JSON.stringify(argument.value).includes(JSON.stringify(word));
}

/** Returns the tag that contains a word. */
function tagOf(kind: KindModel, word: string): Tag | undefined {
  return kind.annotations.tags.find(({ argument }) => holdsWord(argument, word));
}

/** The kind of the list, `<kind>List`, must also fit into a label. */
const longestKind = 59;
const label = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

function isLabel(name: string): boolean {
  return label.test(name) && name.length <= 63;
}

function checkNames(reporter: Reporter, kind: KindModel, names: Omit<CrdNames, "scope">): void {
  checkListKind(reporter, kind, names.listKind);
  if (!/^[A-Z][A-Za-z0-9]*$/.test(kind.kind) || kind.kind.length > longestKind) {
    const isAccepted = isLabel(kind.kind.toLowerCase()) && isLabel(names.listKind.toLowerCase());
    const hint = `Write at most ${longestKind} letters and digits, the first a capital: ${kind.kind.replaceAll(/[^A-Za-z0-9]/g, "").replace(/^./, (first) => first.toUpperCase()) || "Bar"}`;
    const message = `${JSON.stringify(kind.kind)} cannot be the name of a kind`;
    reporter[isAccepted ? "mistake" : "error"]("kind/invalid", kind.identityAt, message, hint);
    if (!isAccepted) return;
  }
  const all = [names.plural, names.singular, ...names.shortNames, ...names.categories];
  for (const name of all) {
    if (isLabel(name)) continue;
    const hint = "Write at most 63 lower-case letters, digits and dashes, the first of them a letter.";
    const message = `${JSON.stringify(name)} cannot be the name of a resource`;
    reporter.error("crd/invalid", tagOf(kind, name)?.at ?? kind.at, message, hint);
  }
}

/**
 * Checks the kind of lists: the API server requires the form of a label, except for capitals, and a name other than the kind.
 */
function checkListKind(reporter: Reporter, kind: KindModel, listKind: string): void {
  if (listKind === `${kind.kind}List`) return;
  if (isLabel(listKind.toLowerCase()) && listKind !== kind.kind) return;
  const message = `${JSON.stringify(listKind)} cannot be the kind of lists of ${kind.kind}`;
  const hint = `Write another name, or remove the tag: the usual one is ${kind.kind}List.`;
  reporter.error("crd/invalid", tagOf(kind, listKind)?.at ?? kind.at, message, hint);
}

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/ for the rules of the names. */
export function checkGroupVersion(reporter: Reporter, kind: KindModel): void {
  const { group, version } = kind;
  if (!isDomain(group) || !group.includes(".")) {
    const hint = "Write a domain name of at least two parts in lower case, such as foo.example.com.";
    reporter.error("kind/invalid", kind.identityAt, `${JSON.stringify(group)} cannot be an API group`, hint);
  }
  if (!label.test(version) || version.length > 63) {
    const hint = "Write v1, v1alpha1, v1beta1, v2 …";
    reporter.error("kind/invalid", kind.identityAt, `${JSON.stringify(version)} cannot be a version`, hint);
  }
}

export const approval = "api-approved.kubernetes.io";

/** Returns whether the API server accepts a CRD of the group with these annotations. */
export function isApproved(group: string, { [approval]: value = "" }: Readonly<Record<string, string>>): boolean {
  const isKubernetes = /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);
  return !isKubernetes || /^(?:unapproved|[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\s]+)/.test(value);
}

/** Checks the approval that Kubernetes' own groups require: its URL, or the statement that there is none. */
export function checkApproval(
  reporter: Reporter,
  kind: KindModel,
  annotations: Readonly<Record<string, string>>,
): void {
  const { group } = kind;
  const value = annotations[approval] ?? "";
  if (isApproved(group, annotations)) return;
  if (value === "") {
    const hint = `Choose a domain that you own. (With an approval: @annotation ${approval}=URL)`;
    reporter.error("kind/invalid", kind.identityAt, `the group ${group} belongs to the Kubernetes project`, hint);
  } else {
    const message = `the annotation ${approval} must be a URL, or begin with "unapproved": ${JSON.stringify(value)}`;
    const hint = `For example: @annotation ${approval}=https://github.com/kubernetes/enhancements/pull/1111`;
    reporter.error("kind/invalid", tagOf(kind, `${approval}=${value}`)?.at ?? kind.identityAt, message, hint);
  }
}

/** The maximum length of an object's name. */
export const longestName = 253;

export function checkCrdName(reporter: Reporter, kind: KindModel, { plural }: Pick<CrdNames, "plural">): void {
  const name = `${plural}.${kind.group}`;
  if (name.length <= longestName) return;
  const message = `the name of the CRD, ${name.slice(0, 40)}…, has ${name.length} characters; a name has ${longestName} at most`;
  reporter.error("kind/invalid", kind.identityAt, message, "Shorten the group, or the plural with @plural.");
}
