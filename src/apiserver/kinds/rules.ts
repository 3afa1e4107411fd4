import { controllerRevision } from "./apps/controller-revision.js";
import { daemonSet } from "./apps/daemon-set.js";
import { deployment } from "./apps/deployment.js";
import { replicaSet } from "./apps/replica-set.js";
import { statefulSet } from "./apps/stateful-set.js";
import { horizontalPodAutoscaler, horizontalPodAutoscalerV1 } from "./autoscaling/horizontal-pod-autoscaler.js";
import { cronJob } from "./batch/cron-job.js";
import { job } from "./batch/job.js";
import { runtimeClass } from "./node/runtime-class.js";
import { podDisruptionBudget } from "./policy/pod-disruption-budget.js";
import { priorityClass } from "./scheduling/priority-class.js";
import { coreEvents } from "./events/events.js";
import { configMaps } from "./core/config-maps.js";
import { endpoints } from "./core/endpoints.js";
import { limitRanges } from "./core/limit-ranges.js";
import { namespaces } from "./core/namespaces.js";
import { nodes } from "./core/nodes.js";
import { persistentVolumeClaims } from "./core/persistent-volume-claims.js";
import { persistentVolumes } from "./core/persistent-volumes.js";
import { resourceQuotas } from "./core/resource-quotas.js";
import { secrets } from "./core/secrets.js";
import { serviceAccounts } from "./core/service-accounts.js";
import { services } from "./core/services/services.js";
import { podTemplate } from "./pods/pod-template.js";
import { pod } from "./pods/pod.js";
import { replicationController } from "./pods/replication-controller.js";
import { apiextensionsRules } from "../custom-resources/definition/definition-rules.js";
import { admissionregistrationRules } from "./admissionregistration/admissionregistration-rules.js";
import { apiregistrationRules } from "./apiregistration/apiregistration-rules.js";
import { certificatesRules } from "./certificates/certificates-rules.js";
import { coordinationRules } from "./coordination/coordination-rules.js";
import { discoveryRules } from "./discovery/discovery-rules.js";
import { eventsRules } from "./events/events.js";
import { flowcontrolRules } from "./flowcontrol/flowcontrol-rules.js";
import type { GroupRules } from "./kind-rules.js";
import { networkingRules } from "./networking/networking-rules.js";
import { rbacRules } from "./rbac/rbac-rules.js";
import { resourceRules } from "./resource/resource-rules.js";
import { storageRules } from "./storage/storage-rules.js";
import { storagemigrationRules } from "./storagemigration/storagemigration-rules.js";

/** The rules by group. A kind without an entry has only the common rules. */
export const rulesOfGroups: Readonly<Record<string, GroupRules>> = {
  "": {
    // The embedded server runs no components to report on.
    componentstatuses: { nullIfEmpty: false, deprecationWarning: "v1 ComponentStatus is deprecated in v1.19+" },
    configmaps: configMaps,
    endpoints,
    events: coreEvents,
    limitranges: limitRanges,
    namespaces,
    nodes,
    persistentvolumeclaims: persistentVolumeClaims,
    persistentvolumes: persistentVolumes,
    resourcequotas: resourceQuotas,
    secrets,
    serviceaccounts: serviceAccounts,
    services,
    // Pods, and the kinds that create them.
    pods: pod,
    podtemplates: podTemplate,
    replicationcontrollers: replicationController,
  },
  "apiextensions.k8s.io": apiextensionsRules,
  "admissionregistration.k8s.io": admissionregistrationRules,
  "apiregistration.k8s.io": apiregistrationRules,
  apps: {
    controllerrevisions: controllerRevision,
    daemonsets: daemonSet,
    deployments: deployment,
    replicasets: replicaSet,
    statefulsets: statefulSet,
  },
  autoscaling: {
    horizontalpodautoscalers: horizontalPodAutoscaler,
    "v1/horizontalpodautoscalers": horizontalPodAutoscalerV1,
  },
  batch: { cronjobs: cronJob, jobs: job },
  "certificates.k8s.io": certificatesRules,
  "coordination.k8s.io": coordinationRules,
  "discovery.k8s.io": discoveryRules,
  "events.k8s.io": eventsRules,
  "flowcontrol.apiserver.k8s.io": flowcontrolRules,
  "networking.k8s.io": networkingRules,
  "node.k8s.io": { runtimeclasses: runtimeClass },
  policy: { poddisruptionbudgets: podDisruptionBudget },
  "rbac.authorization.k8s.io": rbacRules,
  "resource.k8s.io": resourceRules,
  "scheduling.k8s.io": { priorityclasses: priorityClass },
  "storage.k8s.io": storageRules,
  "storagemigration.k8s.io": storagemigrationRules,
};
