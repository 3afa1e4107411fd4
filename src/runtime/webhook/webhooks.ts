import { TsopError } from "../../core/errors.js";
import { showGroupKind } from "../../core/gvk.js";
import { isJsonObject } from "../../core/json.js";
import { type Kind, type KubeObject, showKey, type Unstructured } from "../../kube/objects.js";
import { convertPath } from "../../kube/webhook-paths.js";
import type { AdmissionContext, AdmissionOperation, AdmissionRequest } from "./admission.js";
import type { Answer } from "./answer-admission.js";
import type { Spoke } from "./conversion.js";
import { answerConversion, type Conversions, failedConversion } from "./convert.js";
import { failedWith, printAdmissionResponse, type Review, show } from "./review.js";
import type { ReviewContext, ReviewEndpoint } from "./serve-reviews.js";

/** The webhooks of a manager, by path. */
export class Webhooks {
  readonly #endpoints = new Map<string, ReviewEndpoint>();
  readonly #conversions = new Map<string, Conversions>();

  get endpoints(): ReadonlyMap<string, ReviewEndpoint> {
    return this.#endpoints;
  }

  /** Returns whether this process converts between the versions of the kind. */
  converts(kind: Pick<Kind, "group" | "kind">): boolean {
    return this.#conversions.has(showGroupKind(kind));
  }

  /** @throws TsopError `runtime/invalid-wiring` if the path is taken or invalid */
  addAdmission(path: string, answer: Answer): void {
    const why = !/^\/[^?#\s]*$/.test(path)
      ? "a path must begin with a slash, and must not contain a query or spaces"
      : this.#endpoints.has(path) || path === convertPath
        ? "the path is already in use"
        : undefined;
    if (why !== undefined) {
      throw new TsopError("runtime/invalid-wiring", `cannot serve a webhook at ${JSON.stringify(path)}: ${why}`);
    }
    this.#endpoints.set(path, {
      kind: "AdmissionReview",
      answer: (review, context) => answerAdmission(review, answer, context),
      failure: (review, message) => printAdmissionResponse(review, failedWith(500, message)),
    });
  }

  /** @throws TsopError `runtime/invalid-wiring` if the versions do not belong together */
  addConversion(hub: Kind, spokes: readonly Spoke<KubeObject>[]): void {
    const name = showGroupKind(hub);
    const problems = spokes
      .filter(({ kind }) => showGroupKind(kind) !== name)
      .map(({ kind }) => `${kind.apiVersion} ${kind.kind} is another kind`);
    const versions = [hub, ...spokes.map(({ kind }) => kind)].map(({ version }) => version);
    const twice = versions.filter((version, index) => versions.indexOf(version) !== index);
    problems.push(...twice.map((version) => `${version} is listed twice`));
    if (this.#conversions.has(name)) problems.push("its conversion is configured twice");
    if (spokes.length === 0) problems.push("it needs at least one version besides the hub");
    if (problems.length > 0) {
      throw new TsopError("runtime/invalid-wiring", `cannot convert ${name}: ${problems.join("; ")}`);
    }
    this.#conversions.set(name, { hub, spokes });
    this.#endpoints.set(convertPath, {
      kind: "ConversionReview",
      answer: (review) => answerConversion(review, this.#conversions),
      failure: (review, message) => failedConversion(review, message),
    });
  }
}

async function answerAdmission(review: Review, answer: Answer, { log, signal }: ReviewContext): Promise<string> {
  const request = readAdmissionRequest(review);
  if (typeof request === "string") return printAdmissionResponse(review, failedWith(400, request));
  const { namespace, name, resource, userInfo, uid } = request;
  const warnings: string[] = [];
  const context: AdmissionContext<Unstructured> = {
    request,
    log: log.with({
      object: showKey({ namespace, name }),
      resource: [resource.resource, resource.version, resource.group].filter((part) => part !== "").join("."),
      user: userInfo.username,
      requestID: uid,
    }),
    signal,
    warn: (text) => void warnings.push(text),
  };
  const response = await answer(context);
  if (!response.allowed) context.log.debug("denied", { message: response.status.message });
  return printAdmissionResponse(review, { ...response, warnings });
}

const operations: readonly unknown[] = ["CREATE", "UPDATE", "DELETE", "CONNECT"] satisfies AdmissionOperation[];

/** Reads the request from a review; returns a text with the reason if that is not possible. */
function readAdmissionRequest({ uid, request }: Review): AdmissionRequest | string {
  const { object, oldObject, ...rest } = request;
  const { operation, kind, resource, name, namespace, dryRun, userInfo } = rest;
  if (!operations.includes(operation))
    return `request.operation is ${show(operation)}, not one of ${operations.join(", ")}`;
  if (!isJsonObject(kind) || !isJsonObject(resource)) return "request.kind and request.resource are missing";
  for (const [field, value] of Object.entries({ object, oldObject })) {
    if (value !== undefined && value !== null && !isJsonObject(value)) return `request.${field} is not an object`;
  }
  return {
    // The API server created these fields: they match the type, whatever its version adds.
    ...(rest as unknown as AdmissionRequest),
    uid,
    name: typeof name === "string" ? name : "",
    namespace: typeof namespace === "string" ? namespace : "",
    userInfo: isJsonObject(userInfo) ? userInfo : {},
    dryRun: dryRun === true,
    ...(isPresent(object) ? { object } : {}),
    ...(isPresent(oldObject) ? { oldObject } : {}),
  };
}

/** Go's RawExtension without contents is null; other programs send an empty object. */
function isPresent(value: unknown): value is Unstructured {
  return isJsonObject(value) && Object.keys(value).length > 0;
}
