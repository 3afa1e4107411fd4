/** Checks that protect the host. Source: k8s.io/pod-security-admission/policy/check_*.go (LevelBaseline). */
import type { JsonObject } from "../../../../core/json.js";
import { isSet, numberOf, objectOf, objectsOf, textOf, textsOf } from "../../../api-object.js";
import { containersOf } from "../../../pod-containers.js";
import {
  type Check,
  contextOf,
  type LevelCheck,
  plural,
  quoteAll,
  settersOf,
  showContainers,
  showCounted,
  sortedSet,
  unlessOwnUsers,
} from "./check.js";
import { appArmorProfile, seccompAnnotations, seccompProfile, seLinuxOptions } from "./profiles.js";

const usualCapabilities = [
  ...["AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD", "NET_BIND_SERVICE", "SETFCAP"],
  ...["SETGID", "SETPCAP", "SETUID", "SYS_CHROOT"],
];

const addedCapabilities: Check = ({ spec }) => {
  const unusual = (container: JsonObject): string[] =>
    textsOf(objectOf(contextOf(container), "capabilities"), "add").filter((name) => !usualCapabilities.includes(name));
  const bad = containersOf(spec).filter((container) => unusual(container).length > 0);
  if (bad.length === 0) return undefined;
  const added = quoteAll(sortedSet(bad.flatMap(unusual)));
  const detail = `${showContainers(bad)} must not include ${added} in securityContext.capabilities.add`;
  return { reason: "non-default capabilities", detail };
};

const hostNamespaces: Check = ({ spec }) => {
  const shared = ["hostNetwork", "hostPID", "hostIPC"].filter((name) => isSet(spec, name));
  if (shared.length === 0) return undefined;
  return { reason: "host namespaces", detail: shared.map((name) => `${name}=true`).join(", ") };
};

const hostPathVolumes: Check = ({ spec }) => {
  const volumes = objectsOf(spec, "volumes").filter((volume) => objectOf(volume, "hostPath") !== undefined);
  if (volumes.length === 0) return undefined;
  const names = volumes.map((volume) => textOf(volume, "name"));
  return { reason: "hostPath volumes", detail: showCounted("volume", names) };
};

const hostPorts: Check = ({ spec }) => {
  const portsOf = (container: JsonObject): string[] =>
    objectsOf(container, "ports")
      .map((port) => numberOf(port, "hostPort") ?? 0)
      .filter((port) => port !== 0)
      .map(String);
  const bad = containersOf(spec).filter((container) => portsOf(container).length > 0);
  if (bad.length === 0) return undefined;
  const ports = sortedSet(bad.flatMap(portsOf));
  const verb = bad.length === 1 ? "uses" : "use";
  const detail = `${showContainers(bad)} ${verb} ${plural("hostPort", ports.length)} ${ports.join(", ")}`;
  return { reason: "hostPort", detail };
};

const probeHosts: Check = ({ spec }) => {
  const hostsOf = (container: JsonObject): string[] => {
    const probes = ["livenessProbe", "readinessProbe", "startupProbe"].map((name) => objectOf(container, name));
    const hooks = ["postStart", "preStop"].map((name) => objectOf(objectOf(container, "lifecycle"), name));
    return [...probes, ...hooks]
      .flatMap((handler) => ["httpGet", "tcpSocket"].map((name) => textOf(objectOf(handler, name), "host")))
      .filter((host) => host !== "");
  };
  const bad = containersOf(spec).filter((container) => hostsOf(container).length > 0);
  if (bad.length === 0) return undefined;
  const names = sortedSet(bad.map((container) => textOf(container, "name")));
  const hosts = sortedSet(bad.flatMap(hostsOf));
  const verb = names.length === 1 ? "uses" : "use";
  const detail = `${showCounted("container", names)} ${verb} ${showCounted("probe or lifecycle host", hosts)}`;
  return { reason: "probe or lifecycle host", detail };
};

const privileged: Check = ({ spec }) => {
  const bad = containersOf(spec).filter((container) => isSet(contextOf(container), "privileged"));
  if (bad.length === 0) return undefined;
  return { reason: "privileged", detail: `${showContainers(bad)} must not set securityContext.privileged=true` };
};

export const procMount: Check = ({ spec }) => {
  const mountOf = (container: JsonObject): string => textOf(contextOf(container), "procMount");
  const bad = containersOf(spec).filter((container) => !["", "Default"].includes(mountOf(container)));
  if (bad.length === 0) return undefined;
  const mounts = quoteAll(sortedSet(bad.map(mountOf)));
  return { reason: "procMount", detail: `${showContainers(bad)} must not set securityContext.procMount to ${mounts}` };
};

const safeSysctls = [
  ...["kernel.shm_rmid_forced", "net.ipv4.ip_local_port_range", "net.ipv4.tcp_syncookies"],
  ...["net.ipv4.ping_group_range", "net.ipv4.ip_unprivileged_port_start"],
];
const safeSince27 = [...safeSysctls, "net.ipv4.ip_local_reserved_ports"];
const safeSince29 = [
  ...safeSince27,
  ...["time", "intvl", "probes"].map((name) => `net.ipv4.tcp_keepalive_${name}`),
  "net.ipv4.tcp_fin_timeout",
];
const safeSince32 = [...safeSince29, "net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem"];

function sysctls(safe: readonly string[]): Check {
  return ({ spec }) => {
    const names = objectsOf(contextOf(spec), "sysctls").map((sysctl) => textOf(sysctl, "name"));
    const bad = names.filter((name) => !safe.includes(name));
    return bad.length === 0 ? undefined : { reason: "forbidden sysctls", detail: bad.join(", ") };
  };
}

const windowsHostProcess: Check = ({ spec }) => {
  const setters = settersOf(spec, (context) => isSet(objectOf(context, "windowsOptions"), "hostProcess"));
  if (setters === undefined) return undefined;
  const detail = `${setters.shown} must not set securityContext.windowsOptions.hostProcess=true`;
  return { reason: "hostProcess", detail };
};

const seLinuxTypes = ["", "container_t", "container_init_t", "container_kvm_t"];

function baseline(id: string, ...versions: readonly (readonly [since: number, check: Check])[]): LevelCheck {
  return { id, level: "baseline", versions: versions.map(([since, check]) => ({ since, check })) };
}

export const baselineChecks: readonly LevelCheck[] = [
  baseline("appArmorProfile", [0, appArmorProfile]),
  baseline("capabilities_baseline", [0, addedCapabilities]),
  baseline("hostNamespaces", [0, hostNamespaces]),
  baseline("hostPathVolumes", [0, hostPathVolumes]),
  baseline("hostPorts", [0, hostPorts]),
  baseline("hostProbesAndHostLifecycle", [34, probeHosts]),
  baseline("privileged", [0, privileged]),
  baseline("procMount", [0, procMount], [35, unlessOwnUsers(procMount)]),
  baseline(
    "seLinuxOptions",
    [0, seLinuxOptions(seLinuxTypes)],
    [31, seLinuxOptions([...seLinuxTypes, "container_engine_t"])],
  ),
  baseline("seccompProfile_baseline", [0, seccompAnnotations], [19, seccompProfile]),
  baseline(
    "sysctls",
    [0, sysctls(safeSysctls)],
    [27, sysctls(safeSince27)],
    [29, sysctls(safeSince29)],
    [32, sysctls(safeSince32)],
  ),
  baseline("windowsHostProcess", [0, windowsHostProcess]),
];
