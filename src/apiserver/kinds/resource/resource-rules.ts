/** Source: kubernetes/pkg/printers/internalversion/printers.go. */
import type { ApiObject } from "../../api-object.js";
import { listOf, objectOf, textOf } from "../../json-fields.js";
import { immutable } from "../validation/immutable.js";
import type { GroupRules } from "../kind-rules.js";
import { namedAndAged } from "../tables/cells.js";

export const resourceRules: GroupRules = {
  deviceclasses: { generationOf: (object) => object["spec"] ?? null, cells: namedAndAged() },
  resourceclaims: {
    validateUpdate: (claim, old) => immutable("spec", claim["spec"], old["spec"]),
    cells: namedAndAged((claim) => [showState(claim)]),
  },
  resourceclaimtemplates: {
    validateUpdate: (template, old) => immutable("spec", template["spec"], old["spec"]),
    cells: namedAndAged(),
  },
  resourceslices: {
    generationOf: (object) => object["spec"] ?? null,
    cells: namedAndAged((slice) => {
      const spec = objectOf(slice, "spec");
      return [textOf(spec, "nodeName"), textOf(spec, "driver"), textOf(objectOf(spec, "pool"), "name")];
    }),
    selectableFields: {
      "spec.nodeName": (slice) => textOf(objectOf(slice, "spec"), "nodeName"),
      "spec.driver": (slice) => textOf(objectOf(slice, "spec"), "driver"),
    },
  },
};

function showState(claim: ApiObject): string {
  const status = objectOf(claim, "status");
  const states: string[] = [];
  if (claim.metadata.deletionTimestamp !== undefined) states.push("deleted");
  if (objectOf(status, "allocation") === undefined) {
    return [...states, ...(claim.metadata.deletionTimestamp === undefined ? ["pending"] : [])].join(",");
  }
  states.push("allocated");
  if (listOf(status, "reservedFor").length > 0) states.push("reserved");
  return states.join(",");
}
