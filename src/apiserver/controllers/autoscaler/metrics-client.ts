/** Reads metrics from the metrics APIs. Source: kubernetes/pkg/controller/podautoscaler/metrics/client.go. */
import { parseDuration } from "../../../cel/times.js";
import type { Json, JsonObject } from "../../../core/json.js";
import { objectOf, objectsOf, textOf } from "../../api-object.js";
import { type Ask, faultOf } from "../shared/ask.js";
import { thousandths } from "./metric-amounts.js";
import { MetricFault, type PodMetric } from "./replica-count.js";

export interface ObjectName {
  /** `deployments.apps`; empty for the namespace itself. */
  readonly resource: string;
  readonly name: string;
}

const resourceApi = "/apis/metrics.k8s.io/v1beta1";
const externalApi = "/apis/external.metrics.k8s.io/v1beta1";
const customGroup = "custom.metrics.k8s.io";

/** The window of a custom metric that names none. */
const defaultWindowMs = 60_000;

export class MetricsClient {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** @param selector - of the pods */
  async ofResource(
    namespace: string,
    selector: string,
    { resource, container }: { readonly resource: string; readonly container?: string },
  ): Promise<Map<string, PodMetric>> {
    const path = `${resourceApi}/namespaces/${namespace}/pods${query({ labelSelector: selector })}`;
    const items = await this.#items(path, "resource", "pods.metrics.k8s.io");
    const entries = items.flatMap((item): [string, PodMetric][] => {
      const value = container === undefined ? ofPod(item, resource) : ofContainer(item, resource, container);
      return value === undefined ? [] : [[nameOf(item), { value, ...momentOf(item) }]];
    });
    return new Map(entries);
  }

  async ofPods(namespace: string, selector: string, metric: string, metricSelector: string) {
    const api = await this.#customApi();
    const options = query({ labelSelector: selector, metricLabelSelector: metricSelector });
    const path = `${api}/namespaces/${namespace}/pods/*/${encodeURIComponent(metric)}${options}`;
    const items = await this.#items(path, "custom", `pods.${customGroup} *`);
    return new Map(items.map((item) => [textOf(objectOf(item, "describedObject"), "name"), customMetric(item)]));
  }

  /** Returns the value in thousandths. */
  async ofObject(namespace: string, object: ObjectName, metric: string, metricSelector: string): Promise<number> {
    const api = await this.#customApi();
    const { resource, name } = object;
    const place = resource === "" ? "metrics" : `${resource}/${encodeURIComponent(name)}`;
    const path = `${api}/namespaces/${namespace}/${place}/${encodeURIComponent(metric)}${query({ metricLabelSelector: metricSelector })}`;
    const what = resource === "" ? `metrics.${customGroup} ${metric}` : `${resource}.${customGroup} ${name}`;
    const [item] = await this.#items(path, "custom", what);
    return thousandths(item?.["value"]);
  }

  /** Returns the sum of the values, in thousandths. */
  async external(namespace: string, metric: string, selector: string): Promise<number> {
    const path = `${externalApi}/namespaces/${namespace}/${encodeURIComponent(metric)}${query({ labelSelector: selector })}`;
    const items = await this.#items(path, "external", `${metric}.external.metrics.k8s.io`);
    return items.reduce((sum, item) => sum + thousandths(item["value"]), 0);
  }

  async #customApi(): Promise<string> {
    const { object } = await this.#ask({ method: "GET", target: `/apis/${customGroup}` });
    const served = objectsOf(object, "versions").map((version) => textOf(version, "version"));
    const version = ["v1beta2", "v1beta1"].find((each) => served.includes(each));
    if (version !== undefined) return `/apis/${customGroup}/${version}`;
    throw new MetricFault(
      `unable to fetch metrics from custom metrics API: no custom metrics API (${customGroup}) registered`,
    );
  }

  async #items(target: string, api: string, what: string): Promise<readonly JsonObject[]> {
    const answer = await this.#ask({ method: "GET", target });
    const fault = faultOf(answer, `get ${what}`);
    if (fault !== undefined) throw new MetricFault(`unable to fetch metrics from ${api} metrics API: ${fault}`);
    const items = objectsOf(answer.object, "items");
    if (items.length === 0) throw new MetricFault(`no metrics returned from ${api} metrics API`);
    return items;
  }
}

function nameOf(item: JsonObject): string {
  return textOf(objectOf(item, "metadata"), "name");
}

/** Returns undefined if a container lacks the resource. */
function ofPod(item: JsonObject, resource: string): number | undefined {
  const amounts = objectsOf(item, "containers").map((each) => objectOf(each, "usage")?.[resource]);
  if (amounts.length === 0 || amounts.some((amount) => amount === undefined)) return undefined;
  return amounts.reduce((sum: number, amount: Json | undefined) => sum + thousandths(amount), 0);
}

function ofContainer(item: JsonObject, resource: string, container: string): number | undefined {
  const found = objectsOf(item, "containers").find((each) => textOf(each, "name") === container);
  if (found === undefined) {
    const pod = `${textOf(objectOf(item, "metadata"), "namespace")}/${nameOf(item)}`;
    const problem = `container ${container} not present in metrics for pod ${pod}`;
    throw new MetricFault(`failed to get container metrics: ${problem}`);
  }
  const amount = objectOf(found, "usage")?.[resource];
  return amount === undefined ? undefined : thousandths(amount);
}

function customMetric(item: JsonObject): PodMetric {
  const seconds = item["windowSeconds"] ?? item["window"];
  const windowMs = typeof seconds === "number" ? seconds * 1000 : defaultWindowMs;
  return { value: thousandths(item["value"]), time: Date.parse(textOf(item, "timestamp")), windowMs };
}

function momentOf(item: JsonObject): Pick<PodMetric, "time" | "windowMs"> {
  return { time: Date.parse(textOf(item, "timestamp")), windowMs: durationMs(textOf(item, "window")) };
}

/** Parses a duration of Go: `1m30s`; 0 for an invalid one. */
function durationMs(text: string): number {
  return Number(parseDuration(text) ?? 0n) / 1e6;
}

function query(values: Readonly<Record<string, string>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  const text = new URLSearchParams(given).toString();
  return text === "" ? "" : `?${text}`;
}
