/** Brings a webhook configuration into a cluster in the steps that {@link webhookStages} finds, and proves that its webhooks are called. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { JsonPatchOperation } from "../../kube/client.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";
import { changeUnowned } from "../guarded-patch.js";
import type { WebhookConfiguration, WebhookEntry } from "../point-webhooks.js";
import { applyObject, type ApplyObjectOptions, changeBetween, type DeployedObject } from "./apply-object.js";
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

/** The field manager of changes in between. In the end `tsop` owns their fields, or no field manager does. */
const fieldManager = "tsop-webhooks";

/** A configuration whose rest is for the time when the new Pods run. */
export interface StagedWebhooks {
  readonly wanted: WebhookConfiguration;
  readonly before: KubeObject | undefined;
}

export interface ApplyWebhooksOptions extends ApplyObjectOptions {
  /** Undefined: do not wait for Pods, and prove nothing. */
  readonly wait: AnswerWait | undefined;
  /** Called with what could not be proved, and why. */
  readonly onNote: (text: string) => void;
}

/**
 * What goes before the Pods: entries that the new ones do not answer are taken out.
 *
 * @throws TsopError what the API server has against the configuration
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
      options.onNote(`webhook ${name} changes its address: it judges nothing until the new Pods answer`);
    }
  }
  return { wanted, before };
}

/**
 * What waits for the new Pods: they answer at all paths, the API server reaches them, and then the configuration names all webhooks.
 *
 * @throws TsopError `deploy/webhook-down`, and what the API server has against the configuration
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
    // What was added goes again, and the reason is what counts.
    await undo(client, { wanted, before }, AbortSignal.timeout(10_000)).catch(() => undefined);
    throw error;
  }
}

interface Plan extends StagedWebhooks {
  /** As the API server would have them. */
  readonly next: readonly WebhookEntry[];
  readonly hasAdditions: boolean;
  readonly services: readonly AskedService[];
  /** Of Services for which the cluster may have none. */
  readonly bundles: ReadonlyMap<string, string>;
  /** One for each Service. */
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

/** Probes alone: entries that are new follow when these are answered. */
async function writeFirst(
  client: HttpClient,
  { wanted, before, bundles, probes }: Plan,
  options: ApplyWebhooksOptions,
): Promise<void> {
  const add = (live: readonly WebhookEntry[]): WebhookEntry[] =>
    withBundles([...own(live), ...probes.map(printProbe)], live, entriesOf(wanted), bundles);
  // A new configuration is tsop's from its first moment: one that is killed can take it away later.
  if (before === undefined) await applyObject(client, { ...wanted, webhooks: add([]) } as KubeObject, options);
  else await changeEntries(client, wanted, add, options.signal);
}

/** Once before the entries that are new are added, and once with them: from then on the API server knows those. */
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
  // With another word, so that an answer shows that the API server knows this very write.
  const probes = makeProbes(services);
  await writeAll(client, plan, probes, signal);
  const why = unproved ?? (await call(probes, false));
  if (why === undefined) return;
  onNote(`tsop could not prove that the API server reaches the webhooks of ${showObject(wanted)}: ${why}`);
}

/** All entries, each with whom to trust, in one write. */
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
  await changeUnowned(client, wanted, operations, { fieldManager, signal });
}
