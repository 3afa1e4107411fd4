/** Source: k8s.io/kube-aggregator/pkg/apis/apiregistration/validation, pkg/registry/apiservice. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, invalid, notSupported, required } from "../../../core/field-error.js";
import { isSet, numberOf, objectOf, objectsOf, setDefault, textOf } from "../../json-fields.js";
import { copyField, keepAllButStatus } from "../common-strategy.js";
import type { GroupRules } from "../kind-rules.js";
import { ageOf } from "../table-times.js";
import { nameOf } from "../tables/cells.js";
import { checkDns1035Label, checkDns1123Subdomain, checkPortNumber, nameIsPathSegment } from "../validation/names.js";
import { faultsAt } from "../validation/values.js";

const statuses = ["True", "False", "Unknown"];

export const apiregistrationRules: GroupRules = {
  apiservices: {
    allowsUnconditionalUpdate: false,
    setDefaults(object) {
      const service = objectOf(objectOf(object, "spec"), "service");
      if (service !== undefined) setDefault(service, "port", 443);
    },
    prepareForCreate: markLocal,
    validateName: nameIsPathSegment,
    validate: validateService,
    status: {
      prepareForUpdate(object, old) {
        keepAllButStatus(object, old);
        for (const name of ["labels", "annotations", "finalizers", "ownerReferences"]) {
          copyField(object.metadata, old.metadata, name);
        }
      },
      validateUpdate: (object) =>
        objectsOf(objectOf(object, "status"), "conditions").flatMap((condition, index) => {
          const status = textOf(condition, "status");
          const isKnown = statuses.includes(status);
          return isKnown ? [] : [notSupported(`status.conditions[${index}].status`, status, statuses)];
        }),
    },
    cells: (object, now) => [nameOf(object), showService(object), showAvailable(object), ageOf(object, now)],
  },
};

/** What the server serves itself is there at once. */
function markLocal(object: ApiObject): void {
  if (objectOf(objectOf(object, "spec"), "service") !== undefined) return;
  const lastTransitionTime = object.metadata.creationTimestamp ?? null;
  const message = "Local APIServices are always available";
  object["status"] = {
    conditions: [{ type: "Available", status: "True", lastTransitionTime, reason: "Local", message }],
  };
}

function validateService(object: ApiObject): FieldError[] {
  const spec = objectOf(object, "spec") ?? {};
  const [group, version] = [textOf(spec, "group"), textOf(spec, "version")];
  const { name = "" } = object.metadata;
  const wanted = `${version}.${group}`;
  const [least, priority] = [numberOf(spec, "groupPriorityMinimum") ?? 0, numberOf(spec, "versionPriority") ?? 0];
  const isPlain = nameIsPathSegment(name, false).length === 0;
  return [
    ...(name !== wanted && isPlain
      ? [invalid("metadata.name", name, `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`)]
      : []),
    ...(group === "" && version !== "v1"
      ? [required("spec.group", "only v1 may have an empty group and it better be legacy kube")]
      : []),
    ...(group === "" ? [] : faultsAt("spec.group", group, checkDns1123Subdomain(group))),
    ...faultsAt("spec.version", version, checkDns1035Label(version)),
    ...(least <= 0 || least > 20_000
      ? [invalid("spec.groupPriorityMinimum", least, "must be positive and less than 20000")]
      : []),
    ...(priority <= 0 || priority > 1000
      ? [invalid("spec.versionPriority", priority, "must be positive and less than 1000")]
      : []),
    ...validateBackend(spec),
  ];
}

function validateBackend(spec: JsonObject): FieldError[] {
  const service = objectOf(spec, "service");
  const bundle = Buffer.from(textOf(spec, "caBundle"), "base64").length;
  const isInsecure = isSet(spec, "insecureSkipTLSVerify");
  if (service === undefined) {
    return [
      ...(bundle > 0 ? [invalid("spec.caBundle", `${bundle} bytes`, "local APIServices may not have a caBundle")] : []),
      ...(isInsecure
        ? [invalid("spec.insecureSkipTLSVerify", true, "local APIServices may not have insecureSkipTLSVerify")]
        : []),
    ];
  }
  const port = numberOf(service, "port") ?? 0;
  const faults = checkPortNumber(port);
  return [
    ...["namespace", "name"].flatMap((name) =>
      textOf(service, name) === "" ? [required(`spec.service.${name}`)] : [],
    ),
    ...(faults.length === 0 ? [] : [invalid("spec.service.port", port, `port is not valid: ${faults.join(", ")}`)]),
    ...(isInsecure && bundle > 0
      ? [invalid("spec.insecureSkipTLSVerify", true, "may not be true if caBundle is present")]
      : []),
  ];
}

function showService(object: ApiObject): string {
  const service = objectOf(objectOf(object, "spec"), "service");
  return service === undefined ? "Local" : `${textOf(service, "namespace")}/${textOf(service, "name")}`;
}

function showAvailable(object: ApiObject): string {
  const conditions = objectsOf(objectOf(object, "status"), "conditions");
  const available = conditions.find(({ type }) => type === "Available");
  if (available === undefined) return "Unknown";
  const [status, reason] = [textOf(available, "status"), textOf(available, "reason")];
  return status === "True" || reason === "" ? status : `${status} (${reason})`;
}
