/**
 * The plugins that every write passes, in the order of kube-apiserver's default plugins.
 * Source: k8s.io/kubernetes/pkg/kubeapiserver/options/plugins.go and k8s.io/apiserver/pkg/admission/reinvocation.go.
 */
import { escalationPlugin } from "../authorization/escalation-plugin.js";
import type { AdmissionAttributes, AdmissionPlugin, AdmissionStep } from "../resource.js";
import type { AdmissionParts } from "./admission-parts.js";
import { ExpressionCompiler } from "./expressions/expression-compiler.js";
import { podCertificateRights, signerRights, trustBundleRights } from "./certificates/signer-rights.js";
import { subjectRestriction } from "./certificates/subject-restriction.js";
import { limitRanger } from "./limits/limit-ranger.js";
import { type MutateInRounds, MutationRounds } from "./mutation-rounds.js";
import { namespaceLifecycle } from "./namespace-lifecycle.js";
import { notReadyTaint } from "./nodes/not-ready-taint.js";
import { topologyLabels } from "./nodes/topology-labels.js";
import { podSecurity } from "./pod-security/pod-security.js";
import { defaultTolerationSeconds } from "./pods/default-toleration-seconds.js";
import { priority } from "./pods/priority.js";
import { runtimeClass } from "./pods/runtime-class.js";
import { serviceAccount } from "./pods/service-account.js";
import { resourceQuota } from "./quota/resource-quota.js";
import { claimResize } from "./storage/claim-resize.js";
import { defaultIngressClass, defaultStorageClass } from "./default-class.js";
import { inUseProtection } from "./storage/in-use-protection.js";
import { mutatingPolicies } from "./policies/mutating-policies.js";
import { validatingPolicies } from "./policies/validating-policies.js";
import { mutatingWebhooks } from "./webhooks/mutating-webhooks.js";
import { validatingWebhooks } from "./webhooks/validating-webhooks.js";
import { WebhookClient } from "./webhooks/webhook-client.js";

interface Mutation {
  readonly mutate: MutateInRounds;
  readonly rounds: MutationRounds;
}

export class AdmissionChain {
  readonly #client: WebhookClient;
  /** Policies, then webhooks. */
  readonly #mutations: readonly MutateInRounds[];
  /** The mutations of the plugins, which run before policies and webhooks. */
  readonly #ownMutations: readonly AdmissionStep[];
  readonly #validations: readonly AdmissionStep[];
  readonly #escalation: AdmissionPlugin | undefined;

  constructor(parts: AdmissionParts) {
    const compiler = new ExpressionCompiler();
    this.#client = new WebhookClient(parts.resolveService);
    this.#mutations = [mutatingPolicies(parts, compiler), mutatingWebhooks(parts, compiler, this.#client)];
    const plugins: readonly AdmissionPlugin[] = [
      namespaceLifecycle(parts.objects),
      limitRanger(parts.objects),
      serviceAccount(parts.objects),
      notReadyTaint,
      podSecurity(parts.objects),
      priority(parts.objects),
      defaultTolerationSeconds,
      defaultStorageClass(parts.objects),
      inUseProtection,
      claimResize(parts.objects),
      runtimeClass(parts.objects),
      signerRights(parts.authorizer),
      trustBundleRights(parts.authorizer),
      podCertificateRights(parts.authorizer),
      subjectRestriction,
      defaultIngressClass(parts.objects),
      topologyLabels(parts.objects),
    ];
    const lastPlugins: readonly AdmissionPlugin[] = [
      validatingPolicies(parts, compiler),
      validatingWebhooks(parts, compiler, this.#client),
      resourceQuota(parts),
    ];
    this.#ownMutations = plugins.flatMap(({ mutate }) => mutate ?? []);
    this.#validations = [...plugins, ...lastPlugins].flatMap(({ validate }) => validate ?? []);
    this.#escalation = parts.rbac === undefined ? undefined : escalationPlugin(parts.rbac);
  }

  /** May change `attributes.object`. @throws StatusError */
  async mutate(attributes: AdmissionAttributes): Promise<void> {
    const mutations = this.#mutations.map((mutate) => ({ mutate, rounds: new MutationRounds() }));
    await this.#round(attributes, mutations);
    if (mutations.some(({ rounds }) => rounds.hasChanged)) {
      for (const { rounds } of mutations) rounds.beginSecond();
      await this.#round(attributes, mutations);
    }
    await this.#escalation?.mutate?.(attributes);
  }

  /** @throws StatusError */
  async validate(attributes: AdmissionAttributes): Promise<void> {
    await runAll(this.#validations, attributes);
  }

  close(): void {
    this.#client.close();
  }

  async #round(attributes: AdmissionAttributes, mutations: readonly Mutation[]): Promise<void> {
    await runAll(this.#ownMutations, attributes);
    for (const { mutate, rounds } of mutations) await mutate(attributes, rounds);
  }
}

/** Waits only for the steps that wait themselves: an await costs more than most steps do. */
async function runAll(steps: readonly AdmissionStep[], attributes: AdmissionAttributes): Promise<void> {
  for (const step of steps) {
    const pending = step(attributes);
    if (pending !== undefined) await pending;
  }
}
