/** Installs CRDs while an operator may run that converts their objects: without it, and with the same care as a deployment. */
import type { HttpClient } from "../../kube/http-client.js";
import type { CustomResourceDefinition } from "../crd.js";
import { waitUntilServed } from "../wait-until-served.js";
import type { DeployedObject } from "./apply-object.js";
import type { Deadline } from "./deadline.js";
import { applyFirstStage, applyLastStage } from "./deploy-crd.js";
import { hasPods } from "./pod-answers.js";

export interface InstallStagedOptions {
  readonly isForced: boolean;
  /** Wait for Pods that convert, and until the kinds are served. */
  readonly wait: boolean;
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
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
