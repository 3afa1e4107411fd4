/** Source: pkg/registry/node/runtimeclass/strategy.go, pkg/apis/node/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import type { FieldError } from "../../../core/field-error.js";
import { objectOf, objectsOf, setDefault, textMapOf, textOf } from "../../json-fields.js";
import { immutable } from "../../objects/validate-metadata.js";
import type { KindRules } from "../kind-rules.js";
import { roundUp } from "../pods/resource-lists.js";
import { validateRequirements } from "../pods/validate-resources.js";
import { validateTolerations } from "../pods/validate-scheduling.js";
import { ageOf } from "../table-times.js";
import { podTypeForm } from "../pods/pod-types.js";
import { duplicateInternal } from "../validation/internal-forms.js";
import { validateLabels } from "../validation/labels.js";
import { nameIsDnsLabel } from "../validation/names.js";
import { faultsAt } from "../validation/values.js";

export const runtimeClass: KindRules = {
  setDefaults(object) {
    setDefault(object, "handler", "");
    roundUp(objectOf(objectOf(object, "overhead"), "podFixed"));
  },
  validate: validateClass,
  validateUpdate: (object, old) => [
    ...validateClass(object),
    ...immutable("handler", object["handler"], old["handler"]),
  ],
  allowsCreateOnUpdate: true,
  allowsUnconditionalUpdate: false,
  cells: (object, now) => [object.metadata.name ?? "", textOf(object, "handler"), ageOf(object, now)],
};

function validateClass(object: ApiObject): FieldError[] {
  const handler = textOf(object, "handler");
  const overhead = objectOf(object, "overhead");
  const scheduling = objectOf(object, "scheduling");
  const limits = objectOf(overhead, "podFixed") ?? {};
  return [
    ...faultsAt("handler", handler, nameIsDnsLabel(handler, false)),
    ...validateRequirements({ limits }, "overhead", { isPodLevel: false, claimNames: [] }),
    ...validateLabels(textMapOf(scheduling, "nodeSelector"), "scheduling.nodeSelector"),
    ...validateUnique(objectsOf(scheduling, "tolerations"), "scheduling.tolerations"),
  ];
}

function validateUnique(tolerations: readonly JsonObject[], path: string): FieldError[] {
  const keys = tolerations.map((each) =>
    JSON.stringify(["key", "operator", "value", "effect"].map((name) => textOf(each, name))),
  );
  return [
    ...validateTolerations(tolerations, path),
    ...tolerations.flatMap((toleration, index) =>
      keys.indexOf(keys[index] ?? "") < index
        ? [duplicateInternal(`${path}[${index}]`, toleration, podTypeForm("Toleration"))]
        : [],
    ),
  ];
}
