/** Tries requests on the embedded API server: first under one CRD, then under the other. */
import { createInProcessServer } from "../../apiserver/start-api-server.js";
import { nextTurn, systemClock } from "../../core/clock.js";
import { defined } from "../../core/defined.js";
import { toApiVersion } from "../../core/gvk.js";
import { differences } from "../../core/differences.js";
import { printExactJson } from "../../core/exact-json.js";
import { type ExactJsonObject, isJsonObject, isList, type JsonValue } from "../../core/json.js";
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { Sides } from "./ground.js";
import {
  applyBoth,
  bodyOf,
  crdPath,
  create,
  install,
  metadataOf,
  replace,
  type TrialAnswer,
  type TrialServer,
  update,
} from "./requests.js";
import type { Outcome, Writes } from "./witness.js";

/** Requests to try, and the version in which the other CRD judges them. */
export interface Trial {
  readonly writes: Writes;
  readonly version: string;
  readonly versionAfter: string;
  /** Returns whether a field of a message or a difference belongs to the change. */
  readonly isPlace: (field: string) => boolean;
  /** Returns whether a message can be about the change. */
  readonly isMessage: (message: string) => boolean;
  /** Whether another value at the place shows the change. If not, only a rejection does. */
  readonly isShownByValue: boolean;
  /** Whether a value where none was before shows nothing: the default of a new field. */
  readonly ignoresNew: boolean;
}

/** Creates a server without CRDs. */
export type StartTrialServer = () => TrialServer | Promise<TrialServer>;

export interface EmbeddedServerOptions {
  /** Default: the version that the embedded API server speaks by default. */
  readonly version?: KubernetesVersion;
  /** Once it is aborted, each request fails with its reason. */
  readonly signal?: AbortSignal;
}

export function createEmbeddedServer({ version, signal }: EmbeddedServerOptions = {}): TrialServer {
  const server = createInProcessServer({ clock: systemClock, ...defined({ version }) });
  return {
    async request(method, path, body, contentType = "application/json") {
      signal?.throwIfAborted();
      const response = await server.request({
        ...{ method, target: path },
        headers: { accept: acceptFor(path), "content-type": contentType, "user-agent": "tsop" },
        ...(body === undefined ? {} : { body: printExactJson(body) }),
      });
      if (response.type === "stream") throw new Error(`the response to ${path} is a stream`);
      return { code: response.code, body: bodyOf(response.body.toString()) };
    },
  };
}

/** A trial needs only the metadata of a CRD, which is far larger. */
function acceptFor(path: string): string {
  return path.startsWith(crdPath) ? "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1" : "application/json";
}

/** Returns the outcome of each trial; undefined if it shows nothing, or the first CRD does not allow the requests. */
export async function tryWrites(
  sides: Sides,
  trials: readonly Trial[],
  start: StartTrialServer,
): Promise<(Outcome | undefined)[]> {
  if (trials.length === 0) return [];
  const old = await start();
  await install(old, sides.from.manifest);
  const attempts = trials.map((trial, index): Attempt => ({ trial, sides, name: `witness-${index}` }));
  const accepted: (ExactJsonObject | undefined)[] = [];
  for (const attempt of attempts) {
    await nextTurn(); // a server in this process never waits: signals and timers would have to
    accepted.push(await accept(old, attempt));
  }
  if (accepted.every((before) => before === undefined)) return accepted;
  const isReplaced = await replace(old, sides.to.manifest);
  // The API server creates the same objects, whether the CRD is new or has replaced the other one.
  const now = isReplaced ? old : await serverWith(sides.to.manifest, start);
  const outcomes: (Outcome | undefined)[] = [];
  for (const [index, attempt] of attempts.entries()) {
    await nextTurn();
    const before = accepted[index];
    const ofStored = before !== undefined && isReplaced ? await judgeStored(old, attempt, before) : undefined;
    const ofNew = async (): Promise<Outcome | undefined> =>
      before !== undefined && now !== undefined ? judgeNew(now, attempt, before) : undefined;
    outcomes.push(ofStored ?? (await ofNew()));
  }
  return outcomes;
}

/** Returns undefined if the API server rejects the CRD. */
async function serverWith(manifest: ExactJsonObject, start: StartTrialServer): Promise<TrialServer | undefined> {
  const server = await start();
  return (await install(server, manifest)) ? server : undefined;
}

/** A trial, and the name of its object. */
interface Attempt {
  readonly trial: Trial;
  readonly sides: Sides;
  readonly name: string;
}

function pathOf({ sides: { from } }: Attempt, version: string): string {
  return `/apis/${from.group}/${version}/${from.scope === "Namespaced" ? "namespaces/default/" : ""}${from.plural}`;
}

function named(object: ExactJsonObject, name: string): ExactJsonObject {
  return { ...object, metadata: { name } };
}

/** Sends the requests under the first CRD. Returns the object that the API server stores; undefined if it rejects one. */
async function accept(server: TrialServer, attempt: Attempt): Promise<ExactJsonObject | undefined> {
  const { name, trial } = attempt;
  const { writes } = trial;
  const path = pathOf(attempt, trial.version);
  switch (writes.kind) {
    case "create":
      return partsOf(await create(server, path, named(writes.object, name), "Strict"));
    case "update": {
      // The update of another object shows that the first CRD allows it.
      const other = await create(server, path, named(writes.object, `${name}-other`), "Strict");
      if (other.code >= 400) return undefined;
      const changed = await update(server, `${path}/${name}-other`, writes.second, other);
      return changed.code >= 400
        ? undefined
        : partsOf(await create(server, path, named(writes.object, name), "Strict"));
    }
    case "apply":
      return partsOf(await applyBoth(server, path, [named(writes.object, name), named(writes.second, name)]));
  }
}

/** Judges an object that the server stored under the first CRD, after the second one has replaced it. */
async function judgeStored(
  server: TrialServer,
  attempt: Attempt,
  before: ExactJsonObject,
): Promise<Outcome | undefined> {
  const { trial, name } = attempt;
  if (trial.writes.kind === "apply") return undefined;
  const path = `${pathOf(attempt, trial.versionAfter)}/${name}`;
  const read = await server.request("GET", path);
  const after = read.code === 200 ? partsOf(read) : undefined;
  if (after === undefined) return undefined;
  if (trial.writes.kind === "update") {
    const message = rejection(await update(server, path, trial.writes.second, read), trial);
    return message === undefined ? undefined : { kind: "change-rejected", message };
  }
  if (differs(before, after, trial)) return { kind: "read-changed", before, after };
  const annotated = { ...metadataOf(read.body), annotations: { touched: "yes" } } as ExactJsonObject;
  const touched = await server.request("PUT", path, { ...(read.body as ExactJsonObject), metadata: annotated });
  const message = rejection(touched, trial);
  return message === undefined ? undefined : { kind: "update-rejected", message };
}

/** Judges the same requests for a new object, in the version of the second CRD. */
async function judgeNew(server: TrialServer, attempt: Attempt, before: ExactJsonObject): Promise<Outcome | undefined> {
  const { trial, sides } = attempt;
  const name = `${attempt.name}-new`;
  const { writes } = trial;
  const path = pathOf(attempt, trial.versionAfter);
  const inVersion = (object: ExactJsonObject): ExactJsonObject => ({
    ...named(object, name),
    apiVersion: toApiVersion(sides.from.group, trial.versionAfter),
  });
  switch (writes.kind) {
    case "create": {
      // A client that knows only the old API does not see the API server's warnings about unknown fields.
      const answer = await create(server, path, inVersion(writes.object), "Ignore");
      if (answer.code >= 400) {
        const message = rejection(answer, trial);
        return message === undefined ? undefined : { kind: "create-rejected", message };
      }
      const after = partsOf(answer);
      return after !== undefined && differs(before, after, trial)
        ? { kind: "create-changed", before, after }
        : undefined;
    }
    case "update":
      return undefined;
    case "apply": {
      const answer = await applyBoth(server, path, [inVersion(writes.object), inVersion(writes.second)]);
      if (answer.code >= 400) {
        const message = rejection(answer, trial);
        return message === undefined ? undefined : { kind: "apply-rejected", message };
      }
      const after = partsOf(answer);
      return after !== undefined && differs(before, after, trial)
        ? { kind: "apply-changed", before, after }
        : undefined;
    }
  }
}

/** Returns the fields of an object that belong to its author; undefined for an error. */
function partsOf({ code, body }: TrialAnswer): ExactJsonObject | undefined {
  if (code >= 400 || !isJsonObject(body)) return undefined;
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !["apiVersion", "kind", "metadata"].includes(name)),
  ) as ExactJsonObject;
}

/**
 * Returns the message of a rejection for the change; undefined if the API server accepts the request, or rejects it for another
 * reason. The message calls the object `witness`: its name in the trial says nothing to users.
 */
function rejection({ code, body }: TrialAnswer, { isPlace, isMessage }: Trial): string | undefined {
  if (code < 400) return undefined;
  const { message, details } = isJsonObject(body) ? body : {};
  const { causes, name: given } = isJsonObject(details) ? details : {};
  const isForChange =
    code === 404 ||
    code === 405 ||
    (isList(causes) ? causes : []).some((cause) => {
      const { field, message: text } = isJsonObject(cause) ? cause : {};
      return typeof field === "string" && typeof text === "string" && isPlace(field) && isMessage(text);
    });
  if (!isForChange || typeof message !== "string") return isForChange ? "" : undefined;
  return typeof given === "string" ? message.replaceAll(`"${given}"`, '"witness"') : message;
}

function differs(before: ExactJsonObject, after: ExactJsonObject, trial: Trial): boolean {
  const { isPlace, isShownByValue, ignoresNew } = trial;
  if (!isShownByValue) return false;
  return differences(before as JsonValue, after as JsonValue).some(
    (each) => isPlace(each.path) && !(ignoresNew && each.before === undefined),
  );
}
