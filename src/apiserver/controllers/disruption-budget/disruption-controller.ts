/** Counts the pods of PodDisruptionBudgets. Source: kubernetes/pkg/controller/disruption/disruption.go. */
import { isSameJson } from "../../../core/json.js";
import type { Pod } from "../../../k8s/core/v1.js";
import type { PodDisruptionBudget } from "../../../k8s/policy/v1.js";
import { timeText } from "../../objects/write.js";
import { selects } from "../../selectors/selected-labels.js";
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import { KindObjects, readKind, type Stored } from "../shared/kind-objects.js";
import { kinds } from "../shared/kinds.js";
import { hasFinished } from "../shared/pod-state.js";
import { budgetStatus, dependsOnControllers, failedStatus } from "./budget-status.js";
import { scaleOf, scaledKeys } from "./pod-scales.js";

/** How often a budget with evicted pods is counted again. */
const recountMs = 30_000;

export function controlBudgets(objects: ControllerObjects): Stoppable {
  const budgets = new KindObjects<PodDisruptionBudget>(objects, kinds.disruptionBudgets);
  const pods = new KindObjects<Pod>(objects, kinds.pods);
  const { store, now } = objects.parts;
  const queue = objects.queues.create(async (key) => {
    const [namespace = "", name = ""] = key.split("/");
    const budget = budgets.get(namespace, name);
    if (budget !== undefined) await sync(budget);
  });
  for (const budget of budgets.list()) add(budget);
  return queue.feedBy(
    store.subscribeToAll((storageKey, { object, previous }) => {
      if (storageKey === budgets.storageKey) add(readKind(object));
      else if (storageKey === pods.storageKey) {
        for (const each of [object, previous]) if (each !== undefined) addBudgetsOf(readKind<Pod>(each));
      } else if (scaledKeys.has(storageKey)) {
        for (const budget of budgets.list(object.metadata.namespace ?? "")) add(budget);
      }
    }),
  );

  function add({ metadata }: Stored): void {
    queue.add(`${metadata.namespace}/${metadata.name}`);
  }

  function addBudgetsOf({ metadata }: Stored<Pod>): void {
    for (const budget of budgets.list(metadata.namespace)) {
      if (selects(budget.spec.selector ?? {}, metadata.labels)) add(budget);
    }
  }

  async function sync(budget: Stored<PodDisruptionBudget>): Promise<void> {
    const { selector } = budget.spec;
    const all = selector === undefined ? [] : pods.list(budget.metadata.namespace);
    const own = all.filter((pod) => selects(selector ?? {}, pod.metadata.labels) && !hasFinished(pod));
    const wanted = dependsOnControllers(budget) ? wantedPods(own) : 0;
    const moment = { budget, now: now(), time: timeText(now()) };
    const status =
      typeof wanted === "string" ? failedStatus(moment, wanted) : budgetStatus({ ...moment, pods: own, wanted });
    if (!isSameJson(status, budget.status)) await budgets.update(budget, (copy) => (copy.status = status), "status");
    if (status.disruptedPods !== undefined)
      queue.addAfter(`${budget.metadata.namespace}/${budget.metadata.name}`, recountMs);
  }

  /** Returns how many pods the controllers want; the reason if that is unknown. */
  function wantedPods(own: readonly Stored<Pod>[]): number | string {
    const byController = new Map<string, number>();
    for (const pod of own) {
      const scale = scaleOf(pod, store);
      if (typeof scale === "string") return scale;
      if (scale !== undefined) byController.set(scale.uid, scale.replicas);
    }
    return [...byController.values()].reduce((sum, replicas) => sum + replicas, 0);
  }
}
