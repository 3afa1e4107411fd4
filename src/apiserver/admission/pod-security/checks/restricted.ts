/** The checks of the restricted level. Source: k8s.io/pod-security-admission/policy/check_*.go (LevelRestricted). */
import type { JsonObject } from "../../../../core/json.js";
import { objectOf, objectsOf, textOf, textsOf } from "../../../api-object.js";
import { containersOf } from "../../../pod-containers.js";
import { procMount } from "./baseline.js";
import {
  type Check,
  type CheckVersion,
  contextOf,
  type LevelCheck,
  quoteAll,
  settersOf,
  showContainers,
  showCounted,
  sortedSet,
  unlessOwnUsers,
  unlessWindows,
} from "./check.js";
import { seccompProfile } from "./profiles.js";

const privilegeEscalation: Check = ({ spec }) => {
  const bad = containersOf(spec).filter((each) => contextOf(each)?.["allowPrivilegeEscalation"] !== false);
  if (bad.length === 0) return undefined;
  const detail = `${showContainers(bad)} must set securityContext.allowPrivilegeEscalation=false`;
  return { reason: "allowPrivilegeEscalation != false", detail };
};

const capabilities: Check = ({ spec }) => {
  const of = (container: JsonObject): JsonObject | undefined => objectOf(contextOf(container), "capabilities");
  const added = (container: JsonObject): string[] =>
    textsOf(of(container), "add").filter((name) => name !== "NET_BIND_SERVICE");
  const containers = containersOf(spec);
  const keeping = containers.filter((container) => !textsOf(of(container), "drop").includes("ALL"));
  const adding = containers.filter((container) => added(container).length > 0);
  const details = [
    ...(keeping.length === 0 ? [] : [`${showContainers(keeping)} must set securityContext.capabilities.drop=["ALL"]`]),
    ...(adding.length === 0
      ? []
      : [
          `${showContainers(adding)} must not include ${quoteAll(sortedSet(adding.flatMap(added)))} in securityContext.capabilities.add`,
        ]),
  ];
  return details.length === 0 ? undefined : { reason: "unrestricted capabilities", detail: details.join("; ") };
};

const usualVolumes = [
  ...["configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "image", "persistentVolumeClaim", "projected"],
  "secret",
];
/** Other known volume types; any volume of none of these types is unknown. */
const otherVolumes = [
  ...["hostPath", "gcePersistentDisk", "awsElasticBlockStore", "gitRepo", "nfs", "iscsi", "glusterfs", "rbd"],
  ...["flexVolume", "cinder", "cephfs", "flocker", "fc", "azureFile", "vsphereVolume", "quobyte", "azureDisk"],
  ...["photonPersistentDisk", "portworxVolume", "scaleIO", "storageos"],
];

const volumeTypes: Check = ({ spec }) => {
  const has = (volume: JsonObject, type: string): boolean => objectOf(volume, type) !== undefined;
  const bad = objectsOf(spec, "volumes").filter((volume) => !usualVolumes.some((type) => has(volume, type)));
  if (bad.length === 0) return undefined;
  const types = sortedSet(bad.map((volume) => otherVolumes.find((type) => has(volume, type)) ?? "unknown"));
  const names = bad.map((volume) => textOf(volume, "name"));
  const verb = names.length === 1 ? "uses" : "use";
  const detail = `${showCounted("volume", names)} ${verb} ${showCounted("restricted volume type", types)}`;
  return { reason: "restricted volume types", detail };
};

const runAsNonRoot: Check = ({ spec }) => {
  const reason = "runAsNonRoot != true";
  const setters = settersOf(spec, (context) => context["runAsNonRoot"] === false);
  if (setters !== undefined) {
    return { reason, detail: `${setters.shown} must not set securityContext.runAsNonRoot=false` };
  }
  if (contextOf(spec)?.["runAsNonRoot"] === true) return undefined;
  const bad = containersOf(spec).filter((container) => contextOf(container)?.["runAsNonRoot"] !== true);
  if (bad.length === 0) return undefined;
  return { reason, detail: `pod or ${showContainers(bad)} must set securityContext.runAsNonRoot=true` };
};

const runAsUser: Check = ({ spec }) => {
  const setters = settersOf(spec, (context) => context["runAsUser"] === 0);
  if (setters === undefined) return undefined;
  return { reason: "runAsUser=0", detail: `${setters.shown} must not set runAsUser=0` };
};

const seccompIsSet: Check = (pod) => {
  const bad = seccompProfile(pod);
  if (bad !== undefined) return bad;
  const has = (holder: JsonObject): boolean => objectOf(contextOf(holder), "seccompProfile") !== undefined;
  if (has(pod.spec)) return undefined;
  const without = containersOf(pod.spec).filter((container) => !has(container));
  if (without.length === 0) return undefined;
  const rule = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return { reason: "seccompProfile", detail: `pod or ${showContainers(without)} ${rule}` };
};

function restricted(id: string, ...versions: readonly CheckVersion[]): LevelCheck {
  return { id, level: "restricted", versions };
}

export const restrictedChecks: readonly LevelCheck[] = [
  restricted(
    "allowPrivilegeEscalation",
    { since: 8, check: privilegeEscalation },
    { since: 25, check: unlessWindows(privilegeEscalation) },
  ),
  restricted(
    "capabilities_restricted",
    { since: 22, check: capabilities, overrides: "capabilities_baseline" },
    { since: 25, check: unlessWindows(capabilities), overrides: "capabilities_baseline" },
  ),
  restricted("procMount_restricted", { since: 35, check: procMount, overrides: "procMount" }),
  restricted("restrictedVolumes", { since: 0, check: volumeTypes, overrides: "hostPathVolumes" }),
  restricted("runAsNonRoot", { since: 0, check: runAsNonRoot }, { since: 35, check: unlessOwnUsers(runAsNonRoot) }),
  restricted("runAsUser", { since: 23, check: runAsUser }, { since: 35, check: unlessOwnUsers(runAsUser) }),
  restricted(
    "seccompProfile_restricted",
    { since: 19, check: seccompIsSet, overrides: "seccompProfile_baseline" },
    { since: 25, check: unlessWindows(seccompIsSet), overrides: "seccompProfile_baseline" },
  ),
];
