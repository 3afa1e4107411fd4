/** The parts of an old object that its new object shows, and how a later change reaches the new object. */
import { createHash } from "node:crypto";
import { copyJson, isJsonObject, isSameJson } from "../core/json.js";
import { readJson } from "../core/json-fields.js";
import type { Kind, KubeObject, ObjectMeta } from "../kube/objects.js";
import { linkTo, mirroredAnnotation, waitsForAnnotation } from "./marks.js";
import type { Stored } from "./next-step.js";

/** The content of a new object: all fields except its identity and the metadata that the migration sets. */
export type NewContent<To extends KubeObject> = Omit<To, keyof KubeObject> & {
  /** Default: those of the old object. */
  readonly metadata?: Pick<Partial<ObjectMeta>, "labels" | "annotations">;
};

/** The rules of one migration. */
export interface Rules {
  readonly from: Kind;
  readonly to: Kind;
  /** The operator's finalizers: the names on old objects, and those on new ones. */
  readonly finalizers: ReadonlyMap<string, string>;
  readonly convert: ((old: KubeObject) => object) | undefined;
}

interface Content {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly status: unknown;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Annotations that describe the old object itself, and would be wrong on another. */
const foreign = /^(?:kubectl\.kubernetes\.io\/last-applied-configuration$|(?:migrate|applied)\.tsop\.dev\/)/;

export function contentOf(old: Stored, { convert }: Pick<Rules, "convert">): Content {
  const source = copyJson(old) as KubeObject;
  const carried = { labels: source.metadata.labels, annotations: source.metadata.annotations };
  const converted: object = convert === undefined ? source : convert(source);
  const { metadata, status } = converted as Record<string, unknown>;
  const given = convert === undefined || !isJsonObject(metadata) ? {} : metadata;
  return {
    fields: fieldsOf(converted),
    status,
    labels: carriedOf(given["labels"] ?? carried.labels),
    annotations: carriedOf(given["annotations"] ?? carried.annotations),
  };
}

/** Returns the content of an object without its identity, its metadata and its status. */
function fieldsOf(object: object): Record<string, unknown> {
  const others = new Set(["apiVersion", "kind", "metadata", "status"]);
  return Object.fromEntries(Object.entries(object).filter(([name]) => !others.has(name)));
}

function carriedOf(map: unknown): Record<string, string> {
  const entries = Object.entries(isJsonObject(map) ? map : {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string" && !foreign.test(entry[0])),
  );
}

/** Returns the object to create: it waits, and belongs to the old object. */
export function newObject(old: Stored, rules: Rules): KubeObject {
  const { fields, labels, annotations } = contentOf(old, rules);
  const { name, namespace, uid = "", finalizers = [] } = old.metadata;
  const marks = { [waitsForAnnotation]: uid, [mirroredAnnotation]: JSON.stringify(digestsOf(old, rules)) };
  const operators = finalizers.flatMap((finalizer) => rules.finalizers.get(finalizer) ?? []);
  return {
    ...fields,
    apiVersion: rules.to.apiVersion,
    kind: rules.to.kind,
    metadata: {
      ...(namespace === undefined ? { name } : { namespace, name }),
      labels,
      annotations: { ...annotations, ...marks },
      ...(operators.length === 0 ? {} : { finalizers: [...new Set(operators)] }),
      ownerReferences: [linkTo(rules.from, old)],
    },
  };
}

/**
 * Returns the status for the new object, or undefined if there is none. Its observed generations count the new object's
 * changes.
 */
export function statusFor(old: Stored, created: Stored, rules: Rules): unknown {
  const { status } = contentOf(old, rules);
  if (!isJsonObject(status) || Object.keys(status).length === 0) return undefined;
  const observed = (value: unknown): unknown => {
    if (!isJsonObject(value) || typeof value["observedGeneration"] !== "number") return value;
    const isCurrent = value["observedGeneration"] === old.metadata.generation;
    return { ...value, observedGeneration: isCurrent ? (created.metadata.generation ?? 0) : 0 };
  };
  const { conditions, ...fields } = status;
  const mapped = Array.isArray(conditions) ? { conditions: conditions.map(observed) } : {};
  return observed({ ...fields, ...mapped });
}

/** The digests of an old object's parts: its content, each label and each annotation. */
type Digests = Readonly<Record<string, string>>;

function digestsOf(old: Stored, rules: Rules): Digests {
  // The old fields, not the converted ones: a newer version of the operator may convert differently.
  const { labels, annotations } = contentOf(old, rules);
  const map = (part: string, values: Readonly<Record<string, string>>): [string, string][] =>
    Object.entries(values).map(([key, value]) => [`${part}/${key}`, digest(value)]);
  return Object.fromEntries([
    ["content", digest(fieldsOf(old))],
    ...map("labels", labels),
    ...map("annotations", annotations),
  ]);
}

function digest(value: unknown): string {
  const sorted = JSON.stringify(value, (_key, each: unknown) =>
    isJsonObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
  return createHash("sha256").update(sorted).digest("base64url").slice(0, 12);
}

function recordedIn(created: Stored): Digests {
  const value = readJson(created.metadata.annotations?.[mirroredAnnotation] ?? "");
  return isJsonObject(value) ? (value as Digests) : {};
}

/** Returns whether the new object shows the current state of the old one. */
export function isMirrored(old: Stored, created: Stored, rules: Rules): boolean {
  return isSameJson(recordedIn(created), digestsOf(old, rules));
}

/**
 * Returns the new object with the parts of the old one that have changed since the last time. The other parts keep what
 * users have changed in the new object.
 */
export function mirrored(old: Stored, created: Stored, rules: Rules): KubeObject {
  const [before, after] = [recordedIn(created), digestsOf(old, rules)];
  const { fields, labels, annotations } = contentOf(old, rules);
  const current = copyJson(created) as KubeObject;
  const { apiVersion, kind, metadata, status } = current as KubeObject & { readonly status?: unknown };
  const merge = (
    part: string,
    wanted: Readonly<Record<string, string>>,
    own: Record<string, string> = {},
  ): Record<string, string> => {
    const isChanged = (key: string): boolean => before[`${part}/${key}`] !== after[`${part}/${key}`];
    const kept = Object.entries(own).filter(([key]) => Object.hasOwn(wanted, key) || !isChanged(key));
    return Object.fromEntries([...kept, ...Object.entries(wanted).filter(([key]) => isChanged(key))]);
  };
  return {
    ...(before["content"] === after["content"] ? fieldsOf(current) : fields),
    ...(status === undefined ? {} : { status }),
    apiVersion,
    kind,
    metadata: {
      ...metadata,
      labels: merge("labels", labels, metadata.labels),
      annotations: {
        ...merge("annotations", annotations, metadata.annotations),
        [mirroredAnnotation]: JSON.stringify(after),
      },
    },
  };
}
