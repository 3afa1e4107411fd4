/** Source: pkg/registry/core/podtemplate/strategy.go. */
import type { PodTemplate } from "../../../k8s/core/v1.js";
import { ensureObject, objectOf } from "../../api-object.js";
import type { KindRules } from "../kind-rules.js";
import { rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { setTemplateDefaults } from "./pod-spec-defaults.js";
import { template } from "./validate-template.js";
import { templateWarnings } from "../warnings/pod-warnings.js";

export const podTemplate: KindRules = {
  setDefaults: (object) => setTemplateDefaults(ensureObject(object, "template")),
  generationOf: (object) => object["template"],
  validate: rule.validator<PodTemplate>([rule.object("template", template)]),
  warnings: (object, old) => templateWarnings(objectOf(object, "template"), "template", object, old),
  cells: cell.row(cell.nameOf, ...cell.containers("template"), cell.labels("template.metadata.labels")),
};
