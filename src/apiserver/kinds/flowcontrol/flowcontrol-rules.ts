/** Source: kubernetes/pkg/apis/flowcontrol/v1/defaults.go, kubernetes/pkg/printers. */
import type { ApiObject } from "../../api-object.js";
import { ensureObject, numberOf, objectOf, objectsOf, setDefault, textOf } from "../../json-fields.js";
import type { GroupRules } from "../kind-rules.js";
import { ageOf } from "../table-times.js";
import { namedAndAged, nameOf } from "../tables/cells.js";
import * as rule from "../rules/index.js";
import { flowConditions, flowSchemaRules } from "./validate-flow-schema.js";
import { priorityLevelRules } from "./validate-priority-level.js";

const defaultShares = 30;
const queuingDefaults = { queues: 64, handSize: 8, queueLengthLimit: 50 };

function precedenceOf(object: ApiObject): number {
  return numberOf(objectOf(object, "spec"), "matchingPrecedence") ?? 0;
}

export const flowcontrolRules: GroupRules = {
  flowschemas: {
    validate: rule.validator(flowSchemaRules),
    status: { validateUpdate: rule.validator(flowConditions) },
    generationOf: (object) => object["spec"] ?? null,
    setDefaults(object) {
      const spec = ensureObject(object, "spec");
      if ((numberOf(spec, "matchingPrecedence") ?? 0) === 0) spec["matchingPrecedence"] = 1000;
    },
    cells: (object, now) => {
      const spec = objectOf(object, "spec");
      const dangling = objectsOf(objectOf(object, "status"), "conditions").find(({ type }) => type === "Dangling");
      return [
        nameOf(object),
        textOf(objectOf(spec, "priorityLevelConfiguration"), "name"),
        numberOf(spec, "matchingPrecedence") ?? 0,
        textOf(objectOf(spec, "distinguisherMethod"), "type") || "<none>",
        ageOf(object, now),
        dangling === undefined ? "?" : textOf(dangling, "status"),
      ];
    },
    compareRows: (left, right) => precedenceOf(left) - precedenceOf(right) || (nameOf(left) < nameOf(right) ? -1 : 1),
  },
  prioritylevelconfigurations: {
    validate: rule.validator(priorityLevelRules),
    status: { validateUpdate: rule.validator(flowConditions) },
    generationOf: (object) => object["spec"] ?? null,
    setDefaults(object) {
      const spec = ensureObject(object, "spec");
      const [limited, exempt] = [objectOf(spec, "limited"), objectOf(spec, "exempt")];
      if (exempt !== undefined) {
        setDefault(exempt, "nominalConcurrencyShares", 0);
        setDefault(exempt, "lendablePercent", 0);
      }
      if (limited === undefined) return;
      setDefault(limited, "nominalConcurrencyShares", defaultShares);
      setDefault(limited, "lendablePercent", 0);
      const queuing = objectOf(objectOf(limited, "limitResponse"), "queuing");
      if (queuing === undefined) return;
      for (const [name, value] of Object.entries(queuingDefaults)) {
        if ((numberOf(queuing, name) ?? 0) === 0) queuing[name] = value;
      }
    },
    cells: namedAndAged((object) => {
      const spec = objectOf(object, "spec");
      const limited = objectOf(spec, "limited");
      const queuing = objectOf(objectOf(limited, "limitResponse"), "queuing");
      const queues = ["queues", "handSize", "queueLengthLimit"].map((name) => numberOf(queuing, name) ?? "<none>");
      return [textOf(spec, "type"), numberOf(limited, "nominalConcurrencyShares") ?? "<none>", ...queues];
    }),
  },
};
