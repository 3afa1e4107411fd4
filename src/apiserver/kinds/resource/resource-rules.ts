/** Source: kubernetes/pkg/printers/internalversion/printers.go, pkg/apis/resource/v1/defaults.go. */
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, listOf, objectOf, objectsOf, setDefault, textOf } from "../../api-object.js";
import type { GroupRules } from "../kind-rules.js";
import * as cell from "../tables/cells.js";
import { rule } from "../rules/index.js";
import { deviceTaintRule } from "./device-taint-rule.js";
import { generationOfSpec } from "../workload-parts.js";

const immutableSpec = rule.validator<{ spec?: unknown }>([rule.unchanged("spec")]);

export const resourceRules: GroupRules = {
  devicetaintrules: deviceTaintRule,
  deviceclasses: { generationOf: generationOfSpec, cells: cell.named() },
  resourceclaims: {
    setDefaults: (claim) => setRequestDefaults(objectOf(claim, "spec")),
    validateUpdate: immutableSpec,
    cells: cell.named(showState),
  },
  resourceclaimtemplates: {
    setDefaults: (template) => setRequestDefaults(objectOf(objectOf(template, "spec"), "spec")),
    validateUpdate: immutableSpec,
    cells: cell.named(),
  },
  resourceslices: {
    generationOf: generationOfSpec,
    cells: cell.named("spec.nodeName", "spec.driver", "spec.pool.name"),
    selectableFields: cell.selectable("spec.nodeName", "spec.driver"),
  },
};

function setRequestDefaults(spec: JsonObject | undefined): void {
  for (const request of objectsOf(objectOf(spec, "devices"), "requests")) {
    const exactly = objectOf(request, "exactly");
    for (const each of [...(exactly === undefined ? [] : [exactly]), ...objectsOf(request, "firstAvailable")]) {
      setDefault(each, "allocationMode", "ExactCount");
      if (textOf(each, "allocationMode") === "ExactCount") setDefault(each, "count", 1);
    }
  }
}

function showState(claim: ApiObject): string {
  const status = objectOf(claim, "status");
  const isDeleted = claim.metadata.deletionTimestamp !== undefined;
  const isAllocated = objectOf(status, "allocation") !== undefined;
  return [
    ...(isDeleted ? ["deleted"] : []),
    ...(isAllocated ? ["allocated"] : isDeleted ? [] : ["pending"]),
    ...(isAllocated && listOf(status, "reservedFor").length > 0 ? ["reserved"] : []),
  ].join(",");
}
