/** Source: kubernetes/pkg/apis/networking/validation/validation.go (validateIngressBackend). */
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { numberOf, objectOf, textOf } from "../../json-fields.js";
import {
  checkDns1123Subdomain,
  checkPortName,
  checkPortNumber,
  nameIsDns1035Label,
  nameIsPathSegment,
} from "../validation/names.js";

export function validateBackend(backend: JsonObject, path: string): FieldError[] {
  const resource = objectOf(backend, "resource");
  const service = objectOf(backend, "service");
  if (resource !== undefined && service !== undefined) {
    return [invalid(path, "", "cannot set both resource and service backends")];
  }
  if (resource !== undefined) return validateResource(resource, `${path}.resource`);
  if (service === undefined) return [invalid(path, "", "resource or service backend is required")];
  const name = textOf(service, "name");
  const at = `${path}.service.name`;
  const faults =
    name === "" ? [required(at)] : nameIsDns1035Label(name, false).map((fault) => invalid(at, name, fault));
  return [...faults, ...validateServicePort(objectOf(service, "port"), path)];
}

function validateServicePort(port: JsonObject | undefined, path: string): FieldError[] {
  const name = textOf(port, "name");
  const number = numberOf(port, "number") ?? 0;
  if (name !== "" && number !== 0) return [invalid(path, "", "cannot set both port name & port number")];
  if (name !== "") return checkPortName(name).map((fault) => invalid(`${path}.service.port.name`, name, fault));
  if (number !== 0) {
    return checkPortNumber(number).map((fault) => invalid(`${path}.service.port.number`, number, fault));
  }
  return [required(path, "port name or number is required")];
}

function validateResource(resource: JsonObject, path: string): FieldError[] {
  const { apiGroup } = resource;
  const named = ["kind", "name"].flatMap((field) => {
    const value = textOf(resource, field);
    if (value === "") return [required(`${path}.${field}`)];
    return nameIsPathSegment(value, false).map((fault) => invalid(`${path}.${field}`, value, fault));
  });
  if (typeof apiGroup !== "string") return named;
  return [...checkDns1123Subdomain(apiGroup).map((fault) => invalid(`${path}.apiGroup`, apiGroup, fault)), ...named];
}
