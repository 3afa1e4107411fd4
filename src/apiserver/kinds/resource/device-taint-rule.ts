/** Source: kubernetes/pkg/apis/resource/{v1/defaults.go,validation}, pkg/registry/resource/devicetaintrule/strategy.go. */
import type * as resource from "../../../k8s/resource/v1.js";
import { required, tooLong, type FieldError } from "../../../core/field-error.js";
import { type ApiObject, ensureObject, objectOf, setDefault, textOf } from "../../api-object.js";
import { timeText } from "../../objects/write.js";
import { isSame, statusAlone } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import { driverName } from "../pods/volume-sources.js";
import { must, rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { conditionsSince137 } from "../validation/conditions.js";
import { checkDns1123Subdomain } from "../validation/names.js";
import { statusValidator } from "../validation/workload-rules.js";
import { generationOfSpec, specOf } from "../workload-parts.js";

const mostInPool = 253;

function validatePool(name: string, path: string): FieldError[] {
  if (name === "") return [required(path)];
  return [
    ...(name.length > mostInPool ? [tooLong(path, mostInPool)] : []),
    ...name.split("/").flatMap((part) => must.haveForm<string>(checkDns1123Subdomain)(part, path)),
  ];
}

const beEffect = must.choose("NoExecute", "NoSchedule", "None");

const taint: rule.Table<resource.DeviceTaint> = [
  rule.text("key", must.beQualifiedName),
  rule.optionalText("value", must.beLabelValue),
  rule.text("effect", (effect, path, { old }) =>
    old !== undefined && textOf(old, "effect") === effect ? [] : beEffect(effect, path),
  ),
];

const rules: rule.Table<resource.DeviceTaintRule> = [
  rule.object("spec", [
    rule.optional("deviceSelector", [
      rule.textPointer("driver", driverName),
      rule.textPointer("pool", validatePool),
      rule.textPointer("device", must.beLabel),
    ]),
    rule.object("taint", taint),
  ]),
];

const status: rule.Table<resource.DeviceTaintRuleStatus> = [conditionsSince137, rule.list("conditions", must.fit(8))];

function taintOf(object: ApiObject): ReturnType<typeof objectOf> {
  return objectOf(specOf(object), "taint");
}

export const deviceTaintRule: KindRules = {
  allowsUnconditionalUpdate: false,
  generationOf: generationOfSpec,
  setDefaults(object) {
    setDefault(ensureObject(ensureObject(object, "spec"), "taint"), "timeAdded", timeText(Date.now()));
  },
  /** The time belongs to the effect, unless the client sets another one. */
  prepareForUpdate(object, old, now) {
    const [changed, before] = [taintOf(object), taintOf(old)];
    const isOther = textOf(changed, "effect") !== textOf(before, "effect");
    if (changed !== undefined && isOther && isSame(changed["timeAdded"], before?.["timeAdded"])) {
      changed["timeAdded"] = timeText(now);
    }
  },
  validate: rule.validator(rules),
  validateUpdate: rule.validator(rules),
  status: statusAlone(statusValidator<resource.DeviceTaintRuleStatus>(status)),
  cells: cell.named("spec.taint.key", "spec.taint.value", "spec.taint.effect", (object, now) =>
    cell.timeSince(taintOf(object), "timeAdded", now),
  ),
};
