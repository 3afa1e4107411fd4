/** Source: kubernetes/pkg/registry/core/service/strategy.go, kubernetes/pkg/api/service/warnings.go. */
import type { JsonObject } from "../../../../core/json.js";
import { type ApiObject, numberOf, objectOf, objectsOf, textMapOf, textOf, textsOf } from "../../../api-object.js";
import type { KindRules } from "../../kind-rules.js";
import { rule } from "../../rules/index.js";
import * as cell from "../../tables/cells.js";
import { cidrWarnings, ipWarnings } from "../../validation/addresses.js";
import { nameIsDns1035Label } from "../../validation/names.js";
import { allocateService } from "./allocate-service.js";
import { validateLoadBalancerStatus } from "./load-balancer-status.js";
import { dropOfOtherType, setServiceDefaults } from "./service-defaults.js";
import { specOf } from "../../workload-parts.js";
import { clusterIpOf, needsClusterIp, nodePortOf, portsOf } from "./service-spec.js";
import { serviceUpdate, validateService } from "./validate-service.js";

export const services: KindRules = {
  validateName: nameIsDns1035Label,
  allowsCreateOnUpdate: true,
  setDefaults: setServiceDefaults,
  allocate: allocateService,
  prepareForCreate(service) {
    service["status"] = { loadBalancer: {} };
    dropOfExternalName(service);
  },
  prepareForUpdate(service, old) {
    dropOfOtherType(service, old);
    dropOfExternalName(service);
  },
  validate: (service) => validateService(service, undefined),
  validateUpdate: (service, old) => [
    ...rule.judge(serviceUpdate, service, "", undefined, old),
    ...validateService(service, old),
  ],
  warnings: serviceWarnings,
  status: { validateUpdate: validateLoadBalancerStatus },
  cells: cell.row(
    cell.nameOf,
    "spec.type",
    (service) => textsOf(specOf(service), "clusterIPs")[0] ?? "<none>",
    showExternalIps,
    (service) => portsOf(specOf(service)).map(showPort).join(",") || "<none>",
    cell.ageOf,
    showSelector,
  ),
  selectableFields: cell.selectable("spec.clusterIP", "spec.type"),
};

/** A service that refers to an external name has no traffic policy. Source: storage.go (defaultOnReadInternalTrafficPolicy). */
function dropOfExternalName(service: ApiObject): void {
  const spec = specOf(service);
  if (spec["type"] === "ExternalName") delete spec["internalTrafficPolicy"];
}

function serviceWarnings(service: ApiObject): string[] {
  const spec = specOf(service);
  const warnings: string[] = [];
  const ips = textsOf(spec, "clusterIPs");
  const isHeadless = spec["type"] === "ClusterIP" && clusterIpOf(spec) === "None";
  const externalIps = textsOf(spec, "externalIPs");
  const loadBalancerIp = textOf(spec, "loadBalancerIP");
  if (service.metadata.annotations?.["service.kubernetes.io/topology-aware-hints"] !== undefined) {
    warnings.push(
      "annotation service.kubernetes.io/topology-aware-hints is deprecated, please use service.kubernetes.io/topology-mode instead",
    );
  }
  if (needsClusterIp(spec) && ips[0] !== "None") {
    warnings.push(...ips.flatMap((ip, index) => ipWarnings(`spec.clusterIPs[${index}]`, ip)));
  }
  if (isHeadless) {
    if (loadBalancerIp !== "") warnings.push("spec.loadBalancerIP is ignored for headless services");
    if (externalIps.length > 0) warnings.push("spec.externalIPs is ignored for headless services");
    if (spec["sessionAffinity"] !== "None") warnings.push("spec.SessionAffinity is ignored for headless services");
  }
  warnings.push(...externalIps.flatMap((ip, index) => ipWarnings(`spec.externalIPs[${index}]`, ip)));
  if (loadBalancerIp !== "") warnings.push(...ipWarnings("spec.loadBalancerIP", loadBalancerIp));
  const ranges = textsOf(spec, "loadBalancerSourceRanges");
  warnings.push(...ranges.flatMap((range, index) => cidrWarnings(`spec.loadBalancerSourceRanges[${index}]`, range)));
  const isExternal = spec["type"] === "ExternalName";
  if (isExternal && externalIps.length > 0) {
    warnings.push('spec.externalIPs is ignored when spec.type is "ExternalName"');
  }
  if (!isExternal && textOf(spec, "externalName") !== "") {
    warnings.push('spec.externalName is ignored when spec.type is not "ExternalName"');
  }
  if (spec["trafficDistribution"] === "PreferClose") {
    warnings.push('spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"');
  }
  return warnings;
}

function showSelector(service: ApiObject): string {
  const selector = Object.entries(textMapOf(specOf(service), "selector")).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return selector.map(([key, value]) => `${key}=${value}`).join(",") || "<none>";
}

function showExternalIps(service: ApiObject): string {
  const spec = specOf(service);
  const externalIps = textsOf(spec, "externalIPs");
  switch (spec["type"]) {
    case "ExternalName":
      return textOf(spec, "externalName");
    case "LoadBalancer": {
      const ingress = objectsOf(objectOf(objectOf(service, "status"), "loadBalancer"), "ingress");
      const addresses = ingress.map((each) => textOf(each, "ip") || textOf(each, "hostname")).filter(Boolean);
      const all = [...new Set(addresses.toSorted()), ...externalIps];
      return all.length === 0 ? "<pending>" : all.join(",");
    }
    default:
      return externalIps.length === 0 ? "<none>" : externalIps.join(",");
  }
}

function showPort(port: JsonObject): string {
  const number = numberOf(port, "port") ?? 0;
  const nodePort = nodePortOf(port);
  return `${nodePort > 0 ? `${number}:${nodePort}` : number}/${textOf(port, "protocol")}`;
}
