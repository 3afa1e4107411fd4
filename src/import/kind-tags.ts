/** Converts names, columns, subresources and so on to tags above the interface of a kind. */
import { pluralize } from "../core/plural.js";
import type { ImportedColumn, ImportedCrd, ImportedVersion } from "./imported-crd.js";
import { jsonText, recordText, tag, type TagText, wordText } from "./tag-text.js";

export function kindTags(crd: ImportedCrd, version: ImportedVersion): TagText[] {
  return [
    tag("imported"),
    ...nameTags(crd),
    ...pairTags("annotation", crd.annotations),
    ...pairTags("label", crd.labels),
    ...versionTags(crd, version),
    ...version.columns.map(columnTag),
    ...version.selectable.map((path) => tag("selectable", wordOrQuoted(path))),
  ];
}

function nameTags({ kind, plural, singular, listKind, shortNames, categories, scope }: ImportedCrd): TagText[] {
  return [
    ...(plural === pluralize(kind) ? [] : [tag("plural", plural)]),
    ...(singular === kind.toLowerCase() ? [] : [tag("singular", singular)]),
    ...(listKind === `${kind}List` ? [] : [tag("listKind", listKind)]),
    ...(shortNames.length === 0 ? [] : [tag("shortName", shortNames.join(";"))]),
    ...(categories.length === 0 ? [] : [tag("categories", categories.join(";"))]),
    ...(scope === "Cluster" ? [tag("scope", "Cluster")] : []),
  ];
}

function versionTags({ versions }: ImportedCrd, version: ImportedVersion): TagText[] {
  const { schema, scale } = version;
  const hasStatusField = schema.properties?.["status"] !== undefined;
  return [
    ...(versions.length > 1 && version.storage ? [tag("storageVersion")] : []),
    ...(version.served ? [] : [tag("unserved")]),
    ...(version.deprecated
      ? [tag("deprecated", version.deprecationWarning === undefined ? "" : jsonText(version.deprecationWarning))]
      : []),
    ...(hasStatusField && !version.hasStatus ? [tag("noStatusSubresource")] : []),
    ...(!hasStatusField && version.hasStatus ? [tag("subresource", "status")] : []),
    ...(scale === undefined ? [] : [tag("scale", pathsText({ ...scale }))]),
  ];
}

function columnTag({ name, type, jsonPath, description, format, priority }: ImportedColumn): TagText {
  const start = `name=${wordText(name)} type=${wordText(type)} jsonPath=${wordOrQuoted(jsonPath)}`;
  return tag(
    "printColumn",
    [start, recordText({ format, priority, description })].filter((part) => part !== "").join(" "),
  );
}

function pathsText(paths: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(paths)
    .flatMap(([name, path]) => (path === undefined ? [] : [`${name}=${wordOrQuoted(path)}`]))
    .join(" ");
}

/** Quotes a path, unless it consists of names. */
function wordOrQuoted(path: string): string {
  return /^(?:\.[A-Za-z][\w-]*)+$/.test(path) ? path : jsonText(path);
}

function pairTags(name: "annotation" | "label", pairs: Readonly<Record<string, string>>): TagText[] {
  return Object.entries(pairs).map(([key, value]) => {
    const pair = `${key}=${value}`;
    return /^[\w./:=@#?&%+-]+$/.test(pair) ? tag(name, pair) : tag("crdMetadata", `${name}s=${jsonText(pair)}`);
  });
}
