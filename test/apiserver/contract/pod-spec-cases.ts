/** The specs of pods, as the server validates them in templates. */
import type { ContractCase } from "./contract-case.js";
import { type Change, type KindObject, variants } from "./kind-cases.js";

export const templates = "/api/v1/namespaces/$ns/podtemplates";
export const minimal: KindObject = {
  metadata: { name: "a" },
  template: { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "main", image: "nginx" }] } },
};

/** Creates a case for a list of values of one field of the pod's spec. */
export function spec(name: string, all: readonly Change[]): ContractCase {
  const inSpec = all.map((change) =>
    Object.fromEntries(Object.entries(change).map(([path, value]) => [`template.spec.${path}`, value])),
  );
  return variants(`pod specs: ${name}`, templates, minimal, inSpec);
}

/** Like `spec`, for the only container. */
export function container(name: string, all: readonly Change[]): ContractCase {
  return spec(
    name,
    all.map((change) =>
      Object.fromEntries(Object.entries(change).map(([path, value]) => [`containers.0.${path}`, value])),
    ),
  );
}
