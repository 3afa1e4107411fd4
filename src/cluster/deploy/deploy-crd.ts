/** Deploys a CRD in the steps that {@link crdStages} determines. */
import { routesOutliveMs } from "../../core/routes-outlive.js";
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
import { interimManagers } from "./field-conflicts.js";
import { forgetVersions } from "./forget-versions.js";
import { type AnswerWait, hasPods } from "./pod-answers.js";
import { refusalOf } from "./refusal.js";
import { trustedBundle } from "./trusted-bundle.js";

const fieldManager = interimManagers.conversion;

interface ApplyOptions extends ApplyObjectOptions {
  readonly onProgress: (text: string) => void;
}

export type FirstStage =
  | { readonly kind: "whole"; readonly deployed: DeployedObject }
  /** The remaining part must wait until the new Pods run. */
  | { readonly kind: "staged"; readonly wanted: CustomResourceDefinition; readonly before: KubeObject };

/** Applies the part that goes before the Pods. @throws TsopError if the API server rejects it */
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

/** Stops serving versions, and then removes every reference to them. Only then can the CRD drop them. */
async function stopServing(
  client: HttpClient,
  { live, wanted, first, dropped }: Shrinking,
  options: ApplyOptions,
): Promise<void> {
  // As long as the webhook exists, objects are converted as before.
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

/** Returns the API server's result for all steps. */
export async function checkCrd(
  client: HttpClient,
  wanted: CustomResourceDefinition,
  options: ApplyObjectOptions,
): Promise<DeployedObject> {
  const live = await readLive(client, wanted, options);
  const { endsConversion } = crdStages(live, wanted);
  if (live === undefined || !endsConversion) return applyObject(client, wanted, options);
  // The fields of the manager that writes the CA bundle would remain, and be rejected without the other fields, so they
  // are removed first.
  const { conversion } = live.spec;
  const kept = { ...wanted, spec: { ...wanted.spec, ...(conversion === undefined ? {} : { conversion }) } };
  const checked = await applyObject(client, kept, { ...options, isForced: true });
  const after = checked.after as CustomResourceDefinition; // of the same kind as the applied object
  const changed = { ...after, spec: { ...after.spec, conversion: { strategy: "None" } } };
  return { ...checked, object: wanted, after: changed, change: "configured" };
}

/**
 * Applies the part that waits for the new Pods: once they respond, the CRD names all versions. @throws TsopError
 * `deploy/not-converted`
 */
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

/**
 * The options for installing CRDs without the operator, which may be running and converting their objects. The
 * installation follows the same steps as a deployment.
 */
export interface InstallStagedOptions extends Waiting {
  readonly isForced: boolean;
  /** Waits for Pods that convert, and until the kinds are served. */
  readonly wait: boolean;
}

/**
 * Installs CRDs. If Pods convert objects, a version is added only when they convert it, and removed as in a deployment.
 * If no Pods convert, tsop does not wait for any.
 *
 * @throws TsopError `deploy/not-converted`, `cluster/crd-not-established`, `cluster/kind-not-served`, and the error of an API server that rejects a CRD
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
