/** Tries objects on the embedded API server: first under one CRD, then under the other. */
import { createInProcessServer } from "../../apiserver/start-api-server.js";
import { systemClock } from "../../core/clock.js";
import { differences } from "../../core/differences.js";
import { printExactJson } from "../../core/exact-json.js";
import { type ExactJsonObject, isJsonObject, type JsonValue } from "../../core/json.js";
import type { Sides } from "./candidates.js";
import type { Outcome } from "./witness.js";

/** An object to try, and the version to read it in. */
export interface Trial {
  readonly object: ExactJsonObject;
  readonly version: string;
  readonly versionAfter: string;
  /** Returns whether a field of a message or a difference belongs to the change. */
  readonly isPlace: (field: string) => boolean;
}

/** Sends requests. Implemented by the embedded API server in this process; tests use a real one. */
export interface TrialServer {
  request(method: string, path: string, body?: ExactJsonObject): Promise<TrialAnswer>;
}

export interface TrialAnswer {
  readonly code: number;
  readonly body: unknown;
}

/** Creates a server without CRDs. */
export type StartTrialServer = () => TrialServer | Promise<TrialServer>;

export const embeddedServer: StartTrialServer = () => {
  const server = createInProcessServer({ clock: systemClock });
  return {
    async request(method, path, body) {
      const response = await server.request({
        ...{ method, target: path },
        headers: { accept: "application/json", "content-type": "application/json", "user-agent": "tsop" },
        ...(body === undefined ? {} : { body: printExactJson(body) }),
      });
      if (response.type === "stream") throw new Error(`the response to ${path} is a stream`);
      return { code: response.code, body: JSON.parse(response.body.toString()) as unknown };
    },
  };
};

/** Returns the outcome of each trial; undefined if the object shows nothing, or the first CRD does not allow it. */
export async function tryObjects(
  sides: Sides,
  trials: readonly Trial[],
  start: StartTrialServer = embeddedServer,
): Promise<(Outcome | undefined)[]> {
  const [old, now] = [await start(), await start()];
  await install(old, sides.from.manifest);
  const isInstalled = await install(now, sides.to.manifest);
  const attempts = trials.map((trial, index): Attempt => ({ trial, sides, name: `witness-${index}` }));
  const stored: (ExactJsonObject | undefined)[] = [];
  for (const attempt of attempts) stored.push(partsOf(await create(old, attempt, "Strict")));
  const isReplaced = await replace(old, sides.to.manifest);
  const outcomes: (Outcome | undefined)[] = [];
  for (const [index, attempt] of attempts.entries()) {
    const before = stored[index];
    if (before === undefined) outcomes.push(undefined);
    else
      outcomes.push(
        (isReplaced ? await judgeStored(old, attempt, before) : undefined) ??
          (isInstalled ? await judgeNew(now, attempt, before) : undefined),
      );
  }
  return outcomes;
}

/** Returns whether the API server has accepted the CRD. */
async function install(server: TrialServer, manifest: ExactJsonObject): Promise<boolean> {
  return (await server.request("POST", crdPath, withoutStatus(manifest))).code === 201;
}

const crdPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Strips what another server has set. */
function withoutStatus({ apiVersion, kind, spec, metadata }: ExactJsonObject): ExactJsonObject {
  const { name } = isJsonObject(metadata) ? metadata : { name: "" };
  return { apiVersion, kind, spec, metadata: { name } };
}

/** Returns whether the API server has accepted the CRD in place of the other one. */
async function replace(server: TrialServer, manifest: ExactJsonObject): Promise<boolean> {
  const next = withoutStatus(manifest);
  const { name } = next["metadata"] as { name: string };
  const path = `${crdPath}/${name}`;
  const { code, body } = await server.request("GET", path);
  if (code !== 200) return false;
  const metadata = { name, resourceVersion: metadataOf(body)["resourceVersion"] as string };
  return (await server.request("PUT", path, { ...next, metadata })).code === 200;
}

function pathOf({ from: { group, plural, scope } }: Sides, version: string): string {
  return `/apis/${group}/${version}/${scope === "Namespaced" ? "namespaces/default/" : ""}${plural}`;
}

/** A trial, and the name of its object. */
interface Attempt {
  readonly trial: Trial;
  readonly sides: Sides;
  readonly name: string;
}

/** Creates the object with its status, and returns what the API server then returns. */
async function create(
  server: TrialServer,
  { trial: { object, version }, sides, name }: Attempt,
  validation: "Strict" | "Ignore",
): Promise<TrialAnswer> {
  const path = pathOf(sides, version);
  const made = { ...object, metadata: { name } };
  const answer = await server.request("POST", `${path}?fieldValidation=${validation}`, made);
  if (answer.code !== 201 || object["status"] === undefined || !isJsonObject(answer.body)) return answer;
  // A kind with the status subresource gets its status in a request of its own; for another kind, the path does not exist.
  const whole = { ...(answer.body as ExactJsonObject), status: object["status"] };
  const status = await server.request("PUT", `${path}/${name}/status`, whole);
  return status.code === 404 ? answer : status;
}

async function judgeStored(
  server: TrialServer,
  { trial, sides, name }: Attempt,
  before: ExactJsonObject,
): Promise<Outcome | undefined> {
  const path = `${pathOf(sides, trial.versionAfter)}/${name}`;
  const read = await server.request("GET", path);
  if (read.code !== 200) return undefined;
  const after = partsOf(read);
  if (after === undefined) return undefined;
  if (differs(before, after, trial)) return { kind: "read-changed", before, after };
  const annotated = { ...metadataOf(read.body), annotations: { touched: "yes" } } as ExactJsonObject;
  const update = await server.request("PUT", path, { ...(read.body as ExactJsonObject), metadata: annotated });
  return update.code >= 400 && isAbout(update, trial)
    ? { kind: "update-rejected", message: messageOf(update) }
    : undefined;
}

async function judgeNew(server: TrialServer, attempt: Attempt, before: ExactJsonObject): Promise<Outcome | undefined> {
  const { trial } = attempt;
  // A client that knows only the old API does not see the API server's warnings about unknown fields.
  const answer = await create(server, attempt, "Ignore");
  if (answer.code >= 400)
    return isAbout(answer, trial) ? { kind: "create-rejected", message: messageOf(answer) } : undefined;
  const after = partsOf(answer);
  return after !== undefined && differs(before, after, trial) ? { kind: "create-changed", before, after } : undefined;
}

/** Returns the fields of an object that belong to its author; undefined for an error. */
function partsOf({ code, body }: TrialAnswer): ExactJsonObject | undefined {
  if (code >= 400 || !isJsonObject(body)) return undefined;
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !["apiVersion", "kind", "metadata"].includes(name)),
  ) as ExactJsonObject;
}

function metadataOf(body: unknown): Record<string, unknown> {
  return isJsonObject(body) && isJsonObject(body["metadata"]) ? body["metadata"] : {};
}

function messageOf({ body }: TrialAnswer): string {
  return isJsonObject(body) && typeof body["message"] === "string" ? body["message"] : "";
}

/** Returns whether the API server rejects the object for the change, and not for another reason. */
function isAbout({ code, body }: TrialAnswer, { isPlace }: Trial): boolean {
  if (code === 404 || code === 405) return true;
  const details = isJsonObject(body) && isJsonObject(body["details"]) ? body["details"] : {};
  const causes = Array.isArray(details["causes"]) ? (details["causes"] as unknown[]) : [];
  const fields = causes.flatMap((cause) =>
    isJsonObject(cause) && typeof cause["field"] === "string" ? [cause["field"]] : [],
  );
  return fields.some(isPlace);
}

function differs(before: ExactJsonObject, after: ExactJsonObject, { isPlace }: Trial): boolean {
  return differences(before as JsonValue, after as JsonValue).some(({ path }) => isPlace(path));
}
