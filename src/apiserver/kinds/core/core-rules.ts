import { coreEvents } from "../events/events.js";
import type { GroupRules } from "../kind-rules.js";
import { configMaps } from "./config-maps.js";
import { endpoints } from "./endpoints.js";
import { limitRanges } from "./limit-ranges.js";
import { namespaces } from "./namespaces.js";
import { nodes } from "./nodes.js";
import { persistentVolumeClaims } from "./persistent-volume-claims.js";
import { persistentVolumes } from "./persistent-volumes.js";
import { resourceQuotas } from "./resource-quotas.js";
import { secrets } from "./secrets.js";
import { serviceAccounts } from "./service-accounts.js";
import { services } from "./services/services.js";

/** Of all that is neither a pod nor makes pods. */
export const coreRules: GroupRules = {
  // Of the control plane's parts, of which there are none.
  componentstatuses: { deprecationWarning: "v1 ComponentStatus is deprecated in v1.19+" },
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
};
