/** Source: kubernetes/pkg/apis/core/validation/validation.go (validateService, ValidateServiceUpdate). */
import type { Service, ServiceSpec } from "../../../../k8s/core/v1.js";
import { type ApiObject, numberOf, objectOf, textOf, textsOf } from "../../../api-object.js";
import { type FieldError, forbidden, invalid } from "../../../../core/field-error.js";
import type { JsonObject } from "../../../../core/json.js";
import { must, rule } from "../../rules/index.js";
import { validateCidr, validateEndpointIp, validateIp } from "../../validation/addresses.js";
import { validateLabels } from "../../validation/labels.js";
import { specOf } from "../../workload-parts.js";
import { isExternallyAccessible, isHeadless, needsHealthCheck } from "./service-spec.js";
import { validateClusterIps, validateClusterIpsUpdate } from "./validate-cluster-ips.js";
import { servicePort, validateNumbersOnce } from "./validate-ports.js";

interface ServiceContext {
  readonly service: ApiObject;
  readonly old: ApiObject | undefined;
}
type SpecTable = rule.Table<ServiceSpec, ServiceContext>;

const sourceRangesAnnotation = "service.beta.kubernetes.io/load-balancer-source-ranges";
const onlyBalanced = "may only be used when `type` is 'LoadBalancer'";
const maxAffinitySeconds = 86_400;

function isBalanced({ type }: JsonObject): boolean {
  return type === "LoadBalancer";
}

const notForExternal = must.notBeSet("may not be set for ExternalName services");

const ofType: SpecTable = [
  rule.when((spec) => !isHeadless(spec) && spec["type"] !== "ExternalName", rule.list("ports", must.beSet())),
  ({ object: spec, path }) =>
    (isBalanced(spec) || spec["type"] === "NodePort") && isHeadless(spec)
      ? [invalid(`${path}.clusterIPs[0]`, "None", `may not be set to 'None' for ${textOf(spec, "type")} services`)]
      : [],
  rule.when(
    ({ type }) => type === "ExternalName",
    rule.list("clusterIPs", notForExternal),
    rule.list("ipFamilies", notForExternal),
    rule.text("ipFamilyPolicy", notForExternal),
    rule.text("externalName", (given, path) => {
      const name = given.replace(/\.$/, "");
      return name === "" ? must.beSet()(name, path) : must.beSubdomain(name, path);
    }),
  ),
];

const affinity: SpecTable = [
  rule.text("sessionAffinity", must.choose("ClientIP", "None")),
  rule.forbiddenIf(
    "sessionAffinityConfig",
    "must not be set when session affinity is None",
    (spec) => spec["sessionAffinity"] === "None" && objectOf(spec, "sessionAffinityConfig") !== undefined,
  ),
  rule.when(
    ({ sessionAffinity }) => sessionAffinity === "ClientIP",
    rule.object("sessionAffinityConfig", [
      rule.object("clientIP", [
        rule.number(
          "timeoutSeconds",
          must.beIn(1, maxAffinitySeconds, `must be greater than 0 and less than ${maxAffinitySeconds}`),
        ),
      ]),
    ]),
  ),
];

const balancerClass: rule.Rule<ServiceSpec, unknown> = rule.textPointer(
  "loadBalancerClass",
  (_name, path, { object }) => (isBalanced(object) ? [] : [forbidden(path, onlyBalanced)]),
  must.beQualifiedName,
);

const traffic: SpecTable = [
  rule.when(isExternallyAccessible, rule.text("externalTrafficPolicy", must.choose("Cluster", "Local"))),
  rule.when(
    (spec) => !isExternallyAccessible(spec),
    rule.optionalText("externalTrafficPolicy", [() => false, "may only be set for externally-accessible services"]),
  ),
  rule.when(needsHealthCheck, rule.number("healthCheckNodePort", must.beSet(), must.bePortNumber)),
  rule.when(
    (spec) => !needsHealthCheck(spec),
    rule.optionalNumber("healthCheckNodePort", [
      () => false,
      "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
    ]),
  ),
  rule.requiredIf(
    "internalTrafficPolicy",
    "",
    (spec) =>
      spec["internalTrafficPolicy"] === undefined &&
      ["ClusterIP", "LoadBalancer", "NodePort"].includes(textOf(spec, "type")),
  ),
  rule.textPointer("internalTrafficPolicy", must.beOneOf("Cluster", "Local")),
  rule.textPointer("trafficDistribution", must.beOneOf("PreferClose", "PreferSameZone", "PreferSameNode")),
];

const spec: SpecTable = [
  ...ofType,
  rule.each("ports", servicePort),
  rule.textMap("selector", validateLabels),
  ...affinity,
  ({ context: { service, old } }) => validateClusterIps(service, old),
  rule.eachText("externalIPs", (ip, path, { context: { old } }) => {
    const faults = validateIp(path, ip, old === undefined ? [] : textsOf(specOf(old), "externalIPs"));
    return faults.length > 0 ? faults : validateEndpointIp(path, ip);
  }),
  rule.text("type", must.choose("ClusterIP", "ExternalName", "LoadBalancer", "NodePort")),
  ({ object }) => validateNumbersOnce(object),
  ({ context: { service, old } }) => validateSourceRanges(service, old),
  rule.forbiddenIf(
    "allocateLoadBalancerNodePorts",
    onlyBalanced,
    (object) => typeof object["allocateLoadBalancerNodePorts"] === "boolean" && !isBalanced(object),
  ),
  balancerClass,
  ...traffic,
];

const rules: rule.Table<Service, ServiceContext> = [
  ({ context: { service } }) => validateTopologyAnnotations(service),
  rule.object("spec", spec),
];

export function validateService(service: ApiObject, old: ApiObject | undefined): FieldError[] {
  return rule.judge(rules, service, "", { service, old });
}

export const serviceUpdate: rule.Table<Service> = [
  rule.object("spec", [
    ({ object, old = {} }) => validateClusterIpsUpdate(object, old),
    rule.invalidIf(
      "loadBalancerClass",
      "may not change once set",
      (spec, { old = {} }) =>
        isBalanced(spec) && isBalanced(old) && textOf(spec, "loadBalancerClass") !== textOf(old, "loadBalancerClass"),
    ),
    balancerClass,
    rule.forbiddenIf("healthCheckNodePort", "field is immutable", (spec, { old = {} }) => {
      const hasMoved = numberOf(spec, "healthCheckNodePort") !== numberOf(old, "healthCheckNodePort");
      return needsHealthCheck(spec) && needsHealthCheck(old) && hasMoved;
    }),
  ]),
];

function validateTopologyAnnotations({ metadata }: ApiObject): FieldError[] {
  const hints = metadata.annotations?.["service.kubernetes.io/topology-aware-hints"];
  const mode = metadata.annotations?.["service.kubernetes.io/topology-mode"];
  if (hints === undefined || mode === undefined || hints === mode) return [];
  const detail = "must match annotations[service.kubernetes.io/topology-aware-hints] when both are specified";
  return [invalid("metadata.annotations[service.kubernetes.io/topology-mode]", mode, detail)];
}

function validateSourceRanges(service: ApiObject, old: ApiObject | undefined): FieldError[] {
  const spec = specOf(service);
  const ranges = textsOf(spec, "loadBalancerSourceRanges");
  if (ranges.length > 0) {
    const path = "spec.LoadBalancerSourceRanges";
    const valid = old === undefined ? [] : textsOf(specOf(old), "loadBalancerSourceRanges").map((each) => each.trim());
    return [
      ...(isBalanced(spec) ? [] : [forbidden(path, onlyBalanced)]),
      ...ranges.flatMap((range, index) => validateCidr(`${path}[${index}]`, range.trim(), valid)),
    ];
  }
  const annotation = service.metadata.annotations?.[sourceRangesAnnotation];
  if (annotation === undefined) return [];
  const path = `metadata.annotations[${sourceRangesAnnotation}]`;
  const isNew = old?.metadata.annotations?.[sourceRangesAnnotation] !== annotation;
  const values = isNew && annotation.trim() !== "" ? annotation.trim().split(",") : [];
  return [
    ...(isBalanced(spec) ? [] : [forbidden(path, onlyBalanced)]),
    ...values.flatMap((value) => validateCidr(path, value.trim())),
  ];
}
