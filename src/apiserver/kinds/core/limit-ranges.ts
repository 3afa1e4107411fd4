/** Source: kubernetes/pkg/apis/core/v1/defaults.go (SetDefaults_LimitRangeItem). */
import { randomUUID } from "node:crypto";
import { ensureObject, objectOf, objectsOf } from "../../json-fields.js";
import type { KindRules } from "../kind-rules.js";
import { validateLimitRange } from "./validate-limit-range.js";

export const limitRanges: KindRules = {
  allowsCreateOnUpdate: true,
  setDefaults(range) {
    for (const item of objectsOf(objectOf(range, "spec"), "limits")) {
      if (item["type"] !== "Container") continue;
      const [limits, requests] = [ensureObject(item, "default"), ensureObject(item, "defaultRequest")];
      for (const [name, value] of Object.entries(objectOf(item, "max") ?? {})) limits[name] ??= value;
      for (const [name, value] of Object.entries(limits)) requests[name] ??= value;
      for (const [name, value] of Object.entries(objectOf(item, "min") ?? {})) requests[name] ??= value;
    }
  },
  prepareForCreate({ metadata }) {
    if ((metadata.name ?? "") === "") metadata.name = randomUUID();
  },
  validate: validateLimitRange,
};
