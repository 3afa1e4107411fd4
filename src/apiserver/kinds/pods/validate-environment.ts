/** The environment of a container. Source: ValidateEnv and ValidateEnvFrom in pkg/apis/core/validation/validation.go. */
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { objectOf, objectsOf, textOf } from "../../json-fields.js";
import { checkConfigMapKey, checkDns1123Label, checkEnvironmentName, nameIsDnsSubdomain } from "../validation/names.js";
import { validateNoBacksteps } from "../validation/paths.js";
import { faultsAt } from "../validation/values.js";
import { validateFieldReference, validateResourceReference } from "./validate-downward-api.js";

const environmentFields = [
  ...["metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName"],
  ...["status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"],
];

export function validateEnvironment(container: JsonObject, path: string): FieldError[] {
  return objectsOf(container, "env").flatMap((variable, index) => {
    const at = `${path}[${index}]`;
    const name = textOf(variable, "name");
    return [
      ...(name === "" ? [required(`${at}.name`)] : faultsAt(`${at}.name`, name, checkEnvironmentName(name))),
      ...validateSource(variable, `${at}.valueFrom`),
    ];
  });
}

/** In the order in which they are checked. */
const sources: Readonly<Record<string, (source: JsonObject, path: string) => FieldError[]>> = {
  fieldRef: (source, path) => validateFieldReference(source, environmentFields, path),
  resourceFieldRef: (source, path) => validateResourceReference(source, path, { needsContainer: false }),
  configMapKeyRef: validateKeyReference,
  secretKeyRef: validateKeyReference,
  fileKeyRef: validateFileKey,
};

function validateSource(variable: JsonObject, path: string): FieldError[] {
  const holder = objectOf(variable, "valueFrom");
  if (holder === undefined) return [];
  const given = Object.keys(sources).filter((name) => objectOf(holder, name) !== undefined);
  const faults = given.flatMap((name) => sources[name]?.(objectOf(holder, name) ?? {}, `${path}.${name}`) ?? []);
  if (given.length === 0) {
    const detail =
      "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";
    return [...faults, invalid(path, "", detail)];
  }
  if (textOf(variable, "value") !== "") {
    return [...faults, invalid(path, "", "may not be specified when `value` is not empty")];
  }
  return given.length > 1
    ? [...faults, invalid(path, "", "may not have more than one field specified at a time")]
    : faults;
}

function validateKeyReference(source: JsonObject, path: string): FieldError[] {
  const name = textOf(source, "name");
  const key = textOf(source, "key");
  return [
    ...faultsAt(`${path}.name`, name, nameIsDnsSubdomain(name, false)),
    ...(key === "" ? [required(`${path}.key`)] : faultsAt(`${path}.key`, key, checkConfigMapKey(key))),
  ];
}

function validateFileKey(source: JsonObject, path: string): FieldError[] {
  const key = textOf(source, "key");
  const volume = textOf(source, "volumeName");
  const file = textOf(source, "path");
  return [
    ...(key === "" ? [required(`${path}.key`)] : faultsAt(`${path}.key`, key, checkEnvironmentName(key))),
    ...(volume === ""
      ? [required(`${path}.volumeName`)]
      : faultsAt(`${path}.volumeName`, volume, checkDns1123Label(volume))),
    ...(file === "" ? [required(`${path}.path`)] : validateNoBacksteps(file, `${path}.path`)),
  ];
}

export function validateEnvironmentSources(container: JsonObject, path: string): FieldError[] {
  return objectsOf(container, "envFrom").flatMap((source, index) => {
    const at = `${path}[${index}]`;
    const prefix = textOf(source, "prefix");
    const given = ["configMapRef", "secretRef"].filter((name) => objectOf(source, name) !== undefined);
    return [
      ...(prefix === "" ? [] : faultsAt(`${at}.prefix`, prefix, checkEnvironmentName(prefix))),
      ...given.flatMap((name) => validateWhole(objectOf(source, name), `${at}.${name}`)),
      ...(given.length === 0 ? [invalid(path, "", "must specify one of: `configMapRef` or `secretRef`")] : []),
      ...(given.length > 1 ? [invalid(path, "", "may not have more than one field specified at a time")] : []),
    ];
  });
}

function validateWhole(source: JsonObject | undefined, path: string): FieldError[] {
  const name = textOf(source, "name");
  if (name === "") return [required(`${path}.name`)];
  return faultsAt(`${path}.name`, name, nameIsDnsSubdomain(name, true));
}
