import type { ServicePort } from "../../../../k8s/core/v1.js";
import { duplicate, type FieldError, forbidden } from "../../../../core/field-error.js";
import type { JsonObject } from "../../../../core/json.js";
import { numberOf, textOf } from "../../../api-object.js";
import { must, rule } from "../../rules/index.js";
import { validatePort } from "../../validation/values.js";
import { nodePortOf, portsOf } from "./service-spec.js";

export const protocols = ["SCTP", "TCP", "UDP"];

const once = must.beUnique();

/** Each of several ports must have a name. */
const named: rule.Check<string> = (name, path, place) => {
  if (name !== "") return [...must.beLabel(name, path), ...once(name, path, place)];
  return portsOf(place.parent?.object ?? {}).length > 1 ? must.beSet()(name, path) : [];
};

export const servicePort: rule.Table<ServicePort> = [
  rule.text("name", named),
  rule.number("port", must.bePortNumber),
  rule.text("protocol", must.choose(...protocols)),
  rule.value("targetPort", validatePort),
  rule.textPointer("appProtocol", must.beQualifiedName),
];

/** Rejects node ports where the type does not allow them, and node ports and ports that repeat with the same protocol. */
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

/** Returns the indices of the ports that repeat the number and protocol of an earlier port. */
function repeated(ports: readonly JsonObject[], numberOfPort: (port: JsonObject) => number): number[] {
  const keys = ports.map((port) => `${textOf(port, "protocol")} ${numberOfPort(port)}`);
  return keys.flatMap((key, index) => (keys.indexOf(key) < index ? [index] : []));
}

/** The Go struct in this message has no JSON tags, so the message uses the Go names in Go's order. */
function samePort(field: string, port: JsonObject): FieldError {
  const protocol = JSON.stringify(textOf(port, "protocol"));
  const shown = `{"Name":"","Protocol":${protocol},"AppProtocol":null,"Port":${numberOf(port, "port") ?? 0},"TargetPort":0,"NodePort":0}`;
  return { type: "FieldValueDuplicate", field, message: `Duplicate value: ${shown}` };
}
