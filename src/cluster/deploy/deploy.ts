/** Deploys objects to a cluster, phase by phase. */
import { TsopError } from "../../core/errors.js";
import { routesOutliveMs } from "../../core/routes-outlive.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";
import { Namespace } from "../../k8s/core/v1.js";
import { type CustomResourceDefinition, isCrd } from "../crd.js";
import { isConvertedByService, isWebhookConfiguration, type WebhookConfiguration } from "../point-webhooks.js";
import { poll, showDuration, until, type Waiting } from "../poll.js";
import { waitUntilEstablished, waitUntilListed } from "../wait-until-served.js";
import { applyObject, type DeployedObject } from "./apply-object.js";
import { waitUntilConverted, waitUntilReadable } from "./conversion-answers.js";
import { applyFirstStage, applyLastStage, type FirstStage } from "./deploy-crd.js";
import { applyFirstEntries, applyLastEntries, type StagedWebhooks } from "./deploy-webhooks.js";
import { withWebhook } from "./explain-webhook.js";
import { showObject } from "./object-id.js";
import { type Phase, type PhaseName, planDeploy } from "./plan.js";
import type { AnswerWait } from "./pod-answers.js";
import { waitUntilReady } from "./wait-ready.js";

export interface DeployOptions extends Waiting {
  readonly isForced: boolean;
  /** Waits until the workloads are ready before it adds webhooks. */
  readonly wait: boolean;
  /** The command that deletes the applied objects, for messages: `npm run undeploy`. */
  readonly undo: string;
  /** Called with the next action for an object; `onApplied` reports the result afterwards. */
  readonly onStep: (text: string) => void;
  /** Called with what cannot be done or verified, and the reason; the deployment continues. */
  readonly onNote: (text: string) => void;
  /** Called after each object. */
  readonly onApplied: (deployed: DeployedObject) => void;
  /** Called when the namespaces exist, before any object is created in them. */
  readonly onNamespacesThere: () => Promise<void>;
  /** Called before Pods are replaced. */
  readonly onBeforeWorkloads: () => Promise<void>;
}

type StagedCrd = Extract<FirstStage, { readonly kind: "staged" }>;

/** @throws TsopError `deploy/…`, `interrupted` */
export async function deploy(
  client: HttpClient,
  objects: readonly KubeObject[],
  options: DeployOptions,
): Promise<void> {
  await new Deployment(client, options).run(objects);
}

class Deployment {
  readonly #client: HttpClient;
  readonly #options: DeployOptions;
  /** The options of every apply. */
  readonly #apply;
  /** The CRDs with a part that waits for the Pods. */
  readonly #staged: StagedCrd[] = [];
  #hasReplaced = false;

  constructor(client: HttpClient, options: DeployOptions) {
    const { isForced, signal, onProgress, onNote } = options;
    this.#client = client;
    this.#options = options;
    this.#apply = { dryRun: false, isForced, signal, onProgress, onNote };
  }

  async run(objects: readonly KubeObject[]): Promise<void> {
    const phases = new Map(planDeploy(objects).map((phase) => [phase.name, phase.objects]));
    const runPhase = (name: PhaseName): Promise<void> =>
      this.#run({ name, objects: (phases.get(name) ?? []).filter((each) => !isWebhookConfiguration(each)) });
    const crds = objects.filter(isCrd);
    if (crds.length > 0) await this.#applyCrds(crds);
    await runPhase("namespaces");
    this.#options.signal.throwIfAborted();
    await this.#options.onNamespacesThere();
    await runPhase("settings");
    await this.#options.onBeforeWorkloads();
    const webhooks = await this.#applyFirst(objects.filter(isWebhookConfiguration));
    await runPhase("workloads");
    await this.#completeCrds(crds);
    await runPhase("webhooks");
    await this.#completeWebhooks(webhooks);
    await runPhase("custom-resources");
  }

  #step(text: string): void {
    this.#options.signal.throwIfAborted();
    this.#options.onStep(text);
  }

  /** Applies the parts of the webhook configurations that go before the Pods. */
  async #applyFirst(configurations: readonly WebhookConfiguration[]): Promise<StagedWebhooks[]> {
    const staged: StagedWebhooks[] = [];
    for (const wanted of configurations) {
      this.#step(`checking ${showObject(wanted)}`);
      staged.push(await applyFirstEntries(this.#client, wanted, this.#apply));
    }
    return staged;
  }

  /** Applies the parts of the webhook configurations that wait for the Pods. */
  async #completeWebhooks(staged: readonly StagedWebhooks[]): Promise<void> {
    const wait = this.#wait && { ...this.#wait, settledMs: this.#hasReplaced ? routesOutliveMs : 0 };
    for (const each of staged) {
      this.#step(`applying ${showObject(each.wanted)}`);
      this.#options.onApplied(await applyLastEntries(this.#client, each, { ...this.#apply, wait }));
    }
  }

  /** Applies the parts of the CRDs that wait for the deployed Pods. */
  async #completeCrds(crds: readonly CustomResourceDefinition[]): Promise<void> {
    const wait = this.#wait;
    for (const stage of this.#staged) {
      this.#step(`applying ${showObject(stage.wanted)}`);
      this.#options.onApplied(await applyLastStage(this.#client, stage, { ...this.#apply, wait }));
    }
    for (const { wanted } of this.#staged) await this.#untilListed(wanted);
    if (wait === undefined) return;
    for (const crd of crds.filter((each) => isConvertedByService(each) && !this.#isStaged(each))) {
      await waitUntilConverted(this.#client, crd, wait);
      await waitUntilReadable(this.#client, crd, wait);
    }
  }

  /** Undefined: does not wait for the Pods. */
  get #wait(): AnswerWait | undefined {
    const { wait, deadline, signal, onProgress } = this.#options;
    return wait ? { deadline, signal, onProgress } : undefined;
  }

  #isStaged(crd: CustomResourceDefinition): boolean {
    return this.#staged.some(({ wanted }) => wanted === crd);
  }

  async #untilListed(crd: CustomResourceDefinition): Promise<void> {
    const { deadline, signal } = this.#options;
    await waitUntilListed(this.#client, crd, { timeoutMs: Math.max(deadline.left(), 1000), signal });
  }

  async #applyCrds(crds: readonly CustomResourceDefinition[]): Promise<void> {
    const { signal, deadline, onProgress, onApplied } = this.#options;
    for (const crd of crds) {
      this.#step(`applying ${showObject(crd)}`);
      const stage = await applyFirstStage(this.#client, crd, this.#apply);
      if (stage.kind === "whole") onApplied(stage.deployed);
      else this.#staged.push(stage);
    }
    onProgress(`waiting for the API server to serve the ${crds.length === 1 ? "kind" : "kinds"}`);
    for (const crd of crds) {
      await waitUntilEstablished(this.#client, crd, { timeoutMs: deadline.left(), signal });
      // A staged CRD's last version is not served before the Pods convert it.
      if (!this.#isStaged(crd)) await this.#untilListed(crd);
    }
  }

  async #run({ name, objects }: Phase): Promise<void> {
    const { signal, deadline, wait, undo, onProgress, onApplied } = this.#options;
    for (const object of objects) {
      this.#step(`applying ${showObject(object)}`);
      if (name === "namespaces") await this.#untilGone(object);
      try {
        const mayRetry = wait && name === "custom-resources";
        const deployed = await (mayRetry ? this.#applyAgain(object) : applyObject(this.#client, object, this.#apply));
        if (name === "workloads" && deployed.before !== undefined) this.#hasReplaced = true;
        onApplied(deployed);
      } catch (error) {
        throw await withWebhook(this.#client, error, signal);
      }
    }
    if (name === "workloads" && wait && objects.length > 0)
      await waitUntilReady(this.#client, objects, { deadline, signal, undo, onProgress });
  }

  /** Retries an object, because the operator's own webhook may not respond at once. */
  async #applyAgain(object: KubeObject): Promise<DeployedObject> {
    const { deadline, signal, onProgress } = this.#options;
    let last: TsopError | undefined;
    const apply = async (): Promise<DeployedObject | undefined> => {
      try {
        return await applyObject(this.#client, object, this.#apply);
      } catch (error) {
        if (!(error instanceof TsopError) || error.code !== "deploy/webhook-down") throw error;
        last = error;
        onProgress(`waiting for the webhook of ${showObject(object)}`);
        return undefined;
      }
    };
    const applied = await poll(apply, { timeoutMs: deadline.left(), signal });
    return (
      applied ??
      Promise.reject(last ?? new TsopError("deploy/webhook-down", `the API server rejected ${showObject(object)}`))
    );
  }

  /**
   * Waits until a namespace from an earlier undeploy is deleted, because a terminating namespace accepts no objects.
   */
  async #untilGone({ metadata: { name } }: KubeObject): Promise<void> {
    const { deadline, signal, onProgress } = this.#options;
    const isGone = async (): Promise<boolean> => {
      const namespace = await this.#client.get(Namespace, { name }, { signal });
      if (namespace?.metadata.deletionTimestamp === undefined) return true;
      onProgress(`waiting for the deletion of the old namespace ${name}`);
      return false;
    };
    if (await until(isGone, { timeoutMs: deadline.left(), signal })) return;
    throw new TsopError(
      "deploy/refused",
      `Namespace ${name} was still being deleted after ${showDuration(deadline.timeoutMs)}`,
      { hint: `See what blocks the deletion: \`kubectl get namespace ${name} -o jsonpath='{.status.conditions}'\`.` },
    );
  }
}
