/** Source: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go. */
import { goTypeOf } from "../../../core/go-type.js";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.js";
import { setOwn } from "../../../core/own-members.js";
import { randomUUID } from "node:crypto";
import { type ApiObject, type ObjectMeta, textOf } from "../../api-object.js";
import { validateAnnotations, validateLabels } from "../../kinds/validation/labels.js";
import { serverFault, type StatusError } from "../../status-error.js";
import { wrongTypeFault } from "../../types/go-fault.js";
import type { Definition } from "../definition.js";
import type { ServiceResolver } from "../../webhooks/service-resolver.js";
import { postReview } from "./post-review.js";

export interface WebhookConversion {
  readonly definition: Definition;
  /** The version to convert to. */
  readonly apiVersion: string;
  readonly host: ConversionHost;
}

/** Sends the objects of other versions to the webhook. The identity of an object does not change. */
export async function convertByWebhook(
  objects: readonly ApiObject[],
  { definition, apiVersion, host }: WebhookConversion,
): Promise<ApiObject[]> {
  const isAsked = (object: ApiObject): boolean => object.apiVersion !== apiVersion && !isEmpty(object);
  const others = objects.filter(isAsked);
  const [first] = others;
  if (first === undefined) return objects.map((object) => ({ ...object, apiVersion }));
  const converter = host.convert === undefined ? "conversion webhook" : "conversion";
  const said = (why: string): StatusError => serverFault(`${converter} for ${showKind(first)} ${why}`);
  const asked = host.convert?.(others, apiVersion) ?? ask(others, { definition, apiVersion, host });
  const answers = await asked.catch((error: unknown) => {
    throw said(`failed: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (answers.length !== others.length) throw said(`returned ${answers.length} objects, expected ${others.length}`);
  const converted = others.map((object, index) => {
    const answered = answers[index] ?? null;
    const unreadable = unstructuredFault(answered);
    if (unreadable !== undefined) throw serverFault(unreadable);
    const wrong = adopt(object, answered, apiVersion);
    if (typeof wrong === "string") throw said(wrong);
    return wrong;
  });
  return objects.map((object) => (isAsked(object) ? converted.shift() : undefined) ?? { ...object, apiVersion });
}

/** Reports whether pruning removed every field of the object. Such an object is converted without the webhook. */
function isEmpty(object: ApiObject): boolean {
  return Object.keys(object).every((name) => name === "apiVersion" || name === "kind");
}

async function ask(objects: readonly ApiObject[], conversion: WebhookConversion): Promise<readonly Json[]> {
  const { definition, apiVersion, host } = conversion;
  const { clientConfig, conversionReviewVersions = [] } = definition.spec.conversion?.webhook ?? {};
  const reviewVersion = conversionReviewVersions.find(isKnown);
  if (reviewVersion === undefined) throw new Error("no supported conversion review versions");
  const uid = randomUUID();
  const reviewApiVersion = `apiextensions.k8s.io/${reviewVersion}`;
  const review = {
    kind: "ConversionReview",
    apiVersion: reviewApiVersion,
    request: { uid, desiredAPIVersion: apiVersion, objects: [...objects] },
    response: { uid: "", convertedObjects: null, result: { metadata: {} } },
  };
  const answer = await postReview(clientConfig ?? {}, host.resolveService, review, reviewVersion);
  return convertedObjects(answer, { uid, reviewApiVersion });
}

function isKnown(version: string): version is "v1" | "v1beta1" {
  return version === "v1" || version === "v1beta1";
}

function convertedObjects(
  answer: JsonObject,
  { uid, reviewApiVersion }: { readonly uid: string; readonly reviewApiVersion: string },
): readonly Json[] {
  const isChecked = reviewApiVersion.endsWith("/v1");
  if (isChecked && (answer["apiVersion"] !== reviewApiVersion || answer["kind"] !== "ConversionReview")) {
    throw new Error(`expected webhook response of ${reviewApiVersion}, Kind=ConversionReview, got ${showKind(answer)}`);
  }
  const { response } = answer;
  if (!isJsonObject(response)) throw new Error("no response provided");
  const { result, convertedObjects: converted } = response;
  if (isChecked && response["uid"] !== uid) {
    throw new Error(`expected response.uid="${uid}", got "${textOf(response, "uid")}"`);
  }
  const status = isJsonObject(result) ? result["status"] : undefined;
  if (status !== "Success") {
    const message = isJsonObject(result) ? result["message"] : undefined;
    if (typeof message === "string" && message !== "") throw new Error(message);
    throw new Error(
      `response.result.status was '${isJsonObject(result) ? textOf(result, "status") : ""}', not 'Success'`,
    );
  }
  return Array.isArray(converted) ? converted : [];
}

/** Returns the API server's message for a value that it cannot read as an object of any kind. */
function unstructuredFault(answered: Json): string | undefined {
  if (answered === null) return "unexpected end of JSON input";
  if (!isJsonObject(answered)) return wrongTypeFault(answered, "map[string]interface {}");
  const hasKind = typeof answered["kind"] === "string" && answered["kind"] !== "";
  return hasKind ? undefined : `Object 'Kind' is missing in '${JSON.stringify(answered)}'`;
}

/**
 * Returns the converted object with the original metadata, except for labels and annotations, or the error message as a
 * string.
 */
function adopt(original: ApiObject, converted: Json, apiVersion: string): ApiObject | string {
  if (!isJsonObject(converted)) return "returned invalid object: not an object";
  if (converted["apiVersion"] !== apiVersion) {
    const found = textOf(converted, "apiVersion");
    return `returned invalid object at index 0: invalid groupVersion (expected ${apiVersion}, received ${found})`;
  }
  if (converted["kind"] !== original.kind) {
    const found = textOf(converted, "kind");
    return `returned invalid object at index 0: invalid kind (expected ${original.kind}, received ${found})`;
  }
  const { metadata } = converted;
  // Server-side apply also converts parts of objects, to find what it prunes. They can lack metadata.
  const before: ObjectMeta = "metadata" in original ? original.metadata : {};
  const changed = identityFault(before, isJsonObject(metadata) ? metadata : {});
  if (changed !== undefined) return `returned invalid object: ${changed}`;
  if (metadata === undefined) return "returned invalid metadata: missing metadata in converted object";
  if (!isJsonObject(metadata)) {
    return `returned invalid metadata: invalid metadata of type ${goTypeOf(metadata)} in converted object`;
  }
  const kept: ObjectMeta = structuredClone(before);
  for (const name of ["labels", "annotations"] as const) {
    const wrong = takeTexts(kept, metadata[name], name);
    if (wrong !== undefined) return `returned invalid metadata: ${wrong}`;
  }
  return { ...converted, apiVersion, kind: original.kind, metadata: kept };
}

function identityFault(original: ObjectMeta, converted: JsonObject): string | undefined {
  for (const [name, shown] of [
    ["name", "name"],
    ["namespace", "namespace"],
    ["uid", "UID"],
  ] as const) {
    const [before, after] = [textOf(original, name), textOf(converted, name)];
    if (before !== after) return `must have the same ${shown}: ${before} != ${after}`;
  }
  return undefined;
}

function takeTexts(metadata: ObjectMeta, given: Json | undefined, name: "labels" | "annotations"): string | undefined {
  if (given === undefined || given === null) {
    Reflect.deleteProperty(metadata, name);
    return undefined;
  }
  if (!isJsonObject(given)) return `invalid metadata.${name} of type ${goTypeOf(given)} in converted object`;
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(given)) {
    if (typeof value !== "string")
      return `metadata.${name}[${key}] must be a string, but is ${goTypeOf(value ?? null)} in converted object`;
    setOwn(texts, key, value);
  }
  const faults =
    name === "labels" ? validateLabels(texts, "metadata.labels") : validateAnnotations(texts, "metadata.annotation");
  metadata[name] = texts;
  const wrong = faults.map(({ field, message }) => `${field}: ${message}`);
  if (wrong.length < 2) return wrong[0];
  return `[${wrong.join(", ")}]`;
}

/** An object without an apiVersion is shown with the slash between group and version. */
function showKind(object: JsonObject): string {
  return `${textOf(object, "apiVersion") || "/"}, Kind=${textOf(object, "kind")}`;
}

export interface ConversionHost {
  readonly resolveService: ServiceResolver;
  /** Converts in this process, in place of a webhook. Returns as many objects as it gets. */
  readonly convert?: (objects: readonly ApiObject[], apiVersion: string) => Promise<readonly Json[]>;
}
