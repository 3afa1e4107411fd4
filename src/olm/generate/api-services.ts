/**
 * The extension API servers of an operator as OLM registers them. OLM creates the APIServices, the Service, its certificate, and the bindings
 * by which a server asks the main API server.
 * Source: operator-lifecycle-manager, pkg/controller/install/certresources.go and apiservice.go.
 */
import type { Diagnostic } from "../../core/diagnostic.js";
import { type ExactJsonObject, isJsonObject } from "../../core/json.js";
import { listAt, mapAt, textAt } from "../../core/object-fields.js";
import { containersOf, podOf } from "./deployments.js";
import type { KindVersion } from "./owned-kinds.js";
import { nameOf, type Rendered } from "./rendered.js";
import { serverOf } from "./webhooks.js";

export interface Registration {
  readonly group: string;
  readonly version: string;
  readonly deploymentName: string;
  /** The port of the container. OLM gives the Service the same port. */
  readonly containerPort: number;
}

export interface OlmApiServices {
  readonly registrations: readonly Registration[];
  /** The names of the APIServices. */
  readonly names: ReadonlySet<string>;
  /** The Services, which OLM replaces. */
  readonly services: ReadonlySet<ExactJsonObject>;
  /** The ports of the containers, by the names of the Deployments. */
  readonly servers: ReadonlyMap<string, number>;
  readonly problems: readonly Diagnostic[];
}

/** @param kinds - the kinds of the servers that are known, also those that the author describes */
export function apiServicesOf(rendered: Rendered, kinds: readonly Omit<KindVersion, "name">[]): OlmApiServices {
  const problems: Diagnostic[] = [];
  const registrations: Registration[] = [];
  const services = new Set<ExactJsonObject>();
  for (const apiService of rendered.apiServices) {
    const [group, version] = [textAt(apiService, "spec", "group"), textAt(apiService, "spec", "version")];
    const server = serverOf(rendered, mapAt(apiService, "spec"));
    if (server === undefined) {
      problems.push({
        ...refused,
        message: `the APIService ${nameOf(apiService)} does not name a Service of a Deployment in the bundle, and OLM supports no other API servers`,
        hint: "Let spec.service name a Service whose selector matches the Pods of the server.",
      });
      continue;
    }
    if (!kinds.some((each) => each.group === group && each.version === version)) {
      problems.push({
        ...refused,
        message: `the APIService ${nameOf(apiService)} has no known kind, and OLM registers API servers by their kinds`,
        hint: "Create the kind with `tsop create apiserver`, or describe it in spec.apiservicedefinitions.owned of the base in config/manifests/bases.",
      });
      continue;
    }
    const deployment = rendered.deployments.find((each) => nameOf(each) === server.deployment) ?? {};
    const containerPort = portOf(server.port, deployment);
    registrations.push({ group, version, deploymentName: server.deployment, containerPort });
    services.add(server.service);
  }
  return {
    registrations,
    names: new Set(rendered.apiServices.map(nameOf)),
    services,
    servers: new Map(registrations.map(({ deploymentName, containerPort }) => [deploymentName, containerPort])),
    problems,
  };
}

const refused = { code: "bundle/not-supported", severity: "error" } as const;

/** Returns the number of the port, which a Service can name. */
function portOf(port: ExactJsonObject, deployment: ExactJsonObject): number {
  const target = port["targetPort"] ?? port["port"];
  if (typeof target !== "string" || /^\d+$/.test(target)) return Number(target);
  const ports = containersOf(podOf(deployment)).flatMap((container) => listAt(container, "ports").filter(isJsonObject));
  return Number(ports.find((each) => each["name"] === target)?.["containerPort"] ?? port["port"]);
}

/** Returns an error for each claim of a Deployment that OLM would have to create. */
export function missingClaims({ deployments }: Rendered, claims: readonly ExactJsonObject[]): Diagnostic[] {
  return claims.flatMap((claim) =>
    deployments
      .filter((deployment) => claimsOf(deployment).includes(nameOf(claim)))
      .map((deployment) => ({
        ...refused,
        message: `the Deployment ${nameOf(deployment)} mounts the PersistentVolumeClaim ${nameOf(claim)}, and OLM creates no claims: its Pods would wait for it`,
        hint: "Store the objects with `--storage cluster`, or remove the claim by a patch in config/manifests, and describe in spec.description that users create it.",
      })),
  );
}

function claimsOf(deployment: ExactJsonObject): string[] {
  return listAt(podOf(deployment), "volumes").map((volume) => textAt(volume, "persistentVolumeClaim", "claimName"));
}
