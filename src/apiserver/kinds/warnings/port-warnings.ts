/** The ports of all containers in a pod, which share its addresses. Source: kubernetes/pkg/api/pod/warnings.go. */
import type { JsonObject } from "../../../core/json.js";
import { numberOf, objectsOf, textOf } from "../../api-object.js";
import { visitContainers } from "../../pod-containers.js";

interface Port {
  readonly path: string;
  readonly name: string;
  readonly number: number;
  readonly protocol: string;
  readonly hostIp: string;
  readonly hostPort: number;
}

export function portWarnings(spec: JsonObject, path: string): string[] {
  const ports = visitContainers(spec, path, (container, at) =>
    objectsOf(container, "ports").map((port, index): Port => ({
      path: `${at}.ports[${index}]`,
      name: textOf(port, "name"),
      number: numberOf(port, "containerPort") ?? 0,
      protocol: textOf(port, "protocol"),
      hostIp: textOf(port, "hostIP"),
      hostPort: numberOf(port, "hostPort") ?? 0,
    })),
  );
  return [
    ...ports.flatMap((port, index) => [...addressWarnings(port), ...overlaps(port, ports.slice(0, index))]),
    ...ports.flatMap((port, index) => {
      const other = ports.slice(0, index).find(({ name }) => port.name !== "" && name === port.name);
      if (other === undefined) return [];
      const rest = `services and probes that select ports by name will use ${other.path}`;
      return [`${port.path}: duplicate port name ${JSON.stringify(port.name)} with ${other.path}, ${rest}`];
    }),
  ];
}

function addressWarnings({ path, name, hostPort, number, protocol, hostIp }: Port): string[] {
  if (hostIp === "" || hostPort !== 0) return [];
  const shown = `{Name:${name} HostPort:0 ContainerPort:${number} Protocol:${protocol} HostIP:${hostIp}}`;
  return [`${path}: hostIP set without hostPort: ${shown}`];
}

function overlaps(port: Port, others: readonly Port[]): string[] {
  const same = others.filter(({ number, protocol }) => number === port.number && protocol === port.protocol);
  return same.flatMap((other) => {
    const how = overlapOf(port, other);
    return how === undefined ? [] : [`${port.path}: ${how} port definition with ${other.path}`];
  });
}

function overlapOf(port: Port, other: Port): string | undefined {
  if (port.hostIp === other.hostIp && port.hostPort === other.hostPort) return "duplicate";
  if (port.hostPort === 0 || other.hostPort === 0) return "overlapping";
  const isOneOpen = (port.hostIp === "") !== (other.hostIp === "");
  return port.hostPort === other.hostPort && isOneOpen ? "dangerously ambiguous" : undefined;
}
