import { apiextensionsRules } from "../custom-resources/definition/definition-rules.js";
import { admissionregistrationRules } from "./admissionregistration/admissionregistration-rules.js";
import { apiregistrationRules } from "./apiregistration/apiregistration-rules.js";
import { appsRules } from "./apps/apps-rules.js";
import { autoscalingRules } from "./autoscaling/autoscaling-rules.js";
import { batchRules } from "./batch/batch-rules.js";
import { certificatesRules } from "./certificates/certificates-rules.js";
import { coordinationRules } from "./coordination/coordination-rules.js";
import { coreRules } from "./core/core-rules.js";
import { coreWorkloadRules } from "./core/core-workload-rules.js";
import { discoveryRules } from "./discovery/discovery-rules.js";
import { eventsRules } from "./events/events.js";
import { flowcontrolRules } from "./flowcontrol/flowcontrol-rules.js";
import type { GroupRules } from "./kind-rules.js";
import { networkingRules } from "./networking/networking-rules.js";
import { nodeRules } from "./node/node-rules.js";
import { policyRules } from "./policy/policy-rules.js";
import { rbacRules } from "./rbac/rbac-rules.js";
import { resourceRules } from "./resource/resource-rules.js";
import { schedulingRules } from "./scheduling/scheduling-rules.js";
import { storageRules } from "./storage/storage-rules.js";

/** By group. Kinds that are not here have what all kinds have in common. */
export const rulesOfGroups: Readonly<Record<string, GroupRules>> = {
  "": { ...coreRules, ...coreWorkloadRules },
  "apiextensions.k8s.io": apiextensionsRules,
  "admissionregistration.k8s.io": admissionregistrationRules,
  "apiregistration.k8s.io": apiregistrationRules,
  apps: appsRules,
  autoscaling: autoscalingRules,
  batch: batchRules,
  "certificates.k8s.io": certificatesRules,
  "coordination.k8s.io": coordinationRules,
  "discovery.k8s.io": discoveryRules,
  "events.k8s.io": eventsRules,
  "flowcontrol.apiserver.k8s.io": flowcontrolRules,
  "networking.k8s.io": networkingRules,
  "node.k8s.io": nodeRules,
  policy: policyRules,
  "rbac.authorization.k8s.io": rbacRules,
  "resource.k8s.io": resourceRules,
  "scheduling.k8s.io": schedulingRules,
  "storage.k8s.io": storageRules,
};
