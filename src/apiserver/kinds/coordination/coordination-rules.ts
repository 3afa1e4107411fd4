/** Source: kubernetes/pkg/apis/coordination/validation/validation.go, pkg/registry/coordination/lease/strategy.go. */
import { type FieldError, forbidden, invalid } from "../../../core/field-error.js";
import type { ApiObject } from "../../api-object.js";
import { numberOf, objectOf, textOf } from "../../json-fields.js";
import type { GroupRules } from "../kind-rules.js";
import { namedAndAged } from "../tables/cells.js";

export const coordinationRules: GroupRules = {
  leases: {
    allowsCreateOnUpdate: true,
    allowsUnconditionalUpdate: false,
    prepareForCreate: dropCoordinated,
    prepareForUpdate: dropCoordinated,
    validate: validateLease,
    cells: namedAndAged((lease) => [textOf(objectOf(lease, "spec"), "holderIdentity")]),
  },
};

/** Fields of coordinated leader election, which is off by default. */
function dropCoordinated(lease: ApiObject): void {
  const spec = objectOf(lease, "spec");
  delete spec?.["strategy"];
  delete spec?.["preferredHolder"];
}

function validateLease(lease: ApiObject): FieldError[] {
  const spec = objectOf(lease, "spec");
  const duration = numberOf(spec, "leaseDurationSeconds");
  const transitions = numberOf(spec, "leaseTransitions");
  const hasStrategy = textOf(spec, "strategy") !== "";
  const faults: FieldError[] = [];
  if (duration !== undefined && duration <= 0) {
    faults.push(invalid("spec.leaseDurationSeconds", duration, "must be greater than 0"));
  }
  if (transitions !== undefined && transitions < 0) {
    faults.push(invalid("spec.leaseTransitions", transitions, "must be greater than or equal to 0"));
  }
  if (textOf(spec, "preferredHolder") !== "" && !hasStrategy) {
    faults.push(forbidden("spec.preferredHolder", "may only be specified if `strategy` is defined"));
  }
  return faults;
}
