import {
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
} from "../../../../core/field-error.js";
import type { JsonObject } from "../../../../core/json.js";
import { numberOf, textOf } from "../../../json-fields.js";
import { checkDns1123Label, checkPortName, checkPortNumber, checkQualifiedName } from "../../validation/names.js";
import { nodePortOf, portsOf } from "./service-spec.js";

export const protocols = ["SCTP", "TCP", "UDP"];

export function validatePorts(spec: JsonObject): FieldError[] {
  const ports = portsOf(spec);
  const names = new Set<string>();
  return ports.flatMap((port, index) => validatePort(port, ports.length > 1, names, `spec.ports[${index}]`));
}

function validatePort(port: JsonObject, needsName: boolean, names: Set<string>, path: string): FieldError[] {
  const name = textOf(port, "name");
  const number = numberOf(port, "port") ?? 0;
  const protocol = textOf(port, "protocol");
  const faults: FieldError[] = [];
  if (name !== "") {
    faults.push(...checkDns1123Label(name).map((fault) => invalid(`${path}.name`, name, fault)));
    if (names.has(name)) faults.push(duplicate(`${path}.name`, name));
    names.add(name);
  } else if (needsName) {
    faults.push(required(`${path}.name`));
  }
  faults.push(...checkPortNumber(number).map((fault) => invalid(`${path}.port`, number, fault)));
  if (protocol === "") faults.push(required(`${path}.protocol`));
  else if (!protocols.includes(protocol)) faults.push(notSupported(`${path}.protocol`, protocol, protocols));
  const { targetPort, appProtocol } = port;
  const targetFaults = typeof targetPort === "string" ? checkPortName(targetPort) : checkPortNumber(Number(targetPort));
  faults.push(...targetFaults.map((fault) => invalid(`${path}.targetPort`, targetPort, fault)));
  if (typeof appProtocol === "string") {
    faults.push(...checkQualifiedName(appProtocol).map((fault) => invalid(`${path}.appProtocol`, appProtocol, fault)));
  }
  return faults;
}

/** Node ports where they may be, and neither a node port nor a port twice with the same protocol. */
export function validateNumbersOnce(spec: JsonObject): FieldError[] {
  const ports = portsOf(spec);
  const misplaced = ports.flatMap((port, index) =>
    spec["type"] === "ClusterIP" && nodePortOf(port) !== 0
      ? [forbidden(`spec.ports[${index}].nodePort`, "may not be used when `type` is 'ClusterIP'")]
      : [],
  );
  const byNodePort = repeated(ports, nodePortOf).filter((index) => nodePortOf(ports[index] ?? {}) !== 0);
  return [
    ...misplaced,
    ...byNodePort.map((index) => duplicate(`spec.ports[${index}].nodePort`, nodePortOf(ports[index] ?? {}))),
    ...repeated(ports, (port) => numberOf(port, "port") ?? 0).map((index) =>
      samePort(`spec.ports[${index}]`, ports[index] ?? {}),
    ),
  ];
}

/** The indices of those whose number was there before, with the same protocol. */
function repeated(ports: readonly JsonObject[], numberOfPort: (port: JsonObject) => number): number[] {
  const keys = ports.map((port) => `${textOf(port, "protocol")} ${numberOfPort(port)}`);
  return keys.flatMap((key, index) => (keys.indexOf(key) < index ? [index] : []));
}

/** The struct that Go shows has no names for JSON, and so keeps those of Go, in its order. */
function samePort(field: string, port: JsonObject): FieldError {
  const protocol = JSON.stringify(textOf(port, "protocol"));
  const shown = `{"Name":"","Protocol":${protocol},"AppProtocol":null,"Port":${numberOf(port, "port") ?? 0},"TargetPort":0,"NodePort":0}`;
  return { type: "FieldValueDuplicate", field, message: `Duplicate value: ${shown}` };
}
