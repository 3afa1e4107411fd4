import { duplicate, type FieldError, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { numberOf, objectsOf, textOf } from "../../json-fields.js";
import { checkPortName, checkPortNumber } from "../validation/names.js";
import { faultsAt, validateChoice } from "../validation/values.js";

export function validateContainerPorts(container: JsonObject, path: string): FieldError[] {
  const names = new Set<string>();
  return objectsOf(container, "ports").flatMap((port, index) => {
    const at = `${path}[${index}]`;
    const containerPort = numberOf(port, "containerPort") ?? 0;
    const hostPort = numberOf(port, "hostPort") ?? 0;
    return [
      ...validatePortName(textOf(port, "name"), names, `${at}.name`),
      ...(containerPort === 0
        ? [required(`${at}.containerPort`)]
        : faultsAt(`${at}.containerPort`, containerPort, checkPortNumber(containerPort))),
      ...(hostPort === 0 ? [] : faultsAt(`${at}.hostPort`, hostPort, checkPortNumber(hostPort))),
      ...validateChoice(textOf(port, "protocol"), ["SCTP", "TCP", "UDP"], `${at}.protocol`),
    ];
  });
}

function validatePortName(name: string, names: Set<string>, path: string): FieldError[] {
  if (name === "") return [];
  const faults = faultsAt(path, name, checkPortName(name));
  if (faults.length > 0) return faults;
  if (names.has(name)) return [duplicate(path, name)];
  names.add(name);
  return [];
}

/** Two containers of a pod can't have the same port of the node. */
export function validateHostPorts(containers: readonly JsonObject[], path: string): FieldError[] {
  const taken = new Set<string>();
  return containers.flatMap((container, index) =>
    objectsOf(container, "ports").flatMap((port, portIndex) => {
      const hostPort = numberOf(port, "hostPort") ?? 0;
      if (hostPort === 0) return [];
      const claim = `${textOf(port, "protocol")}/${textOf(port, "hostIP")}/${hostPort}`;
      if (taken.has(claim)) return [duplicate(`${path}[${index}].ports[${portIndex}].hostPort`, claim)];
      taken.add(claim);
      return [];
    }),
  );
}
