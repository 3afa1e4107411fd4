/** Source: kubernetes/pkg/apis/core/v1/defaults.go, kubernetes/pkg/registry/core/service (strategy.go, storage/storage.go). */
import {
  type ApiObject,
  ensureObject,
  numberOf,
  objectOf,
  objectsOf,
  setDefault,
  textOf,
  textsOf,
} from "../../../api-object.js";
import { isSame } from "../../common-strategy.js";
import { specOf } from "../../workload-parts.js";
import {
  areSameTexts,
  clusterIpOf,
  isExternallyAccessible,
  needsClusterIp,
  needsHealthCheck,
  needsNodePort,
  nodePortsOf,
  portsOf,
} from "./service-spec.js";

const defaultAffinitySeconds = 10_800;

export function setServiceDefaults(service: ApiObject): void {
  const spec = ensureObject(service, "spec");
  if (textOf(spec, "sessionAffinity") === "") spec["sessionAffinity"] = "None";
  if (spec["sessionAffinity"] === "None") delete spec["sessionAffinityConfig"];
  if (spec["sessionAffinity"] === "ClientIP") {
    const timeout = numberOf(objectOf(objectOf(spec, "sessionAffinityConfig"), "clientIP"), "timeoutSeconds");
    if (timeout === undefined) spec["sessionAffinityConfig"] = { clientIP: { timeoutSeconds: defaultAffinitySeconds } };
  }
  if (textOf(spec, "type") === "") spec["type"] = "ClusterIP";
  for (const port of portsOf(spec)) {
    if (textOf(port, "protocol") === "") port["protocol"] = "TCP";
    const { targetPort = 0 } = port;
    if (targetPort === 0 || targetPort === "" || targetPort === null) port["targetPort"] = numberOf(port, "port") ?? 0;
  }
  if (isExternallyAccessible(spec) && textOf(spec, "externalTrafficPolicy") === "") {
    spec["externalTrafficPolicy"] = "Cluster";
  }
  if (["NodePort", "LoadBalancer", "ClusterIP"].includes(textOf(spec, "type"))) {
    setDefault(spec, "internalTrafficPolicy", "Cluster");
  }
  if (spec["type"] !== "LoadBalancer") return;
  setDefault(spec, "allocateLoadBalancerNodePorts", true);
  for (const ingress of objectsOf(objectOf(objectOf(service, "status"), "loadBalancer"), "ingress")) {
    if (textOf(ingress, "ip") !== "") setDefault(ingress, "ipMode", "VIP");
  }
}

/** When the type changes, drops the fields that only the old type uses, if the client has not changed them. */
export function dropOfOtherType(service: ApiObject, old: ApiObject): void {
  const [spec, before] = [specOf(service), specOf(old)];
  const drop = (name: string, isNeeded: (each: typeof spec) => boolean): void => {
    if (isNeeded(before) && !isNeeded(spec) && isSame(spec[name], before[name])) {
      Reflect.deleteProperty(spec, name);
    }
  };
  const isBalanced = (each: typeof spec): boolean => each["type"] === "LoadBalancer";
  if (needsClusterIp(before) && !needsClusterIp(spec)) {
    const hasSameIps = areSameTexts(textsOf(spec, "clusterIPs"), textsOf(before, "clusterIPs"));
    if (clusterIpOf(spec) === clusterIpOf(before) && hasSameIps) {
      delete spec["clusterIP"];
      delete spec["clusterIPs"];
    }
    drop("ipFamilies", needsClusterIp);
    drop("ipFamilyPolicy", needsClusterIp);
  }
  if (needsNodePort(before) && !needsNodePort(spec)) {
    const were = nodePortsOf(before);
    if (nodePortsOf(spec).every((port) => were.includes(port))) {
      for (const port of portsOf(spec)) delete port["nodePort"];
    }
  }
  drop("healthCheckNodePort", needsHealthCheck);
  drop("allocateLoadBalancerNodePorts", isBalanced);
  drop("loadBalancerClass", isBalanced);
  drop("externalTrafficPolicy", isExternallyAccessible);
  if (!isBalanced(spec)) service["status"] = { ...objectOf(service, "status"), loadBalancer: {} };
}
