/** Source: pkg/registry/apps/controllerrevision/strategy.go, pkg/apis/apps/validation/validation.go. */
import { parseApiVersion, showGroupKind } from "../../../core/gvk.js";
import { type ApiObject, isSet, numberOf, objectsOf, textOf } from "../../api-object.js";
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import { isSame } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import * as cell from "../tables/cells.js";
import { isJsonObject } from "../../../core/json.js";
import { immutable } from "../validation/immutable.js";

export const controllerRevision: KindRules = {
  validate: (object) => [...validateData(object), ...validateRevision(object)],
  validateUpdate: (object, old) => [...immutable("data", object["data"], old["data"]), ...validateRevision(object)],
  cells: cell.named(controllerOf, cell.number("revision")),
};

function validateData({ data }: ApiObject): FieldError[] {
  if (isSame(data, undefined)) return [required("data", "data is mandatory")];
  return isJsonObject(data) ? [] : [required("data", "data must be a valid JSON object")];
}

function validateRevision(object: ApiObject): FieldError[] {
  const revision = numberOf(object, "revision") ?? 0;
  return revision < 0 ? [invalid("revision", revision, "must be greater than or equal to 0")] : [];
}

/** Shows the controller as `statefulset.apps/web`. */
function controllerOf({ metadata }: ApiObject): string {
  const owner = objectsOf(metadata, "ownerReferences").find((reference) => isSet(reference, "controller"));
  if (owner === undefined) return "<none>";
  const { group } = parseApiVersion(textOf(owner, "apiVersion"));
  const kind = textOf(owner, "kind").toLowerCase();
  return `${showGroupKind({ group, kind })}/${textOf(owner, "name")}`;
}
