/** Source: pkg/apis/storage/validation/validation.go, pkg/api/storage/util.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import {
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
} from "../../../core/field-error.js";
import { objectsOf, textMapOf, textOf, textsOf } from "../../json-fields.js";
import { immutable } from "../validation/immutable.js";
import { isSame } from "../common-strategy.js";
import { validateLabelName } from "../validation/labels.js";
import { checkQualifiedName } from "../validation/names.js";
import { faultsAt } from "../validation/values.js";
import { deprecatedLabel } from "../warnings/node-labels.js";

const reclaimPolicies = ["Delete", "Retain"];
const bindingModes = ["Immediate", "WaitForFirstConsumer"];
const maxParameters = 512;
const maxParametersSize = 256 * 1024;

export function validateStorageClass(object: ApiObject): FieldError[] {
  const policy = textOf(object, "reclaimPolicy");
  const mode = textOf(object, "volumeBindingMode");
  return [
    ...validateProvisioner(textOf(object, "provisioner"), "provisioner"),
    ...validateParameters(object, true),
    ...(policy === "" || reclaimPolicies.includes(policy)
      ? []
      : [notSupported("reclaimPolicy", policy, reclaimPolicies)]),
    ...(bindingModes.includes(mode) ? [] : [notSupported("volumeBindingMode", mode, bindingModes)]),
    ...validateTopologies(objectsOf(object, "allowedTopologies"), "allowedTopologies"),
  ];
}

export function validateStorageClassUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  return [
    ...validateStorageClass(object),
    ...validateKept(object, old, ["parameters", "provisioner", "reclaimPolicy"]),
    ...immutable("volumeBindingMode", object["volumeBindingMode"], old["volumeBindingMode"]),
  ];
}

/** Of a StorageClass and of a VolumeAttributesClass. */
export function validateKept(object: ApiObject, old: ApiObject, fields: readonly string[]): FieldError[] {
  return fields
    .filter((field) => !isSame(object[field], old[field]))
    .map((field) => forbidden(field, `updates to ${field} are forbidden.`));
}

export function validateAttributesClass(object: ApiObject): FieldError[] {
  return [...validateProvisioner(textOf(object, "driverName"), "driverName"), ...validateParameters(object, false)];
}

function validateProvisioner(provisioner: string, path: string): FieldError[] {
  if (provisioner === "") return [required(path)];
  const lowered = provisioner.toLowerCase();
  return faultsAt(path, lowered, checkQualifiedName(lowered));
}

function validateParameters(object: ApiObject, allowsEmpty: boolean): FieldError[] {
  const parameters = Object.entries(textMapOf(object, "parameters"));
  if (parameters.length > maxParameters) return [tooLong("parameters", maxParameters)];
  const size = parameters.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  return [
    ...parameters.flatMap(([key]) => (key === "" ? [invalid("parameters", key, "field can not be empty.")] : [])),
    ...(size > maxParametersSize ? [tooLong("parameters", maxParametersSize)] : []),
    ...(parameters.length === 0 && !allowsEmpty
      ? [required("parameters", "must contain at least one key/value pair")]
      : []),
  ];
}

/** Each is compared with those before it; and, which is an oversight of Kubernetes, with as many empty ones as there are. */
function validateTopologies(topologies: readonly JsonObject[], path: string): FieldError[] {
  const known: JsonObject[] = topologies.map(() => ({}));
  return topologies.flatMap((topology, index) => {
    const at = `${path}[${index}].matchLabelExpressions`;
    const expressions = objectsOf(topology, "matchLabelExpressions");
    const keys = expressions.map((expression) => textOf(expression, "key"));
    const term: JsonObject = Object.fromEntries(
      expressions.map((expression) => [
        textOf(expression, "key"),
        [...new Set(textsOf(expression, "values"))].toSorted(),
      ]),
    );
    const same = known.filter((other) => isSame(other, term));
    known.push(term);
    return [
      ...expressions.flatMap((expression, place) => [
        ...validateExpression(expression, `${at}[${place}]`),
        ...(keys.indexOf(keys[place] ?? "") < place ? [duplicate(`${at}[${place}].key`, keys[place])] : []),
      ]),
      ...same.map(() => duplicate(at, "")),
    ];
  });
}

function validateExpression(expression: JsonObject, path: string): FieldError[] {
  const values = textsOf(expression, "values");
  return [
    ...(values.length === 0 ? [required(`${path}.values`)] : []),
    ...values.flatMap((value, index) =>
      values.indexOf(value) < index ? [duplicate(`${path}.values[${index}]`, value)] : [],
    ),
    ...validateLabelName(textOf(expression, "key"), `${path}.key`),
  ];
}

export function storageClassWarnings(object: ApiObject): string[] {
  return objectsOf(object, "allowedTopologies").flatMap((topology, index) =>
    objectsOf(topology, "matchLabelExpressions").flatMap((expression, place) => {
      const message = deprecatedLabel(textOf(expression, "key"));
      return message === undefined
        ? []
        : [`allowedTopologies[${index}].matchLabelExpressions[${place}].key: ${message}`];
    }),
  );
}
