/** The fields of a ClusterServiceVersion that only its author can fill, and that are missing or still contain a placeholder. */
import type { Diagnostic } from "../../core/diagnostic.js";
import type { ExactJsonObject, ExactJsonValue } from "../../core/json.js";
import { listAt, textAt } from "../../core/object-fields.js";
import type { SourceLocation } from "../../core/source-location.js";

interface Wanted {
  readonly field: string;
  readonly isMissing: (spec: ExactJsonObject) => boolean;
  readonly hint: string;
}

/** The shortest texts that catalogs accept. Source: operator-pipelines, static checks of community operators. */
const shortest = { displayName: 3, description: 20, provider: 3 };

const wanted: readonly Wanted[] = [
  {
    field: "spec.displayName",
    isMissing: (spec) => textAt(spec, "displayName").length < shortest.displayName,
    hint: "Write the name of the operator for people: displayName: Memcached Operator",
  },
  {
    field: "spec.description",
    isMissing: (spec) => textAt(spec, "description").trim().length < shortest.description,
    hint: "Write, in Markdown and with at least 20 characters, what the operator manages and what it requires.",
  },
  {
    field: "spec.provider.name",
    isMissing: (spec) => textAt(spec, "provider", "name").trim().length < shortest.provider,
    hint: "Write who provides the operator: provider: {name: Example Inc., url: https://example.com}",
  },
  {
    field: "spec.maintainers",
    isMissing: (spec) => isIncomplete(listAt(spec, "maintainers"), ["name", "email"]),
    hint: "Write the name and the email of each maintainer: maintainers: [{name: Ann, email: ann@example.com}]",
  },
  {
    field: "spec.links",
    isMissing: (spec) => isIncomplete(listAt(spec, "links"), ["name", "url"]),
    hint: "Write a name and a URL for each link: links: [{name: Documentation, url: https://example.com/docs}]",
  },
  {
    field: "spec.keywords",
    isMissing: (spec) => listAt(spec, "keywords").length === 0,
    hint: "Write the words by which users search for the operator: keywords: [cache, memcached]",
  },
  {
    field: "spec.icon",
    isMissing: (spec) => listAt(spec, "icon").length === 0,
    hint: "Put the icon into config/manifests/icon.svg (or .png, .jpg, .gif).",
  },
];

function isIncomplete(list: readonly ExactJsonValue[], fields: readonly string[]): boolean {
  return list.length === 0 || list.some((each) => fields.some((field) => textAt(each, field).trim() === ""));
}

/** The texts of operator-sdk's base, and of other templates. */
const placeholders: readonly {
  readonly field: string;
  readonly texts: (spec: ExactJsonObject) => readonly string[];
}[] = [
  { field: "spec.description", texts: (spec) => [textAt(spec, "description")] },
  { field: "spec.provider", texts: (spec) => ["name", "url"].map((key) => textAt(spec, "provider", key)) },
  { field: "spec.maintainers", texts: (spec) => pairsIn(spec, "maintainers", ["name", "email"]) },
  { field: "spec.links", texts: (spec) => pairsIn(spec, "links", ["url"]) },
];

const placeholder =
  /\bTODO\b|^(?:Provider|Maintainer) Name$|^your@email\.com$|^https:\/\/(?:your|[a-z0-9.-]+)\.domain(?:\/|$)/;

function pairsIn(spec: ExactJsonObject, list: string, fields: readonly string[]): string[] {
  return listAt(spec, list).flatMap((each) => fields.map((field) => textAt(each, field)));
}

export interface AuthorsPart {
  /** The `spec` of the whole ClusterServiceVersion. */
  readonly spec: ExactJsonObject;
  /** The location of `spec` in the author's file. */
  readonly at: SourceLocation;
}

/** Returns one finding for each field. */
export function missingFields({ spec, at }: AuthorsPart, severity: "error" | "warning"): Diagnostic[] {
  const missing = wanted
    .filter(({ isMissing }) => isMissing(spec))
    .map(({ field, hint }): Diagnostic => ({
      code: "bundle/missing-field",
      severity,
      message: `${field} is missing, or too short for a catalog`,
      at,
      hint,
    }));
  const found = placeholders.flatMap(({ field, texts }): Diagnostic[] => {
    const text = texts(spec).find((each) => placeholder.test(each));
    if (text === undefined) return [];
    const message = `${field} contains the placeholder ${JSON.stringify(text)}`;
    return [{ code: "bundle/placeholder", severity, message, at, hint: "Replace it with your own text." }];
  });
  return [...missing, ...found];
}
