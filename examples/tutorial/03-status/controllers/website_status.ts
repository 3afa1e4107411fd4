import { setCondition } from "tsop";
import type { Deployment } from "tsop/k8s/apps/v1";
import type { Website } from "../api/v1/website_types.js";

/** Returns the address of the page in the cluster. */
export function urlOf({ metadata: { namespace = "", name } }: Website): string {
  return `http://${name}.${namespace}.svc`;
}

/** Writes the state of the Deployment into the status of its Website. */
export function setStatus(website: Website, deployment: Deployment): void {
  const { replicas = 1 } = website.spec;
  const { readyReplicas = 0 } = deployment.status ?? {};
  const isReady = readyReplicas >= replicas;
  const status = (website.status ??= {});
  status.url = urlOf(website);
  status.readyReplicas = readyReplicas;
  setCondition((status.conditions ??= []), {
    type: "Ready",
    status: isReady ? "True" : "False",
    observedGeneration: website.metadata.generation,
    reason: isReady ? "Served" : "WaitingForPods",
    message: `${readyReplicas} of ${replicas} Pods are ready`,
  });
}
