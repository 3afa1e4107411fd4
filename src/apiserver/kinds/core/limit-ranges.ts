/** Source: kubernetes/pkg/apis/core/v1/defaults.go (SetDefaults_LimitRangeItem). */
import { randomUUID } from "node:crypto";
import { ensureObject, objectOf, objectsOf, setDefaults } from "../../api-object.js";
import type { KindRules } from "../kind-rules.js";
import { rule } from "../rules/index.js";
import { limitRangeRules } from "./validate-limit-range.js";

export const limitRanges: KindRules = {
  allowsCreateOnUpdate: true,
  setDefaults(range) {
    for (const item of objectsOf(objectOf(range, "spec"), "limits")) {
      if (item["type"] !== "Container") continue;
      const [limits, requests] = [ensureObject(item, "default"), ensureObject(item, "defaultRequest")];
      setDefaults(limits, objectOf(item, "max") ?? {});
      setDefaults(requests, limits);
      setDefaults(requests, objectOf(item, "min") ?? {});
    }
  },
  prepareForCreate({ metadata }) {
    if ((metadata.name ?? "") === "") metadata.name = randomUUID();
  },
  validate: rule.validator(limitRangeRules),
};
