/** Source: k8s.io/kube-aggregator/pkg/apis/apiregistration/validation, pkg/registry/apiservice. */
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, isSet, objectOf, objectsOf, setDefaults, textOf } from "../../api-object.js";
import { invalid } from "../../../core/field-error.js";
import { copyField, keepAllButStatus } from "../common-strategy.js";
import type { APIService, APIServiceSpec } from "../../../k8s/apiregistration/v1.js";
import { must, rule } from "../rules/index.js";
import type { GroupRules } from "../kind-rules.js";
import * as cell from "../tables/cells.js";
import { checkDns1035Label, checkPortNumber, nameIsPathSegment } from "../validation/names.js";

const spec: rule.Table<APIServiceSpec> = [
  ({ object, parent }) => {
    const name = textOf(objectOf(parent?.object, "metadata"), "name");
    const wanted = `${textOf(object, "version")}.${textOf(object, "group")}`;
    if (name === wanted || nameIsPathSegment(name, false).length > 0) return [];
    const detail = `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`;
    return [invalid("metadata.name", name, detail)];
  },
  rule.requiredIf(
    "group",
    "only v1 may have an empty group and it better be legacy kube",
    (object) => textOf(object, "group") === "" && textOf(object, "version") !== "v1",
  ),
  rule.optionalText("group", must.beSubdomain),
  rule.text("version", must.haveForm(checkDns1035Label)),
  rule.number("groupPriorityMinimum", must.beIn(1, 20_000, "must be positive and less than 20000")),
  rule.number("versionPriority", must.beIn(1, 1000, "must be positive and less than 1000")),
  rule.when(
    (object) => objectOf(object, "service") === undefined,
    ({ object, path }) => {
      const size = bundleSize(object);
      const detail = "local APIServices may not have a caBundle";
      return size === 0 ? [] : [invalid(`${path}.caBundle`, `${size} bytes`, detail)];
    },
    rule.invalidIf("insecureSkipTLSVerify", "local APIServices may not have insecureSkipTLSVerify", isInsecure),
  ),
  rule.optional("service", [
    rule.required("namespace", "name"),
    rule.number("port", [
      (port) => checkPortNumber(port).length === 0,
      (port) => `port is not valid: ${checkPortNumber(port).join(", ")}`,
    ]),
  ]),
  rule.invalidIf(
    "insecureSkipTLSVerify",
    "may not be true if caBundle is present",
    (object) => objectOf(object, "service") !== undefined && isInsecure(object) && bundleSize(object) > 0,
  ),
];

function isInsecure(object: JsonObject): boolean {
  return isSet(object, "insecureSkipTLSVerify");
}

function bundleSize(object: JsonObject): number {
  return Buffer.from(textOf(object, "caBundle"), "base64").length;
}

export const apiregistrationRules: GroupRules = {
  apiservices: {
    allowsUnconditionalUpdate: false,
    setDefaults: (object) => setDefaults(serviceOf(object), { port: 443 }),
    prepareForCreate: markLocal,
    validateName: nameIsPathSegment,
    validate: rule.validator<APIService>([rule.object("spec", spec)]),
    status: {
      prepareForUpdate(object, old) {
        keepAllButStatus(object, old);
        for (const name of ["labels", "annotations", "finalizers", "ownerReferences"]) {
          copyField(object.metadata, old.metadata, name);
        }
      },
      validateUpdate: rule.validator<APIService>([
        rule.object("status", [
          rule.each("conditions", [rule.text("status", must.beOneOf("True", "False", "Unknown"))]),
        ]),
      ]),
    },
    cells: cell.named(showService, showAvailable),
  },
};

function serviceOf(object: ApiObject): JsonObject | undefined {
  return objectOf(objectOf(object, "spec"), "service");
}

/** APIs that the server itself serves are available immediately. */
function markLocal(object: ApiObject): void {
  if (serviceOf(object) !== undefined) return;
  const lastTransitionTime = object.metadata.creationTimestamp ?? null;
  const message = "Local APIServices are always available";
  object["status"] = {
    conditions: [{ type: "Available", status: "True", lastTransitionTime, reason: "Local", message }],
  };
}

function showService(object: ApiObject): string {
  const service = serviceOf(object);
  return service === undefined ? "Local" : `${textOf(service, "namespace")}/${textOf(service, "name")}`;
}

function showAvailable(object: ApiObject): string {
  const conditions = objectsOf(objectOf(object, "status"), "conditions");
  const available = conditions.find(({ type }) => type === "Available");
  if (available === undefined) return "Unknown";
  const [status, reason] = [textOf(available, "status"), textOf(available, "reason")];
  return status === "True" || reason === "" ? status : `${status} (${reason})`;
}
