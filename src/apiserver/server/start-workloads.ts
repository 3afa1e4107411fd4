import type { ControllerObjects, Stoppable } from "../controllers/controller-objects.js";
import { controlDeployments } from "../controllers/deployment/deployment-controller.js";
import {
  controlReplicaSets,
  controlReplicationControllers,
} from "../controllers/replica-set/replica-set-controller.js";
import { isStuck } from "../controllers/simulated-node/failures.js";
import { simulateNodes } from "../controllers/simulated-node/simulated-kubelet.js";
import { simulateWorkloads } from "../controllers/simulated-workloads.js";

/** Starts the controllers of workloads, and what runs their pods in appearance. `as`: with an account of its own. */
export function startWorkloads(as: (account: string) => ControllerObjects): readonly Stoppable[] {
  return [
    controlDeployments(as("deployment-controller"), isStuck),
    controlReplicaSets(as("replicaset-controller")),
    controlReplicationControllers(as("replication-controller")),
    simulateNodes(as("simulated-node")),
    simulateWorkloads(as("simulated-workloads")),
  ];
}
