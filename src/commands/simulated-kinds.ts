import { documentation } from "../core/documentation.js";
import { simulatedKinds } from "../apiserver/controllers/simulated-kinds.js";

/** Returns `Deployments, StatefulSets, … and Services of type LoadBalancer`. */
export function showSimulatedKinds(): string {
  const names = simulatedKinds.map((each) => `${each.kind}s${"only" in each ? ` ${each.only}` : ""}`);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

/** Returns the features of a cluster that an embedded server does not have. */
export function showNotSimulated(simulatesWorkloads: boolean): string {
  return simulatesWorkloads
    ? `not simulated: containers, autoscalers (${documentation("how-to/dev")})`
    : "not simulated: Pods and the workloads that run them; Deployments, Jobs and others get no status without --simulate-workloads";
}
