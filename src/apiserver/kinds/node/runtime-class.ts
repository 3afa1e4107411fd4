/** Source: pkg/registry/node/runtimeclass/strategy.go, pkg/apis/node/validation/validation.go. */
import type { RuntimeClass } from "../../../k8s/node/v1.js";
import { objectOf, setDefault, textOf } from "../../api-object.js";
import type { KindRules } from "../kind-rules.js";
import { roundUp } from "../pods/resource-lists.js";
import { validateRequirements } from "../pods/validate-resources.js";
import { toleration } from "../pods/validate-scheduling.js";
import { must, rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { duplicateInternal } from "../validation/internal-forms.js";
import { validateLabels } from "../validation/labels.js";

const rules: rule.Table<RuntimeClass> = [
  rule.text("handler", must.beLabel),
  ({ object }) => {
    const limits = objectOf(objectOf(object, "overhead"), "podFixed");
    return validateRequirements({ limits }, "overhead");
  },
  rule.object("scheduling", [
    rule.textMap("nodeSelector", validateLabels),
    rule.each("tolerations", toleration),
    rule.each("tolerations", [
      rule.distinct(
        (each) => JSON.stringify(["key", "operator", "value", "effect"].map((name) => textOf(each, name))),
        (path, each) => duplicateInternal(path, each, "v1.Toleration"),
      ),
    ]),
  ]),
];

export const runtimeClass: KindRules = {
  setDefaults(object) {
    setDefault(object, "handler", "");
    roundUp(objectOf(objectOf(object, "overhead"), "podFixed"));
  },
  validate: rule.validator(rules),
  validateUpdate: rule.validator([...rules, rule.unchanged("handler")]),
  allowsCreateOnUpdate: true,
  allowsUnconditionalUpdate: false,
  cells: cell.named("handler"),
};
