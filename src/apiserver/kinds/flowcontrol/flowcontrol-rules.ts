/** Source: kubernetes/pkg/apis/flowcontrol/v1/defaults.go, kubernetes/pkg/printers. */
import { ensureObject, numberOf, objectOf, objectsOf, setDefaults, textOf } from "../../api-object.js";
import { compareFlowSchemas, precedenceOf } from "../../flow-control/flow-schemas.js";
import type { GroupRules } from "../kind-rules.js";
import * as cell from "../tables/cells.js";
import { rule } from "../rules/index.js";
import { generationOfSpec, statusOf } from "../workload-parts.js";
import { flowConditions, flowSchemaRules } from "./validate-flow-schema.js";
import { priorityLevelRules } from "./validate-priority-level.js";

const defaultShares = 30;
const queuingDefaults = { queues: 64, handSize: 8, queueLengthLimit: 50 };

export const flowcontrolRules: GroupRules = {
  flowschemas: {
    validate: rule.validator(flowSchemaRules),
    status: { validateUpdate: rule.validator(flowConditions) },
    generationOf: generationOfSpec,
    setDefaults(object) {
      const spec = ensureObject(object, "spec");
      if ((numberOf(spec, "matchingPrecedence") ?? 0) === 0) spec["matchingPrecedence"] = 1000;
    },
    cells: cell.row(
      cell.nameOf,
      "spec.priorityLevelConfiguration.name",
      precedenceOf,
      cell.text("spec.distinguisherMethod.type", "<none>"),
      cell.ageOf,
      (object) => {
        const dangling = objectsOf(statusOf(object), "conditions").find(({ type }) => type === "Dangling");
        return dangling === undefined ? "?" : textOf(dangling, "status");
      },
    ),
    compareRows: compareFlowSchemas,
  },
  prioritylevelconfigurations: {
    validate: rule.validator(priorityLevelRules),
    status: { validateUpdate: rule.validator(flowConditions) },
    generationOf: generationOfSpec,
    setDefaults(object) {
      const spec = ensureObject(object, "spec");
      const limited = objectOf(spec, "limited");
      setDefaults(objectOf(spec, "exempt"), { nominalConcurrencyShares: 0, lendablePercent: 0 });
      setDefaults(limited, { nominalConcurrencyShares: defaultShares, lendablePercent: 0 });
      const queuing = objectOf(objectOf(limited, "limitResponse"), "queuing");
      if (queuing === undefined) return;
      for (const [name, value] of Object.entries(queuingDefaults)) {
        if ((numberOf(queuing, name) ?? 0) === 0) queuing[name] = value;
      }
    },
    cells: cell.named(
      "spec.type",
      cell.number("spec.limited.nominalConcurrencyShares", "<none>"),
      ...["queues", "handSize", "queueLengthLimit"].map((name) =>
        cell.number(`spec.limited.limitResponse.queuing.${name}`, "<none>"),
      ),
    ),
  },
};
