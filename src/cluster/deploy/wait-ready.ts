/** Waits until workloads are ready, reports what they wait for, and gives up if waiting does not help. */
import { TsopError } from "../../core/errors.js";
import type { HttpClient } from "../../kube/http-client.js";
import { type KubeObject, unstructured } from "../../kube/objects.js";
import { poll, showDuration, type Waiting } from "../poll.js";
import { type Diagnosis, diagnose, lastLines } from "./diagnose.js";
import { showObject } from "./object-id.js";
import type { Trouble } from "./pod-troubles.js";
import { type Readiness, readinessOf } from "./readiness.js";

interface Seen {
  readonly object: KubeObject;
  readonly readiness: Readiness;
  readonly diagnosis: Diagnosis;
}

/** @throws TsopError `deploy/not-ready` with the reason, the events and the last lines of the log */
export async function waitUntilReady(
  client: HttpClient,
  objects: readonly KubeObject[],
  { deadline, signal, undo, onProgress }: Waiting & { readonly undo: string },
): Promise<void> {
  const since = new Map<string, number>();
  let left = objects;
  let unready: readonly Seen[] = [];
  const end = await poll<"ready" | { readonly hopeless: Seen }>(
    async () => {
      unready = await lookAt(client, left, signal);
      left = unready.map(({ object }) => object);
      if (unready.length === 0) return "ready";
      onProgress(unready.map(showWaiting).join("; "));
      const hopeless = unready.find((seen) => isHopeless(seen, since));
      return hopeless && { hopeless };
    },
    { timeoutMs: deadline.left(), signal },
  );
  if (end === "ready") return;
  throw await notReady(client, end === undefined ? unready : [end.hopeless], {
    // The reasons are requested again when the timeout has already passed.
    signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    undo,
    when: end === undefined ? `within ${showDuration(deadline.timeoutMs)}` : undefined,
  });
}

async function lookAt(client: HttpClient, objects: readonly KubeObject[], signal: AbortSignal): Promise<Seen[]> {
  const seen = await Promise.all(
    objects.map(async (object): Promise<Seen[]> => {
      const live = await client.get(unstructured(object.apiVersion, object.kind), object.metadata, { signal });
      const readiness = readinessOf(live);
      if (readiness.state === "ready") return [];
      const diagnosis = live === undefined ? { troubles: [], events: [] } : await diagnose(client, live, signal);
      return [{ object: live ?? object, readiness, diagnosis }];
    }),
  );
  return seen.flat();
}

/**
 * Returns whether the workload has failed permanently, or has had the same trouble for longer than the limit of
 * the trouble.
 */
function isHopeless({ object, readiness, diagnosis }: Seen, since: Map<string, number>): boolean {
  if (readiness.state === "failed") return true;
  const now = performance.now();
  return diagnosis.troubles.some(({ reason, log, patienceMs }) => {
    if (patienceMs === undefined) return false;
    const key = [showObject(object), steady(reason), log?.container].join(" ");
    const start = since.get(key) ?? now;
    since.set(key, start);
    return now - start >= patienceMs;
  });
}

/** Some states alternate, and count as the same trouble. */
function steady(reason: string): string {
  return reason === "ErrImagePull" ? "ImagePullBackOff" : reason;
}

function showWaiting({ object, readiness, diagnosis }: Seen): string {
  const [trouble] = diagnosis.troubles;
  const why = readiness.state === "ready" ? "" : `: ${readiness.why}`;
  return `${showObject(object)}${why}${trouble === undefined || trouble.reason === "NoPods" ? "" : ` (${steady(trouble.reason)})`}`;
}

async function notReady(
  client: HttpClient,
  unready: readonly Seen[],
  { when, undo, signal }: { readonly when: string | undefined; readonly undo: string; readonly signal: AbortSignal },
): Promise<TsopError> {
  const parts = await Promise.all(unready.map((seen) => explain(client, seen, signal)));
  const advice = [...new Set(unready.flatMap(({ diagnosis }) => diagnosis.troubles.map((each) => each.advice)))];
  const names = unready.map(({ object }) => showObject(object)).join(", ");
  const headline = when === undefined ? `${names} will not become ready` : `${names} did not become ready ${when}`;
  return new TsopError("deploy/not-ready", [headline, ...parts.flat()].join("\n  "), {
    hint: [
      ...advice.filter((text) => text !== ""),
      `The applied objects remain: repeat the command when you have fixed the problem, or delete them with \`${undo}\`.`,
    ].join("\n"),
  });
}

async function explain(
  client: HttpClient,
  { object, readiness, diagnosis }: Seen,
  signal: AbortSignal,
): Promise<string[]> {
  const { namespace = "" } = object.metadata;
  const logs = await Promise.all(
    diagnosis.troubles.map(async ({ log }) => (log === undefined ? [] : showLog(client, namespace, log, signal))),
  );
  return [
    ...(readiness.state === "ready" ? [] : [`${showObject(object)}: ${readiness.why}`]),
    ...diagnosis.troubles.map(showTrouble),
    ...(diagnosis.events.length === 0 ? [] : ["events:", ...diagnosis.events.map((text) => `  ${text}`)]),
    ...logs.flat(),
  ];
}

function showTrouble({ where, reason, message }: Trouble): string {
  return `${where}: ${reason}: ${message}`;
}

async function showLog(
  client: HttpClient,
  namespace: string,
  log: NonNullable<Trouble["log"]>,
  signal: AbortSignal,
): Promise<string[]> {
  const lines = await lastLines(client, namespace, log, signal);
  if (lines.length === 0) return [];
  return [`the last lines of ${log.pod} (container ${log.container}):`, ...lines.map((line) => `  ${line}`)];
}
