import { nextTurn } from "../../core/clock.js";
import { parseApiVersion, showGroupKind } from "../../core/gvk.js";
import { isJsonObject } from "../../core/json.js";
import { type Kind, type KubeObject, showKey } from "../../kube/objects.js";
import type { Spoke } from "./conversion.js";
import { convertStep, stepFromHub, stepToHub } from "./convert-step.js";
import type { Review } from "./review.js";

/** The versions of one kind, and how they are converted. */
export interface Conversions {
  readonly hub: Kind;
  readonly spokes: readonly Spoke<KubeObject>[];
}

/** An object, or a part of one. */
export interface ReviewedPart {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: KubeObject["metadata"];
  readonly spec?: unknown;
}

/** The reason why an object cannot be converted. */
class ConversionError extends Error {
  override readonly name = "ConversionError";
}

/** A version or a kind that has no conversion here, whatever the object. */
class UnknownVersionError extends Error {
  override readonly name = "UnknownVersionError";
}

/** The number of objects that are converted before other requests get their turn. */
const atOnce = 100;

/**
 * Responds to the conversion of a list of objects: with all of them, or with the reason why one cannot be converted.
 */
export async function answerConversion(
  { request, uid, apiVersion }: Review,
  conversions: ReadonlyMap<string, Conversions>,
): Promise<string> {
  const { desiredAPIVersion, objects } = request;
  if (typeof desiredAPIVersion !== "string" || !Array.isArray(objects)) {
    return failedConversion({ uid, apiVersion }, "request.desiredAPIVersion and request.objects are missing");
  }
  try {
    const convertedObjects: unknown[] = [];
    for (let start = 0; start < objects.length; start += atOnce) {
      const some = objects.slice(start, start + atOnce).map((object: unknown, index) => {
        return convertOne(object, start + index, desiredAPIVersion, conversions);
      });
      convertedObjects.push(...(await Promise.all(some)));
      await nextTurn();
    }
    return print({ uid, apiVersion }, { convertedObjects, result: { status: "Success" } });
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    const isUnknown = error.cause instanceof UnknownVersionError;
    return failedConversion({ uid, apiVersion }, error.message, isUnknown ? "NotFound" : undefined);
  }
}

/**
 * Returns the response for a failed conversion. The API server forwards the message; `tsop deploy` reads the reason.
 */
export function failedConversion(
  review: Pick<Review, "uid" | "apiVersion">,
  message: string,
  reason?: "NotFound",
): string {
  return print(review, {
    result: {
      status: "Failure",
      ...(reason === undefined ? {} : { reason }),
      message,
    },
  });
}

function print({ uid, apiVersion }: Pick<Review, "uid" | "apiVersion">, response: object): string {
  return JSON.stringify({
    apiVersion,
    kind: "ConversionReview",
    response: { uid, ...response },
  });
}

async function convertOne(
  object: unknown,
  index: number,
  desired: string,
  conversions: ReadonlyMap<string, Conversions>,
): Promise<unknown> {
  if (!isPart(object)) throw new ConversionError(`request.objects[${index}] is not a Kubernetes object`);
  if (object.apiVersion === desired) return object;
  const { metadata } = object;
  const place = metadata === undefined ? `an unnamed ${object.kind}` : `${object.kind} ${showKey(metadata)}`;
  const { group } = parseApiVersion(object.apiVersion);
  const known = conversions.get(showGroupKind({ group, kind: object.kind }));
  if (known === undefined) {
    const cause = new UnknownVersionError(`this server does not convert ${object.kind}`);
    throw new ConversionError(`${place}: ${cause.message}`, { cause });
  }
  try {
    return await convertPart(object, desired, known);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const reason = error instanceof TypeError ? `. ${partsReason}` : "";
    const message = `${place}: cannot convert ${object.apiVersion} to ${desired}: ${why}${reason}`;
    throw new ConversionError(message, { cause: error });
  }
}

/** The reason why a converter that was tested only with whole objects gets undefined fields. */
const partsReason =
  "For server-side apply, the API server also converts parts of objects: a converter must accept that any field is missing";

/**
 * Converts an object, or a part of one without some of its fields, including required ones and metadata. The API server
 * uses parts to find the removed fields when a user applies an object in another version than before. Source:
 * addBackOwnedItems in sigs.k8s.io/structured-merge-diff/v6/merge/update.go.
 *
 * @throws the error of the converter, or an Error that names an unknown version
 */
export async function convertPart(part: ReviewedPart, desired: string, conversions: Conversions): Promise<KubeObject> {
  const object = withoutNulls(part);
  try {
    return await convertObject(object, desired, conversions);
  } catch (error) {
    if (object.spec !== undefined) throw error;
    // Almost every converter reads fields of a spec without checking that it exists.
    const withSpec: KubeObject & { spec: object } = { ...object, spec: {} };
    const converted: KubeObject & { spec?: unknown } = await convertObject(withSpec, desired, conversions);
    // A field that no manager owns would look like a field that is not removed.
    if (JSON.stringify(converted.spec) === "{}") delete converted.spec;
    return converted;
  }
}

/** Replaces null by an empty object: a value that has lost all its fields is null, which would be rejected. */
function withoutNulls({ metadata, ...fields }: ReviewedPart): KubeObject & { spec?: unknown } {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    if (value !== null) return [[name, value]];
    return name === "spec" || name === "status" ? [[name, {}]] : [];
  });
  return {
    ...(Object.fromEntries(entries) as Omit<KubeObject, "metadata">),
    metadata: metadata ?? {},
  } as KubeObject;
}

/** @throws the error of the converter, or an Error that names an unknown version */
export async function convertObject(
  object: KubeObject,
  desired: string,
  { hub, spokes }: Conversions,
): Promise<KubeObject> {
  const spokeOf = (apiVersion: string): Spoke<KubeObject> => {
    const found = spokes.find(({ kind }) => kind.apiVersion === apiVersion);
    if (found !== undefined) return found;
    throw new UnknownVersionError(`${apiVersion} is neither the hub (${hub.apiVersion}) nor one of its spokes`);
  };
  const isFromHub = object.apiVersion === hub.apiVersion;
  const from = isFromHub ? undefined : spokeOf(object.apiVersion);
  const to = desired === hub.apiVersion ? undefined : spokeOf(desired);
  const inHub = from === undefined ? object : await convertStep(object, stepToHub(from, hub));
  return to === undefined ? inHub : convertStep(inHub, stepFromHub(to, hub));
}

function isPart(value: unknown): value is ReviewedPart {
  if (!isJsonObject(value)) return false;
  const { apiVersion, kind, metadata = {} } = value;
  return typeof apiVersion === "string" && typeof kind === "string" && isJsonObject(metadata);
}
