import { documentation } from "../core/documentation.js";
import type { OptionalController } from "../apiserver/controllers/optional-controllers.js";
import { simulatedKinds } from "../apiserver/controllers/simulated-kinds.js";

/** Returns `Deployments, StatefulSets, … and Services of type LoadBalancer`. */
export function showSimulatedKinds(): string {
  const names = simulatedKinds.map((each) => `${each.kind}s${"only" in each ? ` ${each.only}` : ""}`);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

/**
 * Returns the features of a cluster that an embedded server does not have.
 *
 * @param controllers - those that the user names
 */
export function showNotSimulated(simulatesWorkloads: boolean, controllers: readonly OptionalController[]): string {
  if (!simulatesWorkloads) {
    return "not simulated: Pods and the workloads that run them; Deployments, Jobs and others get no status without --simulate-workloads";
  }
  const scales = controllers.includes("horizontal-pod-autoscaler-controller");
  return `not simulated: containers${scales ? "" : ", autoscalers"} (${documentation("how-to/dev")})`;
}
