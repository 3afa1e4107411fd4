import type { ContainerPort } from "../../../k8s/core/v1.js";
import { duplicate, type FieldError } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { numberOf, objectsOf, textOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { checkPortName } from "../validation/names.js";

export const portRules: rule.Table<ContainerPort> = [
  rule.optionalText("name", must.haveForm(checkPortName), must.beUnique()),
  rule.number("containerPort", must.beSet(), must.bePortNumber),
  rule.optionalNumber("hostPort", must.bePortNumber),
  rule.text("protocol", must.choose("SCTP", "TCP", "UDP")),
];

/** Two containers of a pod cannot use the same port of the node. */
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
