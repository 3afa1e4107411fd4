/** Source: kubernetes/pkg/apis/coordination/validation/validation.go, pkg/registry/coordination/lease/strategy.go. */
import { type ApiObject, objectOf, textOf } from "../../api-object.js";
import type { Lease } from "../../../k8s/coordination/v1.js";
import { must, rule } from "../rules/index.js";
import type { GroupRules } from "../kind-rules.js";
import * as cell from "../tables/cells.js";

const lease: rule.Table<Lease> = [
  rule.object("spec", [
    rule.numberPointer("leaseDurationSeconds", must.beIn(1, Infinity, "must be greater than 0")),
    rule.numberPointer("leaseTransitions", must.notBeNegative),
    rule.forbiddenIf(
      "preferredHolder",
      "may only be specified if `strategy` is defined",
      (spec) => textOf(spec, "preferredHolder") !== "" && textOf(spec, "strategy") === "",
    ),
  ]),
];

export const coordinationRules: GroupRules = {
  leases: {
    allowsCreateOnUpdate: true,
    allowsUnconditionalUpdate: false,
    prepareForCreate: dropCoordinated,
    prepareForUpdate: dropCoordinated,
    validate: rule.validator(lease),
    cells: cell.named("spec.holderIdentity"),
  },
};

/** Drops the fields of coordinated leader election, which is off by default. */
function dropCoordinated(object: ApiObject): void {
  const spec = objectOf(object, "spec");
  delete spec?.["strategy"];
  delete spec?.["preferredHolder"];
}
