/** Converts an object between the hub and another version. */
import { canonicalJson } from "../../core/canonical-json.js";
import { parseApiVersion } from "../../core/gvk.js";
import type { Kind, KubeObject } from "../../kube/objects.js";
import type { Converted, Converter, Spoke, SpokeOptions } from "./conversion.js";
import { type ListKeys, lossBetween, readLoss, restore } from "./lost-fields.js";

type Convert = Converter<KubeObject, KubeObject>["toHub"];

/** A conversion in one direction. */
export interface Step {
  readonly from: string;
  readonly to: string;
  readonly there: Convert;
  readonly back: Convert;
  readonly options: SpokeOptions;
}

export function stepToHub({ kind, converter, options }: Spoke<KubeObject>, hub: Kind): Step {
  const { toHub: there, fromHub: back } = converter;
  return { from: kind.apiVersion, to: hub.apiVersion, there, back, options };
}

export function stepFromHub({ kind, converter, options }: Spoke<KubeObject>, hub: Kind): Step {
  const { toHub: back, fromHub: there } = converter;
  return { from: hub.apiVersion, to: kind.apiVersion, there, back, options };
}

/** @throws the error of the converter */
export async function convertStep(object: KubeObject, step: Step): Promise<KubeObject> {
  const { to, there, options } = step;
  if (options.keepLost !== true) return inVersion(object, to, await there(structuredClone(object)));
  const { rest, stored } = takeAnnotation(object, annotationOf(to));
  const plain = inVersion(rest, to, await there(structuredClone(rest)));
  const converted = stored === undefined ? plain : restoreIn(plain, stored, step);
  const lost = await lossOf(rest, converted, step);
  return lost === undefined ? converted : withAnnotation(converted, annotationOf(step.from), canonicalJson(lost));
}

/** Returns the annotation that contains the fields of a version: `foo.abc.com/v1-fields`. */
function annotationOf(apiVersion: string): string {
  const { group, version } = parseApiVersion(apiVersion);
  return `${group}/${version}-fields`;
}

/** Returns the object without an annotation that contains a loss, and the loss. */
function takeAnnotation(object: KubeObject, name: string): { readonly rest: KubeObject; readonly stored?: unknown } {
  const { [name]: text, ...annotations } = object.metadata.annotations ?? {};
  const stored = typeof text === "string" ? readLoss(text) : undefined;
  if (stored === undefined) return { rest: object };
  return { rest: { ...object, metadata: { ...object.metadata, annotations } }, stored };
}

function withAnnotation(object: KubeObject, name: string, text: string): KubeObject {
  const { metadata } = object;
  return { ...object, metadata: { ...metadata, annotations: { ...metadata.annotations, [name]: text } } };
}

function restoreIn(object: KubeObject, stored: unknown, { to, options }: Step): KubeObject {
  const { apiVersion, kind, metadata } = object;
  const restored = restore(fieldsOf(object), stored, keysOf(to, options));
  // Restoration changes fields of an object, and keeps it an object.
  return { ...(restored as object), apiVersion, kind, metadata };
}

async function lossOf(
  object: KubeObject & { readonly spec?: unknown },
  converted: KubeObject & { readonly spec?: unknown },
  { from, back, options }: Step,
): Promise<unknown> {
  // A converter may read fields of the spec without checking that it exists.
  const whole = object.spec === undefined || converted.spec !== undefined ? converted : { ...converted, spec: {} };
  const again = inVersion(whole, from, await back(structuredClone(whole)));
  return lossBetween(fieldsOf(object), fieldsOf(again), keysOf(from, options));
}

function keysOf(apiVersion: string, { listKeys = {} }: SpokeOptions): ListKeys {
  return listKeys[parseApiVersion(apiVersion).version] ?? {};
}

const identity: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** Returns the fields that a conversion may change, except labels and annotations. */
function fieldsOf(object: KubeObject): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !identity.has(name)));
}

/**
 * Keeps the identity: the API server rejects a conversion that changes more of the metadata than labels and
 * annotations.
 */
function inVersion(
  object: KubeObject,
  apiVersion: string,
  { metadata: { labels, annotations } = {}, ...fields }: Converted<KubeObject>,
): KubeObject {
  const said = { ...(labels === undefined ? {} : { labels }), ...(annotations === undefined ? {} : { annotations }) };
  return { ...fields, apiVersion, kind: object.kind, metadata: { ...object.metadata, ...said } };
}
