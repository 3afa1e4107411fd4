/** Source: pkg/registry/core/podtemplate/strategy.go. */
import { ensureObject, objectOf } from "../../api-object.js";
import type { KindRules } from "../kind-rules.js";
import * as cell from "../tables/cells.js";
import { setTemplateDefaults } from "./pod-spec-defaults.js";
import { validateTemplate } from "./validate-template.js";
import { templateWarnings } from "../warnings/pod-warnings.js";

export const podTemplate: KindRules = {
  setDefaults: (object) => setTemplateDefaults(ensureObject(object, "template")),
  generationOf: (object) => object["template"],
  validate: (object) => validateTemplate(objectOf(object, "template") ?? {}, "template"),
  warnings: (object, old) => templateWarnings(objectOf(object, "template"), "template", object, old),
  cells: cell.row(cell.nameOf, ...cell.containers("template"), cell.labels("template.metadata.labels")),
};
