/**
 * Deploys a webhook configuration in the steps that {@link webhookStages} determines, and verifies that its webhooks
 * are called.
 */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { JsonPatchOperation } from "../../kube/client.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";
import { changeUnowned } from "../guarded-patch.js";
import type { WebhookConfiguration, WebhookEntry } from "../point-webhooks.js";
import { applyObject, type ApplyObjectOptions, changeBetween, type DeployedObject } from "./apply-object.js";
import { interimManagers } from "./field-conflicts.js";
import { entryOf } from "./inventory.js";
import { showObject } from "./object-id.js";
import type { AnswerWait } from "./pod-answers.js";
import { removeEntry } from "./prune.js";
import { waitUntilCalled, waitUntilPathsServed } from "./webhook-answers.js";
import { trustedBundle } from "./trusted-bundle.js";
import {
  type AskedService,
  askedServices,
  own,
  printProbe,
  type Probe,
  probeOf,
  serviceKey,
  webhookStages,
  withBundles,
} from "./webhook-stages.js";

/** A configuration with a part that must wait until the new Pods run. */
export interface StagedWebhooks {
  readonly wanted: WebhookConfiguration;
  readonly before: KubeObject | undefined;
}

export interface ApplyWebhooksOptions extends ApplyObjectOptions {
  /** Undefined: does not wait for Pods, and verifies nothing. */
  readonly wait: AnswerWait | undefined;
  /** Called with what could not be verified, and the reason. */
  readonly onNote: (text: string) => void;
}

/**
 * Applies the part that goes before the Pods: removes the entries that the new Pods do not serve.
 *
 * @throws TsopError if the API server rejects the configuration
 */
export async function applyFirstEntries(
  client: HttpClient,
  wanted: WebhookConfiguration,
  options: ApplyObjectOptions & Pick<ApplyWebhooksOptions, "onNote">,
): Promise<StagedWebhooks> {
  const { before, after } = await applyObject(client, wanted, { ...options, dryRun: true });
  if (before === undefined) return { wanted, before };
  const next = entriesOf(after);
  const { removed } = webhookStages(entriesOf(before), next);
  if (removed.length > 0) {
    await changeEntries(client, wanted, (live) => webhookStages(live, next).kept, options.signal);
    for (const { name } of removed.filter((entry) => next.some((each) => each.name === entry.name))) {
      options.onNote(`webhook ${name} changes its address: the API server does not call it until the new Pods respond`);
    }
  }
  return { wanted, before };
}

/**
 * Applies the part that waits for the new Pods: once they serve all paths and the API server reaches them, the
 * configuration names all webhooks.
 *
 * @throws TsopError `deploy/webhook-down`, and the error of an API server that rejects the configuration
 */
export async function applyLastEntries(
  client: HttpClient,
  { wanted, before }: StagedWebhooks,
  options: ApplyWebhooksOptions,
): Promise<DeployedObject> {
  const { signal, wait } = options;
  const plan = await planOf(client, { wanted, before }, options);
  if (wait !== undefined) {
    for (const asked of plan.services) await waitUntilPathsServed(client, { ...plan, asked }, wait);
  }
  try {
    if (plan.hasAdditions) await writeFirst(client, plan, options);
    if (wait !== undefined) await prove(client, plan, { ...options, wait });
    else if (plan.hasAdditions) await writeAll(client, plan, plan.probes, signal);
    const deployed = await applyObject(client, wanted, options);
    const after: WebhookConfiguration = deployed.after ?? wanted;
    await changeEntries(client, wanted, own, signal);
    const change = before === undefined ? "created" : changeBetween(before, withoutProbes(after));
    return { ...deployed, before, after: withoutProbes(after), change };
  } catch (error) {
    // Removes the additions, and reports the original error.
    await undo(client, { wanted, before }, AbortSignal.timeout(10_000)).catch(() => undefined);
    throw error;
  }
}

interface Plan extends StagedWebhooks {
  /** The entries as the API server would store them. */
  readonly next: readonly WebhookEntry[];
  readonly hasAdditions: boolean;
  readonly services: readonly AskedService[];
  /** The bundles of Services for which the cluster may have none. */
  readonly bundles: ReadonlyMap<string, string>;
  /** One probe for each Service. */
  readonly probes: readonly Probe[];
}

async function planOf(
  client: HttpClient,
  { wanted, before }: StagedWebhooks,
  options: ApplyWebhooksOptions,
): Promise<Plan> {
  const checked = await applyObject(client, wanted, { ...options, dryRun: true });
  const next = own(entriesOf(checked.after));
  const { added } = webhookStages(entriesOf(checked.before), next);
  const services = askedServices(next);
  const bundles = new Map<string, string>();
  for (const { service } of services) {
    const bundle = await trustedBundle(client, service, options.signal);
    if (bundle !== undefined) bundles.set(serviceKey(service), bundle);
  }
  const hasAdditions = added.length > 0 && services.length > 0;
  return { wanted, before, next, hasAdditions, services, bundles, probes: makeProbes(services) };
}

/** Adds only the probes: the new entries follow when the probes succeed. */
async function writeFirst(
  client: HttpClient,
  { wanted, before, bundles, probes }: Plan,
  options: ApplyWebhooksOptions,
): Promise<void> {
  const add = (live: readonly WebhookEntry[]): WebhookEntry[] =>
    withBundles([...own(live), ...probes.map(printProbe)], live, entriesOf(wanted), bundles);
  // tsop owns a new configuration from the start, so that a later command can delete it if this one is killed.
  if (before === undefined) await applyObject(client, { ...wanted, webhooks: add([]) } as KubeObject, options);
  else await changeEntries(client, wanted, add, options.signal);
}

/**
 * Verifies the calls once before the new entries are added, and once with them, because the API server then knows them.
 */
async function prove(
  client: HttpClient,
  plan: Plan,
  { wait, signal, onNote }: ApplyWebhooksOptions & { readonly wait: AnswerWait },
): Promise<void> {
  const { wanted, services, hasAdditions } = plan;
  const call = async (probes: readonly Probe[], isBefore: boolean): Promise<string | undefined> => {
    for (const probe of probes) {
      const why = await waitUntilCalled(client, { wanted, probe, isBefore }, wait);
      if (why !== undefined) return why;
    }
    return undefined;
  };
  const unproved = hasAdditions ? await call(plan.probes, true) : undefined;
  // With a different word, so that a response proves that the API server knows this write.
  const probes = makeProbes(services);
  await writeAll(client, plan, probes, signal);
  const why = unproved ?? (await call(probes, false));
  if (why === undefined) return;
  onNote(`tsop could not verify that the API server reaches the webhooks of ${showObject(wanted)}: ${why}`);
}

/** Writes all entries with their CA bundles at once. */
async function writeAll(
  client: HttpClient,
  { wanted, next, bundles }: Plan,
  probes: readonly Probe[],
  signal: AbortSignal,
): Promise<void> {
  const entries = [...next, ...probes.map(printProbe)];
  await changeEntries(client, wanted, (live) => withBundles(entries, live, entriesOf(wanted), bundles), signal);
}

async function undo(client: HttpClient, { wanted, before }: StagedWebhooks, signal: AbortSignal): Promise<void> {
  if (before !== undefined) await changeEntries(client, wanted, own, signal);
  else await removeEntry(client, entryOf(wanted, ""), { dryRun: false, signal, change: "deleted" });
}

function withoutProbes(object: WebhookConfiguration): WebhookConfiguration {
  return { ...object, ...(object.webhooks === undefined ? {} : { webhooks: own(object.webhooks) }) };
}

function makeProbes(services: readonly AskedService[]): Probe[] {
  return services.map(({ service }, index) => probeOf(service, index, randomUUID()));
}

function entriesOf(object: WebhookConfiguration | undefined): readonly WebhookEntry[] {
  return object?.webhooks ?? [];
}

async function changeEntries(
  client: HttpClient,
  wanted: WebhookConfiguration,
  change: (live: readonly WebhookEntry[]) => readonly WebhookEntry[],
  signal: AbortSignal,
): Promise<void> {
  const operations = (live: WebhookConfiguration): JsonPatchOperation[] => {
    const [before, value] = [entriesOf(live), change(entriesOf(live))];
    return isDeepStrictEqual(before, value) ? [] : [{ op: "add", path: "/webhooks", value }];
  };
  await changeUnowned(client, wanted, operations, { fieldManager: interimManagers.webhooks, signal });
}
