import { controlCronJobs } from "../controllers/cron-job/cron-job-controller.js";
import { controlDaemonSets } from "../controllers/daemon-set/daemon-set-controller.js";
import { controlDeployments } from "../controllers/deployment/deployment-controller.js";
import { controlBudgets } from "../controllers/disruption-budget/disruption-controller.js";
import { controlEndpoints } from "../controllers/endpoints/endpoints-controller.js";
import { controlJobs } from "../controllers/job/job-controller.js";
import { mirrorEndpoints } from "../controllers/endpoints/mirror-controller.js";
import {
  controlReplicaSets,
  controlReplicationControllers,
} from "../controllers/replica-set/replica-set-controller.js";
import { isStuck } from "../controllers/simulated-node/failures.js";
import { simulateCloud } from "../controllers/simulated-node/simulated-cloud.js";
import { simulateNodes } from "../controllers/simulated-node/simulated-kubelet.js";
import { provisionVolumes } from "../controllers/simulated-node/simulated-provisioner.js";
import { controlStatefulSets } from "../controllers/stateful-set/stateful-set-controller.js";
import type { StartWorkloads } from "./start-controllers.js";

/** Starts the controllers of workloads, and simulates the nodes that run their pods. */
export const startWorkloads: StartWorkloads = (as, controllers) => {
  const bindsVolumes = controllers.includes("persistentvolume-binder-controller");
  return [
    controlDeployments(as("deployment-controller"), isStuck),
    controlReplicaSets(as("replicaset-controller")),
    controlReplicationControllers(as("replication-controller")),
    controlStatefulSets(as("statefulset-controller")),
    controlDaemonSets(as("daemon-set-controller")),
    controlJobs(as("job-controller")),
    controlCronJobs(as("cronjob-controller")),
    controlEndpoints(as("endpointslice-controller")),
    mirrorEndpoints(as("endpointslicemirroring-controller")),
    controlBudgets(as("disruption-controller")),
    simulateNodes(as("simulated-node"), bindsVolumes),
    simulateCloud(as("simulated-cloud"), !bindsVolumes),
    ...(bindsVolumes ? [provisionVolumes(as("simulated-cloud"))] : []),
  ];
};
