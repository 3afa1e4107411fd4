/** Scales by metrics. Source: kubernetes/pkg/controller/podautoscaler/horizontal.go. */
import { isSameJson } from "../../../core/json.js";
import type { HorizontalPodAutoscaler } from "../../../k8s/autoscaling/v2.js";
import type { Pod } from "../../../k8s/core/v1.js";
import { isSince } from "../../../schema/kubernetes-versions.js";
import { timeText } from "../../objects/write.js";
import { parseLabelSelector } from "../../selectors/label-selector.js";
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import type { Ask } from "../shared/ask.js";
import { EventRecorder } from "../shared/event-recorder.js";
import { KindObjects, type Stored } from "../shared/kind-objects.js";
import { kinds } from "../shared/kinds.js";
import { AutoscalerRound } from "./autoscaler-round.js";
import { MetricsClient } from "./metrics-client.js";
import { type History, noHistory } from "./scaling-limits.js";
import type { Autoscaler } from "./scale-target.js";

/** How often an autoscaler reads its metrics. */
const periodMs = 1_000;

/** @param ask - sends requests as the controller's account */
export function controlAutoscalers(objects: ControllerObjects, ask: Ask): Stoppable {
  const autoscalers = new KindObjects<HorizontalPodAutoscaler>(objects, kinds.autoscalers);
  const pods = new KindObjects<Pod>(objects, kinds.pods);
  const events = new EventRecorder(objects, "horizontal-pod-autoscaler");
  const { store, now } = objects.parts;
  const histories = new Map<string, History>();
  const selectors = new Map<string, string>();
  const client = new MetricsClient(ask);
  const queue = objects.queues.create(async (key) => {
    const [namespace = "", name = ""] = key.split("/");
    const autoscaler = autoscalers.get(namespace, name);
    if (autoscaler === undefined) forget(key);
    else await sync(key, autoscaler);
  });
  const all = (): void => autoscalers.list().forEach(add);
  const timer = setInterval(all, periodMs).unref();
  all();
  queue.feedBy(
    store.subscribe(autoscalers.storageKey, ({ type, object, previous }) => {
      // The controller's own changes of the status are no reason to read the metrics again.
      const isChanged = type === "DELETED" || !isSameJson(object["spec"], previous?.["spec"]);
      if (isChanged) queue.add(`${object.metadata.namespace ?? ""}/${object.metadata.name ?? ""}`);
    }),
  );
  return {
    stop: () => {
      clearInterval(timer);
      queue.stop();
    },
  };

  function add({ metadata }: Autoscaler): void {
    queue.add(`${metadata.namespace}/${metadata.name}`);
  }

  function forget(key: string): void {
    histories.delete(key);
    selectors.delete(key);
  }

  async function sync(key: string, autoscaler: Autoscaler): Promise<void> {
    const round = new AutoscalerRound(autoscaler, {
      ...{
        ask,
        client,
        tellsMore: isSince(objects.parts.version, "1.37"),
        findKind: objects.findKind.bind(objects),
        now: now(),
        time: timeText(now()),
      },
      history: histories.get(key) ?? noHistory,
      podsOf: (selector) => podsOf(autoscaler.metadata.namespace, selector),
      rivalsOf: (selector) => rivalsOf(key, selector),
      record: (type, reason, message) => events.record(autoscaler, type, reason, message),
    });
    const { status, history } = await round.run();
    histories.set(key, history);
    if (isSameJson(status, autoscaler.status)) return;
    await autoscalers.update(autoscaler, (copy) => Object.assign(copy, { status }), "status");
  }

  function podsOf(namespace: string, selector: string): readonly Stored<Pod>[] {
    const matches = parseLabelSelector(selector);
    return pods.list(namespace).filter(({ metadata }) => matches(metadata.labels));
  }

  /** Returns all autoscalers of the pods that a selector selects. */
  function rivalsOf(key: string, selector: string): readonly string[] {
    selectors.set(key, selector);
    const [namespace = ""] = key.split("/");
    const selected = podsOf(namespace, selector);
    return [...selectors]
      .filter(([other]) => other.startsWith(`${namespace}/`))
      .filter(([, text]) => selected.some(({ metadata }) => parseLabelSelector(text)(metadata.labels)))
      .map(([other]) => other);
  }
}
