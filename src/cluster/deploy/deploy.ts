/** Puts objects into a cluster, phase by phase. */
import { TsopError } from "../../core/errors.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";
import { Namespace } from "../../k8s/core/v1.js";
import { type CustomResourceDefinition, isCrd } from "../crd.js";
import { isConvertedByService, isWebhookConfiguration } from "../point-webhooks.js";
import { type Deadline, poll, showDuration } from "../poll.js";
import { waitUntilEstablished, waitUntilListed } from "../wait-until-served.js";
import { applyObject, type DeployedObject } from "./apply-object.js";
import { waitUntilConverted, waitUntilReadable } from "./conversion-answers.js";
import { applyFirstStage, applyLastStage, type FirstStage } from "./deploy-crd.js";
import { applyFirstEntries, applyLastEntries, type StagedWebhooks } from "./deploy-webhooks.js";
import { withWebhook } from "./explain-webhook.js";
import { showObject } from "./object-id.js";
import { type Phase, planDeploy } from "./plan.js";
import { routesOutliveMs } from "./pod-answers.js";
import { waitUntilReady } from "./wait-ready.js";

export interface DeployOptions {
  readonly isForced: boolean;
  /** Wait until the workloads are ready, before webhooks are put in front of anything. */
  readonly wait: boolean;
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
  /** What is about to be done with one object, of which `onApplied` tells afterwards. */
  readonly onStep: (text: string) => void;
  /** Called with what cannot be done or proved, and why; all else goes on. */
  readonly onNote: (text: string) => void;
  /** Called after each object. */
  readonly onApplied: (deployed: DeployedObject) => void;
  /** Called when the namespaces are there, before anything is put into them. */
  readonly onNamespacesThere: () => Promise<void>;
  /** Called before Pods are replaced. */
  readonly onBeforeWorkloads: () => Promise<void>;
}

/** @throws TsopError `deploy/…`, `interrupted` */
export async function deploy(
  client: HttpClient,
  objects: readonly KubeObject[],
  options: DeployOptions,
): Promise<void> {
  const { signal } = options;
  const phases = planDeploy(objects);
  const isForNamespaces = ({ name }: Phase): boolean => name === "crds" || name === "namespaces";
  const staged: StagedCrd[] = [];
  for (const phase of phases.filter(isForNamespaces)) {
    if (phase.name === "crds") staged.push(...(await applyCrds(client, phase.objects.filter(isCrd), options)));
    else await runPhase(client, phase, options);
  }
  signal.throwIfAborted();
  await options.onNamespacesThere();
  const rest = phases.filter((each) => !isForNamespaces(each));
  const isBefore = ({ name }: Phase): boolean => name === "settings" || name === "workloads";
  const [settings, workloads] = [
    rest.filter(({ name }) => name === "settings"),
    rest.filter(({ name }) => name === "workloads"),
  ];
  for (const phase of settings) await runPhase(client, phase, options);
  await options.onBeforeWorkloads();
  const webhooks = await applyFirst(client, objects, options);
  const replaced: DeployedObject[] = [];
  const onApplied = (deployed: DeployedObject): void => {
    if (deployed.before !== undefined) replaced.push(deployed);
    options.onApplied(deployed);
  };
  for (const phase of workloads) await runPhase(client, phase, { ...options, onApplied });
  await completeCrds(client, objects.filter(isCrd), staged, options);
  const settledMs = replaced.length > 0 ? routesOutliveMs : 0;
  for (const { name, objects: members } of rest.filter((each) => !isBefore(each))) {
    await runPhase(client, { name, objects: members.filter((each) => !isWebhookConfiguration(each)) }, options);
    if (name === "webhooks") await completeWebhooks(client, webhooks, settledMs, options);
  }
}

/** What of the webhook configurations goes before the Pods. */
async function applyFirst(
  client: HttpClient,
  objects: readonly KubeObject[],
  { signal, isForced, onStep, onNote }: DeployOptions,
): Promise<StagedWebhooks[]> {
  const staged: StagedWebhooks[] = [];
  for (const wanted of objects.filter(isWebhookConfiguration)) {
    signal.throwIfAborted();
    onStep(`checking ${showObject(wanted)}`);
    staged.push(await applyFirstEntries(client, wanted, { dryRun: false, isForced, signal, onNote }));
  }
  return staged;
}

/** What of them waits for the Pods. */
async function completeWebhooks(
  client: HttpClient,
  staged: readonly StagedWebhooks[],
  settledMs: number,
  options: DeployOptions,
): Promise<void> {
  const { signal, deadline, isForced, onProgress, onStep, onApplied, onNote } = options;
  const wait = options.wait ? { deadline, signal, onProgress, settledMs } : undefined;
  for (const each of staged) {
    signal.throwIfAborted();
    onStep(`applying ${showObject(each.wanted)}`);
    onApplied(await applyLastEntries(client, each, { dryRun: false, isForced, signal, wait, onNote }));
  }
}

/** What of the CRDs waits for the Pods that have been deployed. */
async function completeCrds(
  client: HttpClient,
  crds: readonly CustomResourceDefinition[],
  staged: readonly StagedCrd[],
  options: DeployOptions,
): Promise<void> {
  const { signal, deadline, isForced, onProgress, onStep, onApplied } = options;
  const wait = options.wait ? { deadline, signal, onProgress } : undefined;
  for (const stage of staged) {
    signal.throwIfAborted();
    onStep(`applying ${showObject(stage.wanted)}`);
    onApplied(await applyLastStage(client, stage, { dryRun: false, isForced, signal, wait }));
  }
  for (const { wanted } of staged) {
    await waitUntilListed(client, wanted, { timeoutMs: Math.max(deadline.left(), 1000), signal });
  }
  if (wait === undefined) return;
  const isStaged = (crd: CustomResourceDefinition): boolean => staged.some(({ wanted }) => wanted === crd);
  for (const crd of crds.filter((each) => isConvertedByService(each) && !isStaged(each))) {
    await waitUntilConverted(client, crd, wait);
    await waitUntilReadable(client, crd, wait);
  }
}

type StagedCrd = Extract<FirstStage, { readonly kind: "staged" }>;

/** Resolves with those whose rest waits for the Pods. */
async function applyCrds(
  client: HttpClient,
  crds: readonly CustomResourceDefinition[],
  { signal, deadline, isForced, onProgress, onStep, onApplied }: DeployOptions,
): Promise<StagedCrd[]> {
  const staged: StagedCrd[] = [];
  for (const crd of crds) {
    signal.throwIfAborted();
    onStep(`applying ${showObject(crd)}`);
    const stage = await applyFirstStage(client, crd, { dryRun: false, isForced, signal, onProgress });
    if (stage.kind === "whole") onApplied(stage.deployed);
    else staged.push(stage);
  }
  onProgress(`waiting for ${crds.length === 1 ? "the kind" : "the kinds"} to be served`);
  for (const crd of crds) {
    await waitUntilEstablished(client, crd, { timeoutMs: deadline.left(), signal });
    if (staged.some(({ wanted }) => wanted === crd)) continue; // its last version is not served before the Pods convert it
    await waitUntilListed(client, crd, { timeoutMs: Math.max(deadline.left(), 1000), signal });
  }
  return staged;
}

async function runPhase(client: HttpClient, { name, objects }: Phase, options: DeployOptions): Promise<void> {
  const { signal, deadline, wait, onProgress, onStep } = options;
  for (const object of objects) {
    signal.throwIfAborted();
    onStep(`applying ${showObject(object)}`);
    if (name === "namespaces") await waitUntilGone(client, object, options);
    try {
      options.onApplied(await applyOne(client, object, { ...options, mayRetry: name === "custom-resources" }));
    } catch (error) {
      throw await withWebhook(client, error, signal);
    }
  }
  if (name === "workloads" && wait) await waitUntilReady(client, objects, { deadline, signal, onProgress });
}

/** A webhook of the operator's own may take a moment until it answers; until then its objects are offered again. */
async function applyOne(
  client: HttpClient,
  object: KubeObject,
  { deadline, signal, isForced, wait, onProgress, mayRetry }: DeployOptions & { readonly mayRetry: boolean },
): Promise<DeployedObject> {
  const apply = (): Promise<DeployedObject> => applyObject(client, object, { dryRun: false, isForced, signal });
  if (!mayRetry || !wait) return apply();
  let last: TsopError | undefined;
  const applied = await poll(
    async () => {
      try {
        return await apply();
      } catch (error) {
        if (!(error instanceof TsopError) || error.code !== "deploy/webhook-down") throw error;
        last = error;
        onProgress(`waiting for the webhook of ${showObject(object)}`);
        return undefined;
      }
    },
    { timeoutMs: deadline.left(), signal },
  );
  return applied ?? Promise.reject(last ?? new TsopError("deploy/webhook-down", `${showObject(object)} was refused`));
}

/** A namespace that an earlier undeploy left behind takes nothing any more. */
async function waitUntilGone(
  client: HttpClient,
  { metadata: { name } }: KubeObject,
  { deadline, signal, onProgress }: DeployOptions,
): Promise<void> {
  const gone = await poll(
    async () => {
      const namespace = await client.get(Namespace, { name }, { signal });
      if (namespace?.metadata.deletionTimestamp === undefined) return true;
      onProgress(`waiting for the earlier namespace ${name} to be gone`);
      return undefined;
    },
    { timeoutMs: deadline.left(), signal },
  );
  if (gone === true) return;
  throw new TsopError(
    "deploy/refused",
    `Namespace ${name} was still being deleted after ${showDuration(deadline.timeoutMs)}`,
    { hint: `See what holds it: \`kubectl get namespace ${name} -o jsonpath='{.status.conditions}'\`.` },
  );
}
