/** Source: kubernetes/pkg/apis/core/validation/validation.go (validateService, ValidateServiceUpdate). */
import type { JsonObject } from "../../../../core/json.js";
import type { ApiObject } from "../../../api-object.js";
import { type FieldError, forbidden, invalid, notSupported, required } from "../../../../core/field-error.js";
import { booleanOf, numberOf, objectOf, textMapOf, textOf, textsOf } from "../../../json-fields.js";
import { validateCidr, validateEndpointIp, validateIp } from "../../validation/addresses.js";
import { validateLabels } from "../../validation/labels.js";
import { checkDns1123Subdomain, checkPortNumber, checkQualifiedName } from "../../validation/names.js";
import { isExternallyAccessible, isHeadless, needsHealthCheck, portsOf, specOf } from "./service-spec.js";
import { validateClusterIps, validateClusterIpsUpdate } from "./validate-cluster-ips.js";
import { validatePorts, validateNumbersOnce } from "./validate-ports.js";

const types = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
const sourceRangesAnnotation = "service.beta.kubernetes.io/load-balancer-source-ranges";
const onlyBalanced = "may only be used when `type` is 'LoadBalancer'";
const maxAffinitySeconds = 86_400;

export function validateService(service: ApiObject, old: ApiObject | undefined): FieldError[] {
  const spec = specOf(service);
  const isBalanced = spec["type"] === "LoadBalancer";
  return [
    ...validateTopologyAnnotations(service),
    ...validateOfType(spec),
    ...validatePorts(spec),
    ...validateLabels(textMapOf(spec, "selector"), "spec.selector"),
    ...validateAffinity(spec),
    ...validateClusterIps(service, old),
    ...validateExternalIps(spec, old),
    ...oneOf(spec, "type", types),
    ...validateNumbersOnce(spec),
    ...validateSourceRanges(service, old),
    ...(booleanOf(spec, "allocateLoadBalancerNodePorts") !== undefined && !isBalanced
      ? [forbidden("spec.allocateLoadBalancerNodePorts", onlyBalanced)]
      : []),
    ...validateLoadBalancerClass(spec),
    ...validateExternalTraffic(spec),
    ...validateInternalTraffic(spec),
  ];
}

export function validateServiceUpdate(service: ApiObject, old: ApiObject): FieldError[] {
  const [spec, before] = [specOf(service), specOf(old)];
  const faults = validateClusterIpsUpdate(service, old);
  if (spec["type"] === "LoadBalancer" && before["type"] === "LoadBalancer") {
    const name = "loadBalancerClass";
    if (textOf(spec, name) !== textOf(before, name)) {
      faults.push(invalid(`spec.${name}`, spec[name], "may not change once set"));
    }
  }
  faults.push(...validateLoadBalancerClass(spec));
  const hasMoved = numberOf(spec, "healthCheckNodePort") !== numberOf(before, "healthCheckNodePort");
  if (needsHealthCheck(spec) && needsHealthCheck(before) && hasMoved) {
    faults.push(forbidden("spec.healthCheckNodePort", "field is immutable"));
  }
  return faults;
}

function validateTopologyAnnotations({ metadata }: ApiObject): FieldError[] {
  const hints = metadata.annotations?.["service.kubernetes.io/topology-aware-hints"];
  const mode = metadata.annotations?.["service.kubernetes.io/topology-mode"];
  if (hints === undefined || mode === undefined || hints === mode) return [];
  const detail = "must match annotations[service.kubernetes.io/topology-aware-hints] when both are specified";
  return [invalid("metadata.annotations[service.kubernetes.io/topology-mode]", mode, detail)];
}

function validateOfType(spec: JsonObject): FieldError[] {
  const type = textOf(spec, "type");
  const faults: FieldError[] = [];
  if (portsOf(spec).length === 0 && !isHeadless(spec) && type !== "ExternalName") faults.push(required("spec.ports"));
  if ((type === "LoadBalancer" || type === "NodePort") && isHeadless(spec)) {
    faults.push(invalid("spec.clusterIPs[0]", "None", `may not be set to 'None' for ${type} services`));
  }
  if (type !== "ExternalName") return faults;
  for (const name of ["clusterIPs", "ipFamilies"]) {
    if (textsOf(spec, name).length > 0) {
      faults.push(forbidden(`spec.${name}`, "may not be set for ExternalName services"));
    }
  }
  if (textOf(spec, "ipFamilyPolicy") !== "") {
    faults.push(forbidden("spec.ipFamilyPolicy", "may not be set for ExternalName services"));
  }
  const name = textOf(spec, "externalName").replace(/\.$/, "");
  if (name === "") return [...faults, required("spec.externalName")];
  return [...faults, ...checkDns1123Subdomain(name).map((fault) => invalid("spec.externalName", name, fault))];
}

function validateAffinity(spec: JsonObject): FieldError[] {
  const faults = oneOf(spec, "sessionAffinity", ["ClientIP", "None"]);
  const config = objectOf(spec, "sessionAffinityConfig");
  const path = "spec.sessionAffinityConfig";
  if (spec["sessionAffinity"] === "None" && config !== undefined) {
    return [...faults, forbidden(path, "must not be set when session affinity is None")];
  }
  if (spec["sessionAffinity"] !== "ClientIP") return faults;
  const timeout = numberOf(objectOf(config, "clientIP"), "timeoutSeconds") ?? 0;
  if (timeout > 0 && timeout <= maxAffinitySeconds) return faults;
  const detail = `must be greater than 0 and less than ${maxAffinitySeconds}`;
  return [...faults, invalid(`${path}.clientIP.timeoutSeconds`, timeout, detail)];
}

function validateExternalIps(spec: JsonObject, old: ApiObject | undefined): FieldError[] {
  const valid = old === undefined ? [] : textsOf(specOf(old), "externalIPs");
  return textsOf(spec, "externalIPs").flatMap((ip, index) => {
    const path = `spec.externalIPs[${index}]`;
    const faults = validateIp(path, ip, valid);
    return faults.length > 0 ? faults : validateEndpointIp(path, ip);
  });
}

function validateSourceRanges(service: ApiObject, old: ApiObject | undefined): FieldError[] {
  const spec = specOf(service);
  const isBalanced = spec["type"] === "LoadBalancer";
  const ranges = textsOf(spec, "loadBalancerSourceRanges");
  if (ranges.length > 0) {
    const path = "spec.LoadBalancerSourceRanges";
    const valid = old === undefined ? [] : textsOf(specOf(old), "loadBalancerSourceRanges").map((each) => each.trim());
    return [
      ...(isBalanced ? [] : [forbidden(path, onlyBalanced)]),
      ...ranges.flatMap((range, index) => validateCidr(`${path}[${index}]`, range.trim(), valid)),
    ];
  }
  const annotation = service.metadata.annotations?.[sourceRangesAnnotation];
  if (annotation === undefined) return [];
  const path = `metadata.annotations[${sourceRangesAnnotation}]`;
  const isNew = old?.metadata.annotations?.[sourceRangesAnnotation] !== annotation;
  const values = isNew && annotation.trim() !== "" ? annotation.trim().split(",") : [];
  return [
    ...(isBalanced ? [] : [forbidden(path, onlyBalanced)]),
    ...values.flatMap((value) => validateCidr(path, value.trim())),
  ];
}

function validateLoadBalancerClass(spec: JsonObject): FieldError[] {
  const path = "spec.loadBalancerClass";
  const { loadBalancerClass } = spec;
  if (typeof loadBalancerClass !== "string") return [];
  if (spec["type"] !== "LoadBalancer") return [forbidden(path, onlyBalanced)];
  return checkQualifiedName(loadBalancerClass).map((fault) => invalid(path, loadBalancerClass, fault));
}

function validateExternalTraffic(spec: JsonObject): FieldError[] {
  const policy = textOf(spec, "externalTrafficPolicy");
  const port = numberOf(spec, "healthCheckNodePort") ?? 0;
  const faults: FieldError[] = [];
  if (isExternallyAccessible(spec)) faults.push(...oneOf(spec, "externalTrafficPolicy", ["Cluster", "Local"]));
  else if (policy !== "") {
    faults.push(invalid("spec.externalTrafficPolicy", policy, "may only be set for externally-accessible services"));
  }
  const path = "spec.healthCheckNodePort";
  if (needsHealthCheck(spec)) {
    if (port === 0) faults.push(required(path));
    else faults.push(...checkPortNumber(port).map((fault) => invalid(path, port, fault)));
  } else if (port !== 0) {
    const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    faults.push(invalid(path, port, detail));
  }
  return faults;
}

function validateInternalTraffic(spec: JsonObject): FieldError[] {
  const policy = spec["internalTrafficPolicy"];
  const distribution = spec["trafficDistribution"];
  const distributions = ["PreferClose", "PreferSameZone", "PreferSameNode"];
  const isMissing = policy === undefined && ["ClusterIP", "LoadBalancer", "NodePort"].includes(textOf(spec, "type"));
  return [
    ...(isMissing ? [required("spec.internalTrafficPolicy")] : []),
    ...(policy === undefined || policy === "Cluster" || policy === "Local"
      ? []
      : [notSupported("spec.internalTrafficPolicy", policy, ["Cluster", "Local"])]),
    ...(distribution === undefined || distributions.includes(textOf(spec, "trafficDistribution"))
      ? []
      : [notSupported("spec.trafficDistribution", distribution, distributions)]),
  ];
}

function oneOf(spec: JsonObject, name: string, supported: readonly string[]): FieldError[] {
  const value = textOf(spec, name);
  if (value === "") return [required(`spec.${name}`)];
  return supported.includes(value) ? [] : [notSupported(`spec.${name}`, value, supported)];
}
