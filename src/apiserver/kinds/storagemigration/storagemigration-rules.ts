/** Source: kubernetes/pkg/apis/storagemigration/validation/validation.go, pkg/registry/storagemigration. */
import type { StorageVersionMigrationSpec, StorageVersionMigrationStatus } from "../../../k8s/storagemigration/v1.js";
import { type FieldError, invalid } from "../../../core/field-error.js";
import { isSameJson } from "../../../core/json.js";
import { type ApiObject, objectOf, objectsOf, textOf } from "../../api-object.js";
import type { GroupRules } from "../kind-rules.js";
import { must, rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { conditionsSince137 } from "../validation/conditions.js";
import { checkDns1035Label } from "../validation/names.js";
import { statusValidator } from "../validation/workload-rules.js";
import { specOf } from "../workload-parts.js";

const spec: rule.Table<StorageVersionMigrationSpec> = [
  rule.object("resource", [
    rule.text("resource", must.beSet("resource is required to be set"), must.haveForm(checkDns1035Label)),
    rule.optionalText("group", must.beSubdomain),
  ]),
];

const status: rule.Table<StorageVersionMigrationStatus> = [
  rule.optionalText("resourceVersion", (version, path) =>
    /^[1-9]\d*$/.test(version) ? [] : [invalid(path, version, `resource version is not well formed: ${version}`)],
  ),
  conditionsSince137,
  ({ object, old, path }) => {
    const [before, now] = [textOf(old, "resourceVersion"), textOf(object, "resourceVersion")];
    return before === "" || before === now ? [] : [invalid(`${path}.resourceVersion`, now, "field is immutable")];
  },
];

export const storagemigrationRules: GroupRules = {
  storageversionmigrations: {
    validate: (object) => rule.judge(spec, specOf(object), "spec", undefined),
    validateUpdate: (object, old) => [
      ...rule.judge(spec, specOf(object), "spec", undefined),
      ...unchangedSpec(object, old),
    ],
    allowsUnconditionalUpdate: false,
    status: { validateUpdate: statusValidator(status) },
    cells: cell.row(cell.nameOf, showResource, showStatus),
  },
};

/** Shows the spec as Go does: its field has no name in JSON, unlike those of the resource. */
function unchangedSpec(object: ApiObject, old: ApiObject): FieldError[] {
  if (isSameJson(object["spec"] ?? null, old["spec"] ?? null)) return [];
  return [invalid("spec", { Resource: objectOf(specOf(object), "resource") ?? {} }, "field is immutable")];
}

function showResource(object: ApiObject): string {
  const resource = objectOf(specOf(object), "resource");
  return [textOf(resource, "resource"), textOf(resource, "group")].filter((part) => part !== "").join(".");
}

function showStatus(object: ApiObject): string {
  const types = objectsOf(objectOf(object, "status"), "conditions")
    .filter((each) => textOf(each, "status") === "True")
    .map((each) => textOf(each, "type"));
  return types.findLast((type) => ["Running", "Failed", "Succeeded"].includes(type)) ?? "Unknown";
}
