/** Brings a CRD into a cluster in the steps that {@link crdStages} finds. */
import { ApiError } from "../../kube/api-error.js";
import type { JsonPatchOperation } from "../../kube/client.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";
import { CustomResourceDefinition, servedKind } from "../crd.js";
import { changeUnowned } from "../guarded-patch.js";
import { waitUntilServed } from "../wait-until-served.js";
import { applyObject, type ApplyObjectOptions, changeBetween, type DeployedObject } from "./apply-object.js";
import { waitUntilConverted, waitUntilReadable } from "./conversion-answers.js";
import { crdStages, type CrdStages, withoutBundle } from "./crd-stages.js";
import type { Waiting } from "../poll.js";
import { forgetVersions } from "./forget-versions.js";
import { type AnswerWait, hasPods, routesOutliveMs } from "./pod-answers.js";
import { refusalOf } from "./refusal.js";
import { trustedBundle } from "./trusted-bundle.js";

/** Of changes whose fields belong to `tsop` in the end, or to nobody. */
const fieldManager = "tsop-conversion";

interface ApplyOptions extends ApplyObjectOptions {
  readonly onProgress: (text: string) => void;
}

export type FirstStage =
  | { readonly kind: "whole"; readonly deployed: DeployedObject }
  /** The rest is for the time when the new Pods run. */
  | { readonly kind: "staged"; readonly wanted: CustomResourceDefinition; readonly before: KubeObject };

/** What goes before the Pods. @throws TsopError what the API server has against it */
export async function applyFirstStage(
  client: HttpClient,
  wanted: CustomResourceDefinition,
  options: ApplyOptions,
): Promise<FirstStage> {
  const live = await readLive(client, wanted, options);
  const { first, isStaged, endsConversion, dropped } = crdStages(live, wanted);
  if (live === undefined || (!isStaged && !endsConversion && dropped.length === 0)) {
    return { kind: "whole", deployed: await applyObject(client, wanted, options) };
  }
  if (dropped.length > 0) await stopServing(client, { live, wanted, first, dropped }, options);
  if (isStaged) await applyObject(client, first, options);
  if (endsConversion) {
    const none: JsonPatchOperation = { op: "replace", path: "/spec/conversion", value: { strategy: "None" } };
    await changeUnowned(client, wanted, () => [none], { fieldManager, signal: options.signal });
  }
  return { kind: "staged", wanted, before: live };
}

interface Shrinking extends Pick<CrdStages, "first" | "dropped"> {
  readonly live: CustomResourceDefinition;
  readonly wanted: CustomResourceDefinition;
}

/** A version is served no more, and then nothing speaks of it any more: only then can the CRD do without it. */
async function stopServing(
  client: HttpClient,
  { live, wanted, first, dropped }: Shrinking,
  options: ApplyOptions,
): Promise<void> {
  // As long as it is there, objects are converted as before.
  const { conversion } = live.spec.conversion?.strategy === "Webhook" ? withoutBundle(live).spec : first.spec;
  const versions = [...first.spec.versions, ...dropped];
  const spec = { ...first.spec, versions, ...(conversion === undefined ? {} : { conversion }) };
  const shrunk: CustomResourceDefinition = { ...first, spec };
  await applyObject(client, shrunk, options);
  const kind = servedKind(first);
  if (kind === undefined) return;
  const apiVersions = new Set(dropped.map(({ name }) => `${wanted.spec.group}/${name}`));
  await forgetVersions(client, kind, apiVersions, { ...options, fieldManager });
}

/** What the API server would say to all of it. */
export async function checkCrd(
  client: HttpClient,
  wanted: CustomResourceDefinition,
  options: ApplyObjectOptions,
): Promise<DeployedObject> {
  const live = await readLive(client, wanted, options);
  const { endsConversion } = crdStages(live, wanted);
  if (live === undefined || !endsConversion) return applyObject(client, wanted, options);
  // The fields of whoever writes whom to trust would be left, and be refused without the rest: they are taken out first.
  const { conversion } = live.spec;
  const kept = { ...wanted, spec: { ...wanted.spec, ...(conversion === undefined ? {} : { conversion }) } };
  const checked = await applyObject(client, kept, { ...options, isForced: true });
  const after = checked.after as CustomResourceDefinition; // of the same kind as what was applied
  const changed = { ...after, spec: { ...after.spec, conversion: { strategy: "None" } } };
  return { ...checked, object: wanted, after: changed, change: "configured" };
}

/** What waits for the new Pods: they answer, and then the CRD names all versions. @throws TsopError `deploy/not-converted` */
export async function applyLastStage(
  client: HttpClient,
  { wanted, before }: Extract<FirstStage, { readonly kind: "staged" }>,
  options: ApplyObjectOptions & { readonly wait: AnswerWait | undefined },
): Promise<DeployedObject> {
  const { signal, wait } = options;
  if (wait !== undefined) await waitUntilConverted(client, wanted, { ...wait, settledMs: routesOutliveMs });
  const { conversion } = wanted.spec;
  const service = conversion?.webhook?.clientConfig?.service;
  if (service !== undefined && conversion?.webhook !== undefined) {
    const { webhook } = conversion;
    const bundle = await trustedBundle(client, service, signal);
    const complete = (live: CustomResourceDefinition): JsonPatchOperation[] => {
      const known = live.spec.conversion?.webhook?.clientConfig;
      const isSame = known?.service?.name === service.name && known.service.namespace === service.namespace;
      const caBundle = webhook.clientConfig?.caBundle ?? (isSame ? known.caBundle : undefined) ?? bundle;
      const clientConfig = { ...webhook.clientConfig, ...(caBundle === undefined ? {} : { caBundle }) };
      return [
        { op: "add", path: "/spec/conversion", value: { ...conversion, webhook: { ...webhook, clientConfig } } },
        { op: "replace", path: "/spec/versions", value: wanted.spec.versions },
      ];
    };
    await changeUnowned(client, wanted, complete, { fieldManager, signal });
  }
  const deployed = await applyObject(client, wanted, options);
  if (wait !== undefined) await waitUntilReadable(client, wanted, wait);
  return { ...deployed, before, change: changeBetween(before, deployed.after ?? wanted) };
}

/** @throws TsopError as applying it would */
async function readLive(
  client: HttpClient,
  wanted: CustomResourceDefinition,
  { signal }: ApplyObjectOptions,
): Promise<CustomResourceDefinition | undefined> {
  try {
    return await client.get(CustomResourceDefinition, { name: wanted.metadata.name }, { signal });
  } catch (error) {
    throw error instanceof ApiError ? refusalOf(error, wanted) : error;
  }
}

/** How CRDs are installed without the operator, which may run and convert their objects, and with the same care as a deployment. */
export interface InstallStagedOptions extends Waiting {
  readonly isForced: boolean;
  /** Wait for Pods that convert, and until the kinds are served. */
  readonly wait: boolean;
}

/**
 * Where Pods convert, a version is added only if they convert it, and is taken out as a deployment takes it out. Where none do,
 * tsop waits for none.
 *
 * @throws TsopError `deploy/not-converted`, `cluster/crd-not-established`, `cluster/kind-not-served`, and what the API server has against a CRD
 */
export async function installStaged(
  client: HttpClient,
  crds: readonly CustomResourceDefinition[],
  { isForced, wait, deadline, signal, onProgress }: InstallStagedOptions,
): Promise<DeployedObject[]> {
  const options = { dryRun: false, isForced, signal, onProgress };
  const installed: DeployedObject[] = [];
  for (const crd of crds) {
    const stage = await applyFirstStage(client, crd, options);
    if (stage.kind === "whole") installed.push(stage.deployed);
    else {
      const service = crd.spec.conversion?.webhook?.clientConfig?.service;
      const areAsked = wait && service !== undefined && (await hasPods(client, service, signal));
      const waiting = areAsked ? { deadline, signal, onProgress } : undefined;
      installed.push(await applyLastStage(client, stage, { ...options, wait: waiting }));
    }
  }
  if (wait) for (const crd of crds) await waitUntilServed(client, crd, { timeoutMs: deadline.left(), signal });
  return installed;
}
