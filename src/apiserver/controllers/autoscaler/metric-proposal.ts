/** The replicas that each metric of an autoscaler asks for. Source: kubernetes/pkg/controller/podautoscaler/horizontal.go. */
import type {
  ContainerResourceMetricSource,
  ExternalMetricSource,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
  ObjectMetricSource,
  PodsMetricSource,
  ResourceMetricSource,
} from "../../../k8s/autoscaling/v2.js";
import { showThousandths, thousandths } from "./metric-amounts.js";
import type { MetricsClient } from "./metrics-client.js";
import {
  MetricFault,
  replicasByAverage,
  replicasByShare,
  replicasByUtilization,
  replicasByValue,
  type Round,
  type Usage,
} from "./replica-count.js";
import { goSelector, selectorText } from "./selector-text.js";

export interface Proposal {
  readonly replicas: number;
  /** What the events call the metric. */
  readonly name: string;
  readonly status: MetricStatus;
}

export interface Measured extends Round {
  readonly client: MetricsClient;
  readonly namespace: string;
  /** Of the pods. */
  readonly selector: string;
  readonly statusReplicas: number;
  /** Whether the error of an object's metric is the one before Kubernetes 1.36. */
  readonly printsOldFaults: boolean;
  /** Returns the resource of an object that has a metric: `deployments.apps`. */
  readonly resourceOf: (object: { readonly apiVersion?: string; readonly kind: string }) => string;
}

/** Why a metric proposes nothing. */
export class ProposalFault extends Error {
  /** Of the condition and the event. */
  readonly reason: string;
  /** What the condition and the event say. */
  readonly detail: string;

  constructor(reason: string, detail: string, message: string) {
    super(message);
    this.reason = reason;
    this.detail = detail;
  }
}

/** @throws ProposalFault */
export async function propose(measured: Measured, spec: MetricSpec): Promise<Proposal> {
  const { reason, of, whole } = namesOf(spec);
  try {
    return await proposeBy(measured, spec);
  } catch (error) {
    if (!(error instanceof MetricFault)) throw error;
    const detail = of === undefined ? error.message : `failed to get ${of}: ${error.message}`;
    throw new ProposalFault(reason, whole.isPlain ? error.message : detail, `failed to get ${whole.name}: ${detail}`);
  }
}

interface FaultNames {
  readonly reason: string;
  readonly of?: string;
  readonly whole: { readonly name: string; readonly isPlain: boolean };
}

function namesOf({ type, resource, containerResource, external, object }: MetricSpec): FaultNames {
  switch (type) {
    case "Resource":
      return resourceNames("FailedGetResourceMetric", "resource", resource?.name ?? "", resource?.target);
    case "ContainerResource": {
      const { name = "", target } = containerResource ?? {};
      return resourceNames("FailedGetContainerResourceMetric", "container", name, target);
    }
    case "External": {
      const name = external?.metric.name ?? "";
      const of = external?.target.averageValue === undefined ? `external metric ${name}` : `${name} external metric`;
      return { reason: "FailedGetExternalMetric", of, whole: { name: `${name} external metric value`, isPlain: true } };
    }
    case "Object": {
      const whole = { name: "object metric value", isPlain: true };
      const name = object?.metric.name ?? "";
      const isAverage = object?.target.type === "AverageValue";
      return { reason: "FailedGetObjectMetric", ...(isAverage ? { of: `${name} object metric` } : {}), whole };
    }
    default:
      return { reason: "FailedGetPodsMetric", whole: { name: "pods metric value", isPlain: true } };
  }
}

function resourceNames(reason: string, kind: string, name: string, target: MetricTarget | undefined): FaultNames {
  const of = `${name} ${target?.averageUtilization === undefined ? "usage" : "utilization"}`;
  return { reason, of, whole: { name: `${name} ${kind} metric value`, isPlain: false } };
}

function proposeBy(measured: Measured, spec: MetricSpec): Promise<Proposal> {
  switch (spec.type) {
    case "Resource":
      return byResource(measured, sourceOf(spec.resource));
    case "ContainerResource":
      return byContainer(measured, sourceOf(spec.containerResource));
    case "Pods":
      return byPods(measured, sourceOf(spec.pods));
    case "Object":
      return byObject(measured, sourceOf(spec.object));
    case "External":
      return byExternal(measured, sourceOf(spec.external));
    default:
      throw new MetricFault(`unknown metric source type ${JSON.stringify(spec.type)}`);
  }
}

/** @throws MetricFault if the metric lacks the part that its type names */
function sourceOf<Source>(source: Source | undefined): Source {
  if (source === undefined) throw new MetricFault("the metric has no source");
  return source;
}

async function byResource(measured: Measured, { name, target }: ResourceMetricSource): Promise<Proposal> {
  const { usage, current } = await resourceUsage(measured, name, target);
  return {
    replicas: usage.replicas,
    name: `${name} resource${shareOf(target)}`,
    status: { type: "Resource", resource: { name, current } },
  };
}

async function byContainer(measured: Measured, source: ContainerResourceMetricSource): Promise<Proposal> {
  const { name, container, target } = source;
  const { usage, current } = await resourceUsage(measured, name, target, container);
  return {
    replicas: usage.replicas,
    name: `${name} container resource${shareOf(target)}`,
    status: { type: "ContainerResource", containerResource: { name, container, current } },
  };
}

function shareOf({ averageUtilization }: MetricTarget): string {
  return averageUtilization === undefined ? "" : " utilization (percentage of request)";
}

async function resourceUsage(
  measured: Measured,
  resource: string,
  target: MetricTarget,
  container?: string,
): Promise<{ readonly usage: Usage; readonly current: MetricValueStatus }> {
  const { client, namespace, selector } = measured;
  const which = { resource, ...(container === undefined ? {} : { container }) };
  const metrics = await within(`unable to get metrics for resource ${resource}`, () =>
    client.ofResource(namespace, selector, which),
  );
  if (target.averageValue !== undefined) {
    const usage = replicasByAverage(measured, metrics, thousandths(target.averageValue), resource);
    return { usage, current: { averageValue: showThousandths(usage.value) } };
  }
  const usage = replicasByUtilization(measured, metrics, { ...which, target: target.averageUtilization ?? 0 });
  const averageUtilization = usage.percent ?? 0;
  return { usage, current: { averageUtilization, averageValue: showThousandths(usage.value) } };
}

async function byPods(measured: Measured, source: PodsMetricSource): Promise<Proposal> {
  const { metric, target } = source;
  const { client, namespace, selector } = measured;
  const metrics = await within(`unable to get metric ${metric.name}`, () =>
    client.ofPods(namespace, selector, metric.name, selectorText(metric.selector)),
  );
  const { replicas, value } = replicasByAverage(measured, metrics, thousandths(target.averageValue));
  const current = { averageValue: showThousandths(value) };
  return { replicas, name: `pods metric ${metric.name}`, status: { type: "Pods", pods: { metric, current } } };
}

async function byObject(measured: Measured, source: ObjectMetricSource): Promise<Proposal> {
  const { describedObject, metric, target } = source;
  const { client, namespace } = measured;
  const isNamespace = describedObject.kind === "Namespace" && (describedObject.apiVersion ?? "v1") === "v1";
  const problem = measured.printsOldFaults
    ? `unable to get metric ${metric.name}: ${describedObject.kind} on ${namespace} ${describedObject.name}/`
    : `unable to get metric ${metric.name} on ${describedObject.kind} ${namespace}/${describedObject.name}: `;
  const value = await within(
    problem,
    () => {
      const resource = isNamespace ? "" : measured.resourceOf(describedObject);
      const object = { resource, name: describedObject.name };
      return client.ofObject(namespace, object, metric.name, selectorText(metric.selector));
    },
    "",
  );
  const { usage, current } = shared(measured, value, target);
  return {
    replicas: usage.replicas,
    name:
      target.type === "Value"
        ? `${describedObject.kind} metric ${metric.name}`
        : `external metric ${metric.name}(${goSelector(metric.selector)})`,
    status: { type: "Object", object: { describedObject, metric, current } },
  };
}

async function byExternal(measured: Measured, source: ExternalMetricSource): Promise<Proposal> {
  const { metric, target } = source;
  const { client, namespace } = measured;
  const shown = goSelector(metric.selector);
  const value = await within(`unable to get external metric ${namespace}/${metric.name}/${shown}`, () =>
    client.external(namespace, metric.name, selectorText(metric.selector)),
  );
  const { usage, current } = shared(measured, value, target);
  const name = `external metric ${metric.name}(${shown})`;
  return { replicas: usage.replicas, name, status: { type: "External", external: { metric, current } } };
}

/** Compares a value that all pods share with its target. */
function shared(
  measured: Measured,
  value: number,
  { averageValue, value: total }: MetricTarget,
): { readonly usage: Usage; readonly current: MetricValueStatus } {
  if (averageValue !== undefined) {
    const usage = replicasByShare(measured, measured.statusReplicas, value, thousandths(averageValue));
    return { usage, current: { averageValue: showThousandths(usage.value) } };
  }
  const usage = replicasByValue(measured, value, thousandths(total));
  return { usage, current: { value: showThousandths(usage.value) } };
}

async function within<Result>(what: string, read: () => Promise<Result>, separator = ": "): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof MetricFault ? new MetricFault(`${what}${separator}${error.message}`) : error;
  }
}
