import type { GroupRules } from "../kind-rules.js";
import { podTemplate } from "../pods/pod-template.js";
import { pod } from "../pods/pod.js";
import { replicationController } from "../pods/replication-controller.js";

/** Of pods, and of what makes them. */
export const coreWorkloadRules: GroupRules = {
  pods: pod,
  podtemplates: podTemplate,
  replicationcontrollers: replicationController,
};
