import type { GroupRules } from "../kind-rules.js";
import { controllerRevision } from "./controller-revision.js";
import { daemonSet } from "./daemon-set.js";
import { deployment } from "./deployment.js";
import { replicaSet } from "./replica-set.js";
import { statefulSet } from "./stateful-set.js";

export const appsRules: GroupRules = {
  controllerrevisions: controllerRevision,
  daemonsets: daemonSet,
  deployments: deployment,
  replicasets: replicaSet,
  statefulsets: statefulSet,
};
