/** Redirects the webhooks of a cluster temporarily to an operator on a developer's machine. */
import { TsopError } from "../core/errors.js";
import type { JsonPatchOperation } from "../kube/client.js";
import type { HttpClient } from "../kube/http-client.js";
import { type KubeObject, unstructured } from "../kube/objects.js";
import { isCrd } from "./crd.js";
import { againOnConflict, disown, patchGuarded } from "./guarded-patch.js";
import {
  isConvertedByService,
  isWebhookConfiguration,
  pointConversion,
  pointWebhooks,
  type WebhookServer,
} from "./point-webhooks.js";

/** The annotation of an object whose webhooks are redirected: contains the borrower and the previous state. */
export const loanAnnotation = "tsop.dev/webhooks-lent";
const fieldManager = "tsop-lent-webhooks";

export interface Borrower {
  readonly host: string;
  readonly pid: number;
}

interface Loan extends Borrower {
  /** The client configurations by their JSON pointers; undefined: the object did not exist. */
  readonly before?: Readonly<Record<string, unknown>>;
}

export interface CheckOptions {
  /** Its own loans, and those of ended processes of its machine, do not count. Absent: all loans count. */
  readonly borrower?: Borrower;
  /** Returns whether a process of this machine runs. */
  readonly isAlive: (pid: number) => boolean;
  readonly signal: AbortSignal;
}

export interface LendOptions extends CheckOptions {
  readonly borrower: Borrower;
}

/** Returns the deployed objects with webhooks that use a Service. */
export function lendable(objects: readonly KubeObject[]): KubeObject[] {
  return objects.filter((object) => isWebhookConfiguration(object) || (isCrd(object) && isConvertedByService(object)));
}

/**
 * Points the webhooks of these objects to a server. Records the previous state on each object, so that a later command
 * can restore it.
 *
 * @returns the names of the changed objects
 * @throws TsopError `cluster/webhooks-lent` if another process uses them
 */
export async function lendWebhooks(
  client: HttpClient,
  objects: readonly KubeObject[],
  server: WebhookServer,
  options: LendOptions,
): Promise<string[]> {
  const { borrower, signal } = options;
  await checkNotLent(client, objects, options);
  const pointed: string[] = [];
  const lend = async (object: KubeObject): Promise<void> => {
    const live = await read(client, object, signal);
    if (live === undefined && isCrd(object)) return; // without the CRD, no objects can be stored
    if (live === undefined) {
      const loan: Loan = { ...borrower };
      const { apiVersion, kind, metadata, ...rest } = point(object, server);
      const annotations = { ...metadata.annotations, [loanAnnotation]: JSON.stringify(loan) };
      const lent = { apiVersion, kind, metadata: { name: metadata.name, annotations }, ...rest };
      await client.create(lent, { signal, fieldManager });
    } else {
      refuseLent(live, options);
      const loan: Loan = { ...borrower, before: loanOf(live)?.before ?? clientConfigs(live) };
      const after = clientConfigs(point(asRendered(object, live), server));
      await patchGuarded(client, live, [...annotate(live, loan), ...put(after)], { fieldManager, signal });
    }
    pointed.push(`${object.kind} ${object.metadata.name}`);
  };
  for (const object of objects) await againOnConflict(() => lend(object));
  return pointed;
}

/** Checks all objects before any is changed. @throws TsopError `cluster/webhooks-lent` when another process has them */
export async function checkNotLent(
  client: HttpClient,
  objects: readonly KubeObject[],
  options: CheckOptions,
): Promise<void> {
  const found = await Promise.all(objects.map((object) => read(client, object, options.signal)));
  for (const live of found) if (live !== undefined) refuseLent(live, options);
}

/**
 * Restores the previous state.
 *
 * @param borrower - the process that returns the webhooks; default: the process that uses them
 * @returns the names of the restored objects
 */
export async function returnWebhooks(
  client: HttpClient,
  objects: readonly KubeObject[],
  { signal, borrower }: { readonly signal: AbortSignal; readonly borrower?: Borrower },
): Promise<string[]> {
  const returned: string[] = [];
  const giveBack = async (object: KubeObject): Promise<void> => {
    const live = await read(client, object, signal);
    const loan = live === undefined ? undefined : loanOf(live);
    if (live === undefined) return;
    const options = { fieldManager, signal };
    // A command that was killed between its two requests restored the webhooks, but still owns their fields.
    if (loan === undefined) return disown(client, live, options);
    if (borrower !== undefined && (loan.host !== borrower.host || loan.pid !== borrower.pid)) return;
    const kind = unstructured(live.apiVersion, live.kind);
    if (loan.before === undefined) await client.delete(kind, { name: live.metadata.name }, { signal });
    else {
      const operations = [...put(stillThere(loan.before, live)), removeAnnotation];
      await disown(client, await patchGuarded(client, live, operations, options), options);
    }
    returned.push(`${live.kind} ${live.metadata.name}`);
  };
  for (const object of objects) await againOnConflict(() => giveBack(object));
  return returned;
}

async function read(
  client: HttpClient,
  { apiVersion, kind, metadata }: KubeObject,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  return client.get(unstructured(apiVersion, kind), { name: metadata.name }, { signal });
}

function refuseLent(live: KubeObject, { borrower, isAlive }: CheckOptions): void {
  const loan = loanOf(live);
  if (loan === undefined) return;
  const isOver = loan.host === borrower?.host && (loan.pid === borrower.pid || !isAlive(loan.pid));
  if (isOver) return;
  throw new TsopError(
    "cluster/webhooks-lent",
    `the webhooks of ${live.kind} ${live.metadata.name} already lead to ${loan.host} (process ${loan.pid})`,
    { hint: "Stop `tsop start` on that machine. If you cannot, `npm run deploy` restores the webhooks." },
  );
}

function loanOf({ metadata }: KubeObject): Loan | undefined {
  const text = metadata.annotations?.[loanAnnotation];
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Loan; // no other program writes it
  } catch {
    const problem = `the annotation ${loanAnnotation} of ${metadata.name} is not valid JSON`;
    throw new TsopError("cluster/webhooks-lent", problem, { hint: "Remove the annotation, and run `npm run deploy`." });
  }
}

interface Configured {
  readonly webhooks?: readonly { readonly name: string; readonly clientConfig: unknown }[];
  readonly spec?: { readonly conversion?: { readonly webhook?: { readonly clientConfig?: unknown } } };
}

/** Returns the client configurations by JSON pointer. */
function clientConfigs(object: KubeObject & Configured): Record<string, unknown> {
  const { webhooks = [], spec } = object;
  const entries = webhooks.map(({ clientConfig }, index) => [`/webhooks/${index}/clientConfig`, clientConfig] as const);
  const conversion = spec?.conversion?.webhook?.clientConfig;
  return Object.fromEntries([
    ...entries,
    ...(conversion === undefined ? [] : [["/spec/conversion/webhook/clientConfig", conversion] as const]),
  ]);
}

/** Returns the cluster's configuration with the client configurations of the manifests, which name the Service. */
function asRendered(object: KubeObject & Configured, live: KubeObject & Configured): KubeObject {
  const byName = new Map(object.webhooks?.map(({ name, clientConfig }) => [name, clientConfig]));
  const webhooks = live.webhooks?.map((each) => ({
    ...each,
    clientConfig: byName.get(each.name) ?? each.clientConfig,
  }));
  return { ...live, ...(webhooks === undefined ? { spec: object.spec } : { webhooks }) };
}

function point(object: KubeObject, server: WebhookServer): KubeObject {
  if (isCrd(object)) return pointConversion(object, server);
  return pointWebhooks([{ file: "", object }], server)[0]?.object ?? object;
}

function put(configs: Readonly<Record<string, unknown>>): JsonPatchOperation[] {
  return Object.entries(configs).map(([path, value]) => ({ op: "add", path, value }));
}

/** Another client may have removed entries in the meantime. */
function stillThere(before: Readonly<Record<string, unknown>>, live: KubeObject): Record<string, unknown> {
  const now = clientConfigs(live);
  return Object.fromEntries(Object.entries(before).filter(([pointer]) => Object.hasOwn(now, pointer)));
}

const annotationPointer = `/metadata/annotations/${loanAnnotation.replace("/", "~1")}`;
const removeAnnotation: JsonPatchOperation = { op: "remove", path: annotationPointer };

function annotate({ metadata }: KubeObject, loan: Loan): JsonPatchOperation[] {
  return [
    ...(metadata.annotations === undefined ? [{ op: "add", path: "/metadata/annotations", value: {} } as const] : []),
    { op: "add", path: annotationPointer, value: JSON.stringify(loan) },
  ];
}
