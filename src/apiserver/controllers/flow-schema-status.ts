/**
 * Sets the condition `Dangling` of FlowSchemas: whether their priority level is missing.
 * Source: presyncFlowSchemaStatus in k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go.
 */
import type { FlowSchema } from "../../k8s/flowcontrol/v1.js";
import { quoteText } from "../../core/go-text.js";
import { flowSchemasKey, priorityLevelsKey } from "../flow-control/flow-schemas.js";
import { timeText } from "../objects/write.js";
import type { ControllerObjects, Stoppable } from "./controller-objects.js";

const manager = "api-priority-and-fairness-config-consumer-v1";

export function checkFlowSchemas(objects: ControllerObjects): Stoppable {
  const { store, now } = objects.parts;
  const queue = objects.queues.create(async (name) => {
    const stored = store.get(flowSchemasKey, "", name);
    if (stored === undefined) return;
    const { spec, status } = stored as unknown as FlowSchema; // validated when it was stored
    const level = spec.priorityLevelConfiguration.name;
    const wanted = condition(level, store.get(priorityLevelsKey, "", level) !== undefined);
    const known = status?.conditions?.find(({ type }) => type === wanted.type);
    if (known?.status === wanted.status && known.message === wanted.message) return;
    const conditions = [{ ...wanted, lastTransitionTime: timeText(now()) }];
    await objects.applyStatus(objects.builtIn(flowSchemasKey), stored, { conditions }, manager);
  });
  const addAll = (): void => {
    for (const { metadata } of store.list(flowSchemasKey)) queue.add(metadata.name ?? "");
  };
  addAll();
  const levels = store.subscribe(priorityLevelsKey, addAll);
  const own = store.subscribe(flowSchemasKey, ({ object }) => queue.add(object.metadata.name ?? ""));
  return queue.feedBy(() => {
    levels();
    own();
  });
}

function condition(level: string, exists: boolean) {
  const about = `This FlowSchema references the PriorityLevelConfiguration object named ${quoteText(level)}`;
  return exists
    ? { type: "Dangling", status: "False", reason: "Found", message: `${about} and it exists` }
    : { type: "Dangling", status: "True", reason: "NotFound", message: `${about} but there is no such object` };
}
