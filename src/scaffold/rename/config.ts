/** Changes the manifests that name a renamed kind: samples, roles, kustomizations, and the user's own. */
import path from "node:path";
import { isMap, isScalar, isSeq, parseAllDocuments, type Scalar, visit, type YAMLMap } from "yaml";
import { isUntouched, stamp } from "../../core/generated-stamp.js";
import type { IdentityChange } from "../../refactor/rename/identities.js";
import { applyChanges, type Change } from "../../refactor/text-changes.js";
import { pluralIn } from "./tags.js";
import type { RenamedKind } from "./renamed-kind.js";

export interface ConfigRenames {
  readonly kinds: readonly RenamedKind[];
  readonly identities: readonly IdentityChange[];
  /** The new text of values that are unmistakable: names of CRDs, groups with versions. */
  readonly texts: ReadonlyMap<string, string>;
  /** The new text of whole lines of comments. */
  readonly comments: ReadonlyMap<string, string>;
  /** The new names of roles and of samples. */
  readonly names: ReadonlyMap<string, string>;
  readonly moves: ReadonlyMap<string, string>;
}

/** Returns the new text of a YAML file. A file that is not valid YAML stays. */
export function renamedConfig(file: string, text: string, renames: ConfigRenames): string {
  const documents = parseAllDocuments(text);
  if (!Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0)) return text;
  const changes = new Map<number, Change>();
  const set = (node: unknown, to: string | undefined): void => {
    const change = isScalar(node) && to !== undefined ? scalarChange(text, node, to) : undefined;
    if (change !== undefined) changes.set(change.start, change);
  };
  const values = new Map([...renames.texts, ...relativeMoves(file, renames.moves)]);
  for (const document of documents) {
    visit(document, {
      Map: (_, map) => {
        changeMap(map, renames, set);
      },
      Scalar: (_, node) => {
        if (typeof node.value === "string") set(node, values.get(node.value.replace(/^\.\//, "")));
      },
    });
  }
  const changed = withComments(applyChanges(text, [...changes.values()]), renames);
  if (changed === text || !isUntouched(text)) return changed;
  return stamp(changed.replaceAll("\r\n", "\n").replace(/^.*\n/, ""));
}

type SetScalar = (node: unknown, to: string | undefined) => void;

function changeMap(map: YAMLMap, { kinds, identities, names }: ConfigRenames, set: SetScalar): void {
  const [apiVersion, kind] = [map.get("apiVersion"), map.get("kind")];
  const metadata = map.get("metadata");
  const found = identities.find(({ from }) => from.apiVersion === apiVersion && from.kind === kind);
  if (found !== undefined) {
    set(map.get("apiVersion", true), found.to.apiVersion);
    set(map.get("kind", true), found.to.kind);
  }
  const group = kind === "APIService" ? kinds.find(({ before }) => before.group === groupIn(map)) : undefined;
  if (group !== undefined) set(map.getIn(["spec", "group"], true), group.after.group);
  const isRole = typeof kind === "string" && /^(?:Cluster)?Role$/.test(kind);
  if ((found !== undefined || isRole) && isMap(metadata)) {
    const name = metadata.get("name");
    set(metadata.get("name", true), typeof name === "string" ? names.get(name) : undefined);
  }
  const groups = scalarsOf(map.get("apiGroups"));
  const resources = scalarsOf(map.get("resources"));
  const named = kinds.filter(({ before }) => groups.some(({ value }) => value === before.group));
  const plurals = new Map(named.map(({ before, after }) => [before.plural, after.plural]));
  for (const node of resources) set(node, pluralIn(String(node.value), plurals));
  for (const node of groups) set(node, named.find(({ before }) => before.group === node.value)?.after.group);
}

function groupIn(apiService: YAMLMap): unknown {
  return apiService.getIn(["spec", "group"]);
}

function scalarsOf(list: unknown): Scalar[] {
  return isSeq(list) ? list.items.filter((node): node is Scalar => isScalar(node)) : [];
}

/** Keeps the quotes of a scalar. */
function scalarChange(text: string, node: Scalar, to: string): Change | undefined {
  if (node.range == null || node.value === to) return undefined;
  const [start, end] = node.range;
  const before = text.slice(start, end);
  const value = String(node.value);
  return before.includes(value) ? { start, end, text: before.replace(value, () => to) } : undefined;
}

/** Returns the new names of moved files, as a file names them. */
function relativeMoves(file: string, moves: ReadonlyMap<string, string>): (readonly [string, string])[] {
  const folder = path.posix.dirname(file);
  return [...moves].map(([from, to]) => [path.posix.relative(folder, from), path.posix.relative(folder, to)] as const);
}

function withComments(text: string, { comments, kinds }: ConfigRenames): string {
  const lines = text.split("\n").map((line) => {
    const wanted = comments.get(line.trimEnd());
    return wanted === undefined ? line : wanted + line.slice(line.trimEnd().length);
  });
  const schemas = kinds.map(({ before, after }) => [schemaOf(before.sampleFile), schemaOf(after.sampleFile)] as const);
  return lines
    .map((line) =>
      line.startsWith("# yaml-language-server:")
        ? schemas.reduce((now, [from, to]) => now.replace(`/schemas/${from}`, `/schemas/${to}`), line)
        : line,
    )
    .join("\n");
}

export function schemaOf(sampleFile: string): string {
  return path.posix.basename(sampleFile).replace(/\.yaml$/, ".json");
}
