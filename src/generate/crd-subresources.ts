/** The status and scale subresources, and selectable fields. */
import type { SourceLocation } from "../core/source-location.js";
import type { Tag } from "../model/annotations.js";
import type { KindModel } from "../model/model.js";
import type { TagEffect } from "../model/tag-record.js";
import type { FieldPath } from "./field-paths.js";
import { followPath, isSimplePath, pathHint } from "./json-path.js";
import type { Fault, Reporter } from "./reporter.js";
import type { Schema } from "../schema/schema.js";
import { recordOf } from "./tags/context.js";

export interface Subresources {
  status?: Record<string, never>;
  scale?: { specReplicasPath: string; statusReplicasPath: string; labelSelectorPath?: string };
}

/** A version of a kind with the schema that was built from it. */
export interface VersionParts {
  readonly reporter: Reporter;
  readonly kind: KindModel;
  readonly root: Schema;
  readonly fields: readonly FieldPath[];
}

export function subresourcesOf(version: VersionParts): Subresources | undefined {
  const status = hasStatus(version) ? { status: {} } : {};
  const scale = scaleOf(version);
  const subresources: Subresources = { ...status, ...(scale === undefined ? {} : { scale }) };
  return Object.keys(subresources).length === 0 ? undefined : subresources;
}

export function tagsOf(kind: KindModel, effect: TagEffect["kind"]): Tag[] {
  return kind.annotations.tags.filter(({ record }) => record.effect.kind === effect);
}

function hasStatus({ reporter, kind, root }: VersionParts): boolean {
  const [on] = tagsOf(kind, "subresource");
  const [off] = tagsOf(kind, "noStatusSubresource");
  if (on !== undefined && off !== undefined) {
    reporter.error("tag/conflict", off.at, `${off.spelling} contradicts ${on.spelling}`, "Keep one of them.");
  }
  return on !== undefined || (off === undefined && root.properties?.["status"] !== undefined);
}

interface ScalePath {
  readonly path: string;
  readonly at: SourceLocation;
}

function scaleOf(version: VersionParts): Subresources["scale"] | undefined {
  const { spec, status, selector } = scalePaths(version);
  const [known] = [spec, status, selector].filter((path) => path !== undefined);
  if (known === undefined) return undefined;
  if (spec === undefined || status === undefined) {
    const absent = spec === undefined ? "@specReplicas" : "@statusReplicas";
    const message = "the scale subresource needs the desired and the observed number of replicas";
    version.reporter.error(
      "crd/invalid",
      known.at,
      message,
      `Put ${absent} on the field that contains the other number.`,
    );
    return undefined;
  }
  checkScalePath(version, spec, "spec", "integer");
  checkScalePath(version, status, "status", "integer");
  if (selector !== undefined) checkScalePath(version, selector, "status", "string");
  return {
    specReplicasPath: spec.path,
    statusReplicasPath: status.path,
    ...(selector === undefined ? {} : { labelSelectorPath: selector.path }),
  };
}

type ScalePart = "spec" | "status" | "selector";

function scalePaths({ reporter, kind, fields }: VersionParts): Partial<Record<ScalePart, ScalePath>> {
  const paths: Partial<Record<ScalePart, ScalePath>> = {};
  const add = (part: ScalePart, path: string, tag: Tag): void => {
    const present = paths[part];
    if (present === undefined) paths[part] = { path, at: tag.at };
    else if (present.path !== path) {
      const message = `${tag.spelling}: the scale subresource already uses ${present.path}`;
      reporter.error("tag/conflict", tag.at, message, "Keep one of the two.");
    }
  };
  for (const tag of tagsOf(kind, "scale")) {
    for (const [part, path] of Object.entries(recordOf(tag))) {
      if (part === "spec" || part === "status" || part === "selector") add(part, String(path), tag);
    }
  }
  for (const field of fields) {
    for (const tag of field.annotations.tags) {
      if (tag.record.effect.kind === "scalePath") add(tag.record.effect.part, field.path, tag);
    }
  }
  return paths;
}

function checkScalePath(
  { reporter, root }: VersionParts,
  { path, at }: ScalePath,
  half: "spec" | "status",
  type: "integer" | "string",
): void {
  const isUnder = path.startsWith(`.${half}.`) || (type === "string" && path.startsWith(".spec."));
  if (!isSimplePath(path) || !isUnder) {
    const hint = `Write a path of names with dots: .${half}.${type === "integer" ? "replicas" : "selector"}`;
    const report = isUnder ? "mistake" : "error";
    reporter[report]("crd/invalid", at, `${JSON.stringify(path)} cannot be a path of the scale subresource`, hint);
    return;
  }
  const target = followPath(root, path);
  if (target === undefined) {
    reporter.mistake("crd/invalid", at, `the path ${path} leads to no field`, pathHint(root, path));
  } else if (target !== "unknown" && target.type !== type) {
    const hint = type === "integer" ? "Write Int32 as its type." : "Write string as its type.";
    reporter.mistake("crd/invalid", at, `${path} must be of the type ${type}`, hint);
  }
}

export function selectableFields({ reporter, kind, root, fields }: VersionParts): { jsonPath: string }[] {
  const found = [
    ...tagsOf(kind, "selectable").map((tag) => ({ tag, path: String(recordOf(tag)["jsonPath"] ?? "") })),
    ...fields.flatMap(({ path, annotations }) =>
      annotations.tags
        .filter(({ record }) => record.effect.kind === "selectable")
        .map((tag) => ({ tag, path: String(recordOf(tag)["jsonPath"] ?? path) })),
    ),
  ];
  const paths = found.map(({ path }) => path);
  for (const [index, { tag }] of found.entries()) {
    const fault = selectableFault(root, paths, index);
    if (fault !== undefined) reporter.error("crd/invalid", tag.at, fault.message, fault.hint);
  }
  return found.map(({ path }) => ({ jsonPath: path }));
}

/** Returns the reason why the API server rejects one of the selectable fields of a version. */
export function selectableFault(root: Schema, paths: readonly string[], index: number): Fault | undefined {
  const path = paths[index] ?? "";
  const target = isSimplePath(path) && !path.startsWith(".metadata") ? followPath(root, path) : undefined;
  const isScalar = typeof target === "object" && ["string", "boolean", "integer"].includes(target.type ?? "");
  if (!isScalar) {
    const message = `${JSON.stringify(path)} is not a field of type string, boolean or integer`;
    return { message, hint: "Write the path of such a field: .spec.color" };
  }
  if (paths.indexOf(path) < index)
    return { message: `${path} is already selectable`, hint: "Remove one of the two tags." };
  if (index >= 8) return { message: "a kind can have eight selectable fields at most", hint: "Remove this one." };
  return undefined;
}
