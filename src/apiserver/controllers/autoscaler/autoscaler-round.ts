/** One reading of an autoscaler's metrics, and what follows from it. */
import type { HorizontalPodAutoscalerStatus, MetricStatus } from "../../../k8s/autoscaling/v2.js";
import type { Pod } from "../../../k8s/core/v1.js";
import { SelectorFault } from "../../../core/label-selector.js";
import type { Ask } from "../shared/ask.js";
import type { Stored } from "../shared/kind-objects.js";
import { thousandths } from "./metric-amounts.js";
import { type Proposal, propose, ProposalFault } from "./metric-proposal.js";
import type { MetricsClient } from "./metrics-client.js";
import { MetricFault, type Tolerance } from "./replica-count.js";
import {
  type Autoscaler,
  type FindKind,
  metricResource,
  readScale,
  type Scale,
  ScaleFault,
  writeScale,
} from "./scale-target.js";
import { afterScaling, type Condition, type History, limit } from "./scaling-limits.js";

export interface RoundParts {
  readonly ask: Ask;
  readonly findKind: FindKind;
  /** Whether the status tells of the generation and of scaling to zero: since Kubernetes 1.36. */
  readonly tellsMore: boolean;
  readonly client: MetricsClient;
  readonly now: number;
  /** RFC 3339. */
  readonly time: string;
  readonly history: History;
  readonly podsOf: (selector: string) => readonly Stored<Pod>[];
  /** Returns the keys of all autoscalers whose selectors select the same pods. */
  readonly rivalsOf: (selector: string) => readonly string[];
  readonly record: (type: "Normal" | "Warning", reason: string, message: string) => Promise<void>;
}

/** As kube-controller-manager writes it: without metrics, the list is null. */
type Status = Omit<HorizontalPodAutoscalerStatus, "currentMetrics"> & {
  readonly currentMetrics: readonly MetricStatus[] | null;
};

interface Outcome {
  readonly status: Status;
  readonly history: History;
}

/** What the metrics propose. */
type Verdict = { readonly replicas: number; readonly name: string } | { readonly fault: string };

const usualTolerance = 0.1;

export class AutoscalerRound {
  readonly #autoscaler: Autoscaler;
  readonly #parts: RoundParts;
  #conditions: NonNullable<Status["conditions"]>;
  #history: History;

  constructor(autoscaler: Autoscaler, parts: RoundParts) {
    this.#autoscaler = autoscaler;
    this.#parts = parts;
    this.#conditions = autoscaler.status.conditions ?? [];
    this.#history = parts.history;
  }

  async run(): Promise<Outcome> {
    const { ask, findKind } = this.#parts;
    try {
      const scale = await readScale(ask, findKind, this.#autoscaler);
      this.#note(
        "AbleToScale",
        "True",
        "SucceededGetScale",
        "the HPA controller was able to get the target's current scale",
      );
      return await this.#scale(scale);
    } catch (error) {
      if (!(error instanceof ScaleFault)) throw error;
      await this.#parts.record("Warning", "FailedGetScale", error.message);
      const message = `the HPA controller was unable to get the target's current scale: ${error.message}`;
      this.#note("AbleToScale", "False", "FailedGetScale", message);
      const { currentMetrics, ...status } = this.#autoscaler.status;
      return this.#outcome({ ...status, currentMetrics: currentMetrics ?? null });
    }
  }

  async #scale(scale: Scale): Promise<Outcome> {
    const { minReplicas: min = 1, maxReplicas: max } = this.#autoscaler.spec;
    const { current } = scale;
    if (this.#history.recommendations.length === 0) {
      this.#history = { ...this.#history, recommendations: [{ time: this.#parts.now, count: current }] };
    }
    if (current === 0 && min !== 0) {
      const message = "scaling is disabled since the replica count of the target is zero";
      this.#note("ScalingActive", "False", "ScalingDisabled", message);
      return this.#settle(current, current);
    }
    if (current > max) return this.#rescale(scale, max, "Current number of replicas above Spec.MaxReplicas");
    if (current < min) return this.#rescale(scale, min, "Current number of replicas below Spec.MinReplicas");
    return this.#byMetrics(scale, min, max);
  }

  async #byMetrics(scale: Scale, min: number, max: number): Promise<Outcome> {
    const { current } = scale;
    const { behavior } = this.#autoscaler.spec;
    const metrics: MetricStatus[] = [];
    const verdict = await this.#judge(scale, metrics);
    if ("fault" in verdict) {
      await this.#parts.record("Warning", "FailedComputeMetricsReplicas", verdict.fault);
      const { desiredReplicas } = this.#autoscaler.status;
      return this.#settle(current, desiredReplicas, metrics);
    }
    const desired = verdict.replicas;
    const reason =
      desired > current ? `${verdict.name} above target` : desired < current ? "All metrics below target" : "";
    const limited = limit({ current, desired, min, max, behavior, now: this.#parts.now }, this.#history);
    this.#history = limited.history;
    for (const each of limited.conditions) this.#note(each.type, each.status, each.reason, each.message);
    if (limited.replicas === current) return this.#settle(current, current, metrics);
    return this.#rescale(scale, limited.replicas, reason, metrics);
  }

  /** @param metrics - gets the status of each metric */
  async #judge(scale: Scale, metrics: MetricStatus[]): Promise<Verdict> {
    const selectorFault = await this.#selectorFault(scale.selector);
    if (selectorFault !== undefined) return { fault: selectorFault };
    const { metrics: specs = [] } = this.#autoscaler.spec;
    let best: Proposal | undefined;
    let [first, invalid]: [ProposalFault | undefined, number] = [undefined, 0];
    for (const spec of specs) {
      try {
        const proposal = await propose(this.#measured(scale), spec);
        metrics.push(proposal.status);
        if (best === undefined || proposal.replicas > best.replicas) best = proposal;
      } catch (error) {
        if (!(error instanceof ProposalFault)) throw error;
        await this.#parts.record("Warning", error.reason, error.detail);
        metrics.push({ type: "" });
        invalid += 1;
        first ??= error;
      }
    }
    const isBlind = best === undefined || (first !== undefined && best.replicas < scale.current);
    if (first !== undefined && isBlind) {
      const message = `the HPA was unable to compute the replica count: ${first.detail}`;
      this.#note("ScalingActive", "False", first.reason, message);
      return { fault: `invalid metrics (${invalid} invalid out of ${specs.length}), first error is: ${first.message}` };
    }
    const { replicas = 0, name = "" } = best ?? {};
    const message = `the HPA was able to successfully calculate a replica count from ${name}`;
    this.#note("ScalingActive", "True", "ValidMetricFound", message);
    return { replicas, name };
  }

  async #selectorFault(selector: string): Promise<string | undefined> {
    const fail = async (reason: string, message: string): Promise<string> => {
      this.#note("ScalingActive", "False", reason, message);
      await this.#parts.record("Warning", reason, message);
      return message;
    };
    if (selector === "") {
      this.#note("ScalingActive", "False", "InvalidSelector", "the HPA target's scale is missing a selector");
      await this.#parts.record("Warning", "SelectorRequired", "selector is required");
      return "selector is required";
    }
    try {
      const rivals = this.#parts.rivalsOf(selector);
      if (rivals.length <= 1) return undefined;
      const shown = rivals.map((key) => `{${key.split("/").toReversed().join(" ")}}`).join(" ");
      return await fail(
        "AmbiguousSelector",
        `pods by selector ${selector} are controlled by multiple HPAs: [${shown}]`,
      );
    } catch (error) {
      if (!(error instanceof SelectorFault)) throw error;
      const problem = `couldn't convert selector into a corresponding internal selector object: ${error.message}`;
      return fail("InvalidSelector", problem);
    }
  }

  #measured({ selector, current, statusReplicas }: Scale) {
    const { client, findKind, podsOf, now } = this.#parts;
    const { behavior, scaleTargetRef } = this.#autoscaler.spec;
    const toleranceOf = (given: string | number | undefined): number =>
      given === undefined ? usualTolerance : thousandths(given) / 1000;
    const tolerance: Tolerance = {
      up: toleranceOf(behavior?.scaleUp?.tolerance),
      down: toleranceOf(behavior?.scaleDown?.tolerance),
    };
    const resourceOf = (object: { readonly apiVersion?: string; readonly kind: string }): string => {
      try {
        return metricResource(findKind, { ...scaleTargetRef, ...object });
      } catch (error) {
        throw error instanceof ScaleFault ? new MetricFault(error.message) : error;
      }
    };
    const { namespace } = this.#autoscaler.metadata;
    const printsOldFaults = !this.#parts.tellsMore;
    const pods = podsOf(selector);
    return { client, namespace, selector, current, statusReplicas, printsOldFaults, pods, tolerance, now, resourceOf };
  }

  async #rescale(scale: Scale, replicas: number, reason: string, metrics?: readonly MetricStatus[]): Promise<Outcome> {
    const fault = await writeScale(this.#parts.ask, scale, replicas);
    if (fault !== undefined) {
      const message = `New size: ${replicas}; reason: ${reason}; error: ${fault}`;
      await this.#parts.record("Warning", "FailedRescale", message);
      const problem = `the HPA controller was unable to update the target scale: ${fault}`;
      this.#note("AbleToScale", "False", "FailedUpdateScale", problem);
      return this.#settle(
        scale.current,
        this.#autoscaler.status.desiredReplicas,
        this.#autoscaler.status.currentMetrics,
      );
    }
    const message = `the HPA controller was able to update the target scale to ${replicas}`;
    this.#note("AbleToScale", "True", "SucceededRescale", message);
    if (this.#parts.tellsMore && replicas > 0) {
      this.#note("ScaledToZero", "False", "NotScaledToZero", "the HPA controller did not scale the workload to zero");
    }
    await this.#parts.record("Normal", "SuccessfulRescale", `New size: ${replicas}; reason: ${reason}`);
    // kube-controller-manager counts a change only if rules limit the changes.
    if (this.#autoscaler.spec.behavior !== undefined) {
      this.#history = afterScaling(this.#history, scale.current, replicas, this.#parts.now);
    }
    return this.#settle(scale.current, replicas, metrics, this.#parts.time);
  }

  #settle(
    current: number,
    desired: number,
    metrics: readonly MetricStatus[] | undefined = [],
    scaledAt?: string,
  ): Outcome {
    const lastScaleTime = scaledAt ?? this.#autoscaler.status.lastScaleTime;
    return this.#outcome({
      ...(current === 0 ? {} : { currentReplicas: current }),
      ...{ desiredReplicas: desired, currentMetrics: metrics.length === 0 ? null : metrics },
      ...(this.#parts.tellsMore ? { observedGeneration: this.#autoscaler.metadata.generation ?? 0 } : {}),
      ...(lastScaleTime === undefined ? {} : { lastScaleTime }),
    });
  }

  #outcome(status: Status): Outcome {
    return { status: { ...status, conditions: this.#conditions }, history: this.#history };
  }

  #note(type: Condition["type"], status: Condition["status"], reason: string, message: string): void {
    const known = this.#conditions.find((each) => each.type === type);
    const lastTransitionTime = known?.status === status ? known.lastTransitionTime : this.#parts.time;
    const condition = {
      type,
      status,
      reason,
      message,
      ...(lastTransitionTime === undefined ? {} : { lastTransitionTime }),
    };
    this.#conditions =
      known === undefined
        ? [...this.#conditions, condition]
        : this.#conditions.map((each) => (each === known ? condition : each));
  }
}
