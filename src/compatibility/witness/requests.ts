/** The requests of a trial: CRDs, objects with their status, and server-side apply. */
import { type ExactJsonObject, isJsonObject, withoutKey } from "../../core/json.js";

/** Sends requests. Implemented by the embedded API server in this process; tests use a real one. */
export interface TrialServer {
  /** @param contentType - default: JSON */
  request(method: string, path: string, body?: ExactJsonObject, contentType?: string): Promise<TrialAnswer>;
}

export interface TrialAnswer {
  readonly code: number;
  readonly body: unknown;
}

export const crdPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Without warnings about unknown fields, for which the API server reads a large CRD a second time. */
const quickly = "fieldValidation=Ignore";

/** Returns whether the API server has accepted the CRD. */
export async function install(server: TrialServer, manifest: ExactJsonObject): Promise<boolean> {
  return (await server.request("POST", `${crdPath}?${quickly}`, withoutStatus(manifest))).code === 201;
}

/** Returns whether the API server has accepted the CRD in place of the other one. */
export async function replace(server: TrialServer, manifest: ExactJsonObject): Promise<boolean> {
  const next = withoutStatus(manifest);
  const path = `${crdPath}/${nameOf(next)}`;
  for (let attempt = 1; ; attempt += 1) {
    const { code, body } = await server.request("GET", path);
    if (code !== 200) return false;
    const metadata = { ...metadataOf(next), resourceVersion: metadataOf(body)["resourceVersion"] };
    const answer = await server.request("PUT", `${path}?${quickly}`, { ...next, metadata } as ExactJsonObject);
    // The controllers of a real API server write the status of the CRD in the meantime.
    if (answer.code !== 409 || attempt === mostAttempts) return answer.code === 200;
  }
}

const mostAttempts = 10;

/** Strips what another server has set. A CRD of a protected group has an annotation with its approval. */
function withoutStatus({ apiVersion, kind, spec, metadata }: ExactJsonObject): ExactJsonObject {
  const { name = "", annotations } = metadataOf({ metadata }) as ExactJsonObject;
  return { apiVersion, kind, spec, metadata: { name, ...(annotations === undefined ? {} : { annotations }) } };
}

function nameOf(object: ExactJsonObject): string {
  const { name } = metadataOf(object);
  return typeof name === "string" ? name : "";
}

/** Creates an object with its status. `path`: of the kind. */
export async function create(
  server: TrialServer,
  path: string,
  object: ExactJsonObject,
  validation: "Strict" | "Ignore",
): Promise<TrialAnswer> {
  const answer = await server.request("POST", `${path}?fieldValidation=${validation}`, object);
  return answer.code === 201 ? writeStatus(server, `${path}/${nameOf(object)}`, object, answer) : answer;
}

/** Replaces the stored object, without a change of its metadata. `path`: of the object. */
export async function update(
  server: TrialServer,
  path: string,
  object: ExactJsonObject,
  stored: TrialAnswer,
): Promise<TrialAnswer> {
  const { apiVersion } = stored.body as ExactJsonObject; // the response to a request that succeeded is an object
  const whole = { ...object, apiVersion, metadata: metadataOf(stored.body) } as ExactJsonObject;
  const answer = await server.request("PUT", path, whole);
  return answer.code === 200 ? writeStatus(server, path, whole, answer) : answer;
}

/** A kind with the status subresource gets its status in a request of its own; for another kind, the path does not exist. */
async function writeStatus(
  server: TrialServer,
  path: string,
  object: ExactJsonObject,
  answer: TrialAnswer,
): Promise<TrialAnswer> {
  if (object["status"] === undefined || !isJsonObject(answer.body)) return answer;
  const whole = { ...(answer.body as ExactJsonObject), status: object["status"] };
  const status = await server.request("PUT", `${path}/status`, whole);
  return status.code === 404 ? answer : status;
}

/** Applies two objects of the same name, one after the other, and returns the last response, or the first error. */
export async function applyBoth(
  server: TrialServer,
  path: string,
  objects: readonly [ExactJsonObject, ExactJsonObject],
): Promise<TrialAnswer> {
  const [first] = objects;
  let target = `${path}/${nameOf(first)}`;
  if (first["status"] !== undefined) {
    await server.request("POST", path, withoutKey(first, "status"));
    if ((await server.request("GET", `${target}/status`)).code === 200) target = `${target}/status`;
  }
  let answer: TrialAnswer = { code: 500, body: undefined };
  for (const [index, object] of objects.entries()) {
    const query = `fieldManager=client-${index + 1}&force=true`;
    answer = await server.request("PATCH", `${target}?${query}`, object, "application/apply-patch+yaml");
    if (answer.code >= 400) return answer;
  }
  return answer;
}

/** Returns the body of a response. The API server answers a request for a version that it does not serve with a plain text. */
export function bodyOf(text: string): unknown {
  return text.startsWith("{") ? (JSON.parse(text) as unknown) : { message: text.trim() };
}

export function metadataOf(body: unknown): Record<string, unknown> {
  return isJsonObject(body) && isJsonObject(body["metadata"]) ? body["metadata"] : {};
}
