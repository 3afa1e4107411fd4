/** Arranges the reference of an API as a page. */
import type { CrdColumn } from "../compatibility/crd.js";
import { printExactJson } from "../core/exact-json.js";
import { printYaml } from "../core/print-yaml.js";
import { withoutKeywords } from "../import/keywords.js";
import { type Block, type Cell, code, type Inline, joinLines, type Line, type Page } from "./formats/block.js";
import { Anchors } from "./anchors.js";
import { descriptionBlocks, descriptionLines } from "./words/descriptions.js";
import { constraintsOf, valueLines } from "./words/constraints.js";
import type { KubernetesFacts } from "./words/kubernetes-links.js";
import { innerConstraints, typeLine } from "./words/type-words.js";
import {
  type Field,
  type KindEntry,
  type NamedType,
  type Occurrence,
  occurrencesIn,
  type Package,
  type Reference,
} from "./reference.js";

export interface PageOptions {
  readonly title: string;
  readonly kubernetes: KubernetesFacts;
}

/** What the parts of a package share. */
interface Layout {
  readonly anchors: Anchors;
  readonly kubernetes: KubernetesFacts;
  readonly occurrences: ReadonlyMap<NamedType, readonly Occurrence[]>;
}

export function layOut({ packages }: Reference, { title, kubernetes }: PageOptions): Page {
  const anchors = new Anchors(packages);
  const contents = packages.map((each): Line => [
    { kind: "link", content: `${each.group}/${each.version}`, to: `#${anchors.ofPackage(each)}` },
    ": ",
    ...joinLines(
      each.kinds.map(({ type }): Line => [{ kind: "link", content: type.name, to: `#${anchors.of(type)}` }]),
      ", ",
    ),
  ]);
  return {
    title,
    blocks: [
      { kind: "list", items: contents },
      ...packages.flatMap((each) => packageBlocks(each, { anchors, kubernetes, occurrences: occurrencesIn(each) })),
    ],
  };
}

function packageBlocks(each: Package, layout: Layout): Block[] {
  const { group, version, kinds, types } = each;
  return [
    { kind: "heading", level: 2, text: `${group}/${version}`, anchor: layout.anchors.ofPackage(each) },
    ...kinds.flatMap((kind) => kindBlocks(kind, `${group}/${version}`, layout)),
    ...types.flatMap((type) => typeBlocks(type, layout)),
  ];
}

function kindBlocks({ crd, version, type, samples }: KindEntry, apiVersion: string, layout: Layout): Block[] {
  const facts: Line[] = [
    [{ kind: "strong", text: "Scope" }, `: ${crd.scope === "Cluster" ? "cluster-scoped" : "namespaced"}`],
    [{ kind: "strong", text: "Names" }, ": ", ...namesLine(crd.plural, crd.singular, crd.shortNames)],
    [{ kind: "strong", text: "Kind of lists" }, ": ", code(crd.listKind)],
    ...(crd.categories.length === 0 ? [] : [fact("Categories", codes(crd.categories))]),
    [{ kind: "strong", text: "Version" }, `: ${versionWords(version)}`],
    ...(crd.versions.length < 2 ? [] : [fact("All versions", versionList(crd.versions, crd.conversion))]),
    ...(version.hasStatus || version.scale !== undefined ? [fact("Subresources", subresources(version))] : []),
    ...(version.selectable.length === 0 ? [] : [fact("Field selectors", codes(version.selectable))]),
  ];
  return [
    { kind: "heading", level: 3, text: type.name, anchor: layout.anchors.of(type) },
    ...descriptionBlocks(type.description),
    { kind: "list", items: facts },
    ...objectBlocks(type, layout, [
      [[[code("apiVersion")]], [[{ kind: "emphasis", text: "string" }]], [[code(apiVersion)]], [], [["Required"]]],
      [[[code("kind")]], [[{ kind: "emphasis", text: "string" }]], [[code(crd.kind)]], [], [["Required"]]],
    ]),
    ...columnBlocks(version.columns),
    ...samples.flatMap(({ file, value }): Block[] => [
      { kind: "paragraph", line: [{ kind: "strong", text: "Example" }, " (", code(file), "):"] },
      { kind: "code", language: "yaml", text: printYaml(value, { keepOrder: true }) },
    ]),
  ];
}

function fact(name: string, line: Line): Line {
  return [{ kind: "strong", text: name }, ": ", ...line];
}

function codes(texts: readonly string[]): Inline[] {
  return joinLines(
    texts.map((text): Line => [code(text)]),
    ", ",
  );
}

function namesLine(plural: string, singular: string, shortNames: readonly string[]): Inline[] {
  return [
    ...[code(plural), " (plural), ", code(singular), " (singular)"],
    ...shortNames.flatMap((name) => [", ", code(name), " (short)"]),
  ];
}

function versionWords({ isServed, isStored, deprecation }: KindEntry["version"]): string {
  const parts = [
    isServed ? "served" : "not served",
    ...(isStored ? ["storage version"] : []),
    ...(deprecation === undefined ? [] : [`deprecated${deprecation === "" ? "" : `: ${deprecation}`}`]),
  ];
  return parts.join(", ");
}

function versionList(versions: readonly KindEntry["version"][], conversion: string): Inline[] {
  const names = versions.map((version): Line => [code(version.name), ` (${versionWords(version)})`]);
  const how =
    conversion === "Webhook"
      ? "; a webhook converts objects between them"
      : "; the API server changes only the apiVersion between them";
  return [...joinLines(names, ", "), how];
}

function subresources({ hasStatus, scale }: KindEntry["version"]): Inline[] {
  const parts: Line[] = [
    ...(hasStatus ? [[code("status")]] : []),
    ...(scale === undefined
      ? []
      : [
          [
            ...[code("scale"), " (desired replicas ", code(scale.spec), ", current replicas ", code(scale.status)],
            ...(scale.selector === undefined ? [] : [", selector ", code(scale.selector)]),
            ")",
          ],
        ]),
  ];
  return joinLines(parts, ", ");
}

function columnBlocks(columns: readonly CrdColumn[]): Block[] {
  if (columns.length === 0) return [];
  const head = ["Column", "Type", "Path", "Description"];
  const rows = columns.map(({ name, type, jsonPath, format, priority, description = "" }): Cell[] => [
    [[name]],
    [[format === undefined ? type : `${type} (${format})`]],
    [[code(jsonPath)]],
    [...descriptionLines(description), ...(priority === undefined ? [] : [["Only with ", code("-o wide")]])],
  ]);
  return [
    { kind: "paragraph", line: [{ kind: "strong", text: "Columns" }, " of ", code("kubectl get"), ":"] },
    { kind: "table", head, rows },
  ];
}

function typeBlocks(type: NamedType, layout: Layout): Block[] {
  const { shape, description } = type;
  const own: Block[] =
    shape.kind === "object"
      ? objectBlocks(type, layout, [])
      : shape.kind === "enum"
        ? [
            ...enumBlocks(shape.values, shape.descriptions),
            ...constraintBlocks({ schema: withoutKeywords(type.schema, new Set(["enum"])) }),
          ]
        : [
            { kind: "paragraph", line: [{ kind: "strong", text: "Type" }, ": ", ...typeLine(shape.type, layout)] },
            ...constraintBlocks(type, innerConstraints(shape.type)),
          ];
  return [
    { kind: "heading", level: 3, text: type.name, anchor: layout.anchors.of(type) },
    ...descriptionBlocks(description),
    ...own,
    ...occurrenceBlocks(type, layout),
  ];
}

function enumBlocks(...[values, descriptions]: Parameters<typeof valueLines>): Block[] {
  return [
    { kind: "paragraph", line: [{ kind: "strong", text: "Values" }, ":"] },
    { kind: "list", items: valueLines(values, descriptions) },
  ];
}

function objectBlocks(type: NamedType, layout: Layout, first: readonly (readonly Cell[])[]): Block[] {
  if (type.shape.kind !== "object") return [];
  const head = ["Field", "Type", "Description", "Default", "Constraints"];
  const rows = [...first, ...type.shape.fields.map((field) => fieldRow(field, layout))];
  return [...constraintBlocks(type), ...(rows.length === 0 ? [] : [{ kind: "table", head, rows } as const])];
}

function fieldRow(field: Field, layout: Layout): Cell[] {
  const { name, type, schema, isRequired, description } = field;
  return [
    [[code(name)]],
    [typeLine(type, layout)],
    descriptionLines(description),
    schema.default === undefined ? [] : [[code(printExactJson(schema.default))]],
    [[isRequired ? "Required" : "Optional"], ...constraintsOf(schema), ...innerConstraints(type)],
  ];
}

function constraintBlocks({ schema }: Pick<NamedType, "schema">, inner: readonly Line[] = []): Block[] {
  const items = [...constraintsOf(schema), ...inner];
  if (items.length === 0) return [];
  return [
    { kind: "paragraph", line: [{ kind: "strong", text: "Constraints" }, ":"] },
    { kind: "list", items },
  ];
}

function occurrenceBlocks(type: NamedType, { anchors, occurrences }: Layout): Block[] {
  const found = occurrences.get(type) ?? [];
  const items = found.map((each): Line => [
    { kind: "link", content: each.type.name, to: `#${anchors.of(each.type)}` },
    ...(each.field === undefined ? [] : [" in ", code(each.field)]),
  ]);
  return [
    { kind: "paragraph", line: [{ kind: "strong", text: "Appears in" }, ":"] },
    { kind: "list", items },
  ];
}
