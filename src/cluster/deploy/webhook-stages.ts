/**
 * Determines the steps in which a webhook configuration changes. The API server calls an entry as soon as it knows it.
 * An entry may therefore exist only while the running Pods serve its path: a removed entry is taken out before the
 * earlier Pods end, and a new one is added when the new Pods respond. Pure functions.
 */
import type { ServiceReference } from "../crd.js";
import type { WebhookEntry } from "../point-webhooks.js";

export interface WebhookStages {
  /** The entries of the cluster that both the earlier and the new Pods serve. */
  readonly kept: readonly WebhookEntry[];
  /** The entries of the cluster that the new Pods no longer serve, or not at that path. */
  readonly removed: readonly WebhookEntry[];
  /** The wanted entries that the earlier Pods do not serve, or not at that path. */
  readonly added: readonly WebhookEntry[];
}

/** @param wanted - the entries that the API server would store, with the fields of other clients */
export function webhookStages(live: readonly WebhookEntry[], wanted: readonly WebhookEntry[]): WebhookStages {
  const [before, after] = [own(live), own(wanted)];
  const isIn = (entries: readonly WebhookEntry[], entry: WebhookEntry): boolean =>
    entries.some((each) => each.name === entry.name && target(each) === target(entry));
  return {
    kept: before.filter((entry) => isIn(after, entry)),
    removed: before.filter((entry) => !isIn(after, entry)),
    added: after.filter((entry) => !isIn(before, entry)),
  };
}

/** Returns the address of a webhook, as a text that is unique to the address. */
function target({ clientConfig: { service, url = "" } }: WebhookEntry): string {
  return service === undefined ? url : addressOf(service);
}

export function addressOf(service: ServiceReference): string {
  return `${serviceKey(service)}${service.path ?? "/"}`;
}

export function serviceKey({ namespace, name, port = 443 }: ServiceReference): string {
  return `${namespace}/${name}:${port}`;
}

/** A Service that webhooks name, with their paths. */
export interface AskedService {
  readonly service: ServiceReference;
  readonly paths: readonly string[];
}

export function askedServices(entries: readonly WebhookEntry[]): AskedService[] {
  const asked = new Map<string, AskedService>();
  for (const { clientConfig } of entries) {
    const { service } = clientConfig;
    if (service === undefined) continue;
    const { paths } = asked.get(serviceKey(service)) ?? { paths: [] };
    asked.set(serviceKey(service), { service, paths: [...new Set([...paths, service.path ?? "/"])] });
  }
  return [...asked.values()];
}

/**
 * Returns the entries with their CA bundles. The bundles in the cluster win, because the program that keeps them up to
 * date (the operator, cert-manager) has written them. A new entry uses the bundle of other entries of its Service.
 *
 * @param manifests - the deployed entries, whose bundles have priority
 * @param otherwise - the bundle for a Service that has none in the cluster
 */
export function withBundles(
  entries: readonly WebhookEntry[],
  live: readonly WebhookEntry[],
  manifests: readonly WebhookEntry[],
  otherwise: ReadonlyMap<string, string>,
): WebhookEntry[] {
  return entries.map((entry) => {
    const { service, caBundle: present } = entry.clientConfig;
    if (service === undefined) return entry;
    const said = manifests.find(({ name }) => name === entry.name)?.clientConfig.caBundle;
    const caBundle = said ?? knownBundle(live, entry, service) ?? present ?? otherwise.get(serviceKey(service));
    return caBundle === undefined ? entry : { ...entry, clientConfig: { ...entry.clientConfig, caBundle } };
  });
}

function knownBundle(
  live: readonly WebhookEntry[],
  { name }: WebhookEntry,
  service: ServiceReference,
): string | undefined {
  const same = live.filter(({ clientConfig }) => {
    const other = clientConfig.service;
    return other !== undefined && serviceKey(other) === serviceKey(service) && clientConfig.caBundle !== undefined;
  });
  return (same.find((each) => each.name === name) ?? same.find(isProbe) ?? same[0])?.clientConfig.caBundle;
}

const probeName = /^probe-\d+\.webhooks\.tsop\.dev$/;
export const probeLabel = "tsop.dev/webhook-probe";

/** An entry that calls a Service only for one request of tsop. */
export interface Probe extends WebhookEntry {
  readonly clientConfig: { readonly service: ServiceReference; readonly caBundle?: string };
  /** The value of the request's label. */
  readonly word: string;
}

/**
 * Calls the Service at a path that nothing serves: the response proves that the call has arrived, and no handler runs.
 * The API server does not store a SelfSubjectReview, so only webhooks check it.
 */
export function probeOf(service: ServiceReference, index: number, word: string): Probe {
  const { name, namespace, port } = service;
  return {
    name: `probe-${index}.webhooks.tsop.dev`,
    clientConfig: { service: { name, namespace, ...(port === undefined ? {} : { port }), path: "/tsop-deploy-probe" } },
    word,
  };
}

/** Returns the entry in the form for the API server. */
export function printProbe({ name, clientConfig, word }: Probe): WebhookEntry {
  const reviews = { apiGroups: ["authentication.k8s.io"], apiVersions: ["v1"], resources: ["selfsubjectreviews"] };
  const printed = {
    ...{ name, clientConfig, admissionReviewVersions: ["v1"], sideEffects: "None", failurePolicy: "Fail" },
    timeoutSeconds: 5,
    objectSelector: { matchLabels: { [probeLabel]: word } },
    rules: [{ ...reviews, operations: ["CREATE"], scope: "Cluster" }],
  };
  return printed;
}

export function isProbe({ name }: WebhookEntry): boolean {
  return probeName.test(name);
}

/** Returns the entries without probes, which a killed command may have left. */
export function own(entries: readonly WebhookEntry[]): WebhookEntry[] {
  return entries.filter((entry) => !isProbe(entry));
}

/** The result of the request: the Service was called, could not be called, or nothing called it. */
export type ProbeAnswer =
  | { readonly kind: "called" }
  | { readonly kind: "unreachable" | "not-asked"; readonly why: string };

/** @param said - the API server's error message; undefined if it accepted the request */
export function readProbeAnswer(probe: Pick<WebhookEntry, "name">, said: string | undefined): ProbeAnswer {
  if (said === undefined) return { kind: "not-asked", why: "the API server does not call the webhook yet" };
  if (said.includes(`admission webhook "${probe.name}" denied the request`)) return { kind: "called" };
  const prefix = `failed calling webhook "${probe.name}": `;
  const start = said.indexOf(prefix);
  if (start === -1) return { kind: "not-asked", why: said };
  const why = said.slice(start + prefix.length).replace(/^failed to call webhook: /, "");
  return isNoAnswer.test(why) ? { kind: "unreachable", why } : { kind: "called" };
}

/** The request did not arrive (`Post "https://…": …`), or the server reports that it cannot respond now. */
const isNoAnswer = /^Post "|unable to handle the request|an error on the server|context deadline exceeded/;
