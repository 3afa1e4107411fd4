/** The rules of kinds that 1.37 has changed since 1.35. Source: k8s.io/kubernetes/pkg (v1.37.2). */
import { type ApiObject, ensureObject, objectOf, setDefaults, textMapOf, textOf, textsOf } from "../../api-object.js";
import { type FieldError, forbidden } from "../../../core/field-error.js";
import { statefulSetSince137 } from "../apps/stateful-set.js";
import { autoscalerValidation, autoscalerValidationV1 } from "../autoscaling/horizontal-pod-autoscaler.js";
import { validateJobUpdateSince137 } from "../batch/validate-job-update.js";
import { validateJobStatus } from "../batch/validate-job-status.js";
import { clusterIpOf } from "../core/services/service-spec.js";
import type { KindRules } from "../kind-rules.js";
import { ingressValidation } from "../networking/ingresses.js";
import { networkPolicyValidation } from "../networking/networking-rules.js";
import { podSince137 } from "../pods/pod.js";
import { validateBudgetStatusSince137 } from "../policy/pod-disruption-budget.js";
import { must } from "../rules/index.js";
import { nameIsDnsLabel } from "../validation/names.js";
import { generationOfSpec, specOf } from "../workload-parts.js";
import { definitionRules } from "../../custom-resources/definition/definition-rules.js";
import { defaultClassOf, storageClassMarks } from "../storage/default-class.js";
import { withUnambiguous } from "./unambiguous-addresses.js";

const ingressIps = { field: "status.loadBalancer.ingress.ip", shown: "status.loadBalancer.ingress[*].ip" };
const subsetIps = ["addresses", "notReadyAddresses"].map((list) => ({
  field: `subsets.${list}.ip`,
  shown: `subsets[*].${list}[*].ip`,
}));

/** The name of a Service may begin with a digit (RelaxedServiceNameValidation). */
function services(rules: KindRules): KindRules {
  const relaxed: KindRules = {
    ...rules,
    validateName: nameIsDnsLabel,
    warnings: (service, old) => [...(rules.warnings?.(service, old) ?? []), ...externalIpWarnings(service)],
  };
  const fields = [
    { field: "spec.clusterIPs", shown: "spec.clusterIPs[*]" },
    { field: "spec.externalIPs", shown: "spec.externalIPs[*]" },
    { field: "spec.loadBalancerSourceRanges", shown: "spec.LoadBalancerSourceRanges[*]", isNetwork: true },
  ];
  return withUnambiguous(relaxed, fields, [ingressIps]);
}

function externalIpWarnings(service: ApiObject): string[] {
  const spec = specOf(service);
  const isIgnored = spec["type"] === "ExternalName" || (spec["type"] === "ClusterIP" && clusterIpOf(spec) === "None");
  return isIgnored || textsOf(spec, "externalIPs").length === 0
    ? []
    : ["spec.externalIPs is deprecated and may no longer be implemented in some clusters"];
}

function pods(): KindRules {
  const fields = [
    { field: "spec.dnsConfig.nameservers", shown: "spec.dnsConfig.nameservers[*]" },
    { field: "spec.hostAliases.ip", shown: "spec.hostAliases[*].ip" },
  ];
  const statusFields = ["podIPs", "hostIPs"].map((list) => ({
    field: `status.${list}.ip`,
    shown: `status.${list}[*]`,
  }));
  return withUnambiguous(podSince137, fields, statusFields);
}

function networkPolicies(rules: KindRules): KindRules {
  const peers = ["ingress.from", "egress.to"].flatMap((list) =>
    ["cidr", "except"].map((name) => `${list}.ipBlock.${name}`),
  );
  const fields = peers.map((field) => ({
    field: `spec.${field}`,
    shown: `spec.${field.replace(/^(\w+)\.(\w+)/, "$1[*].$2[*]").replace(/except$/, "except[*]")}`,
    isNetwork: true,
  }));
  return withUnambiguous({ ...rules, ...networkPolicyValidation({ showsStart: false }) }, fields);
}

/** Changes one cell of a row, which is a text. */
function withCell(
  rules: KindRules,
  index: number,
  show: (shown: string, object: ApiObject, listed: readonly ApiObject[]) => string,
): KindRules {
  return {
    ...rules,
    cells: (object, now, listed) => {
      const row = rules.cells?.(object, now, listed) ?? [];
      const shown = row[index];
      return typeof shown === "string" ? row.with(index, show(shown, object, listed)) : row;
    },
  };
}

const kernelCell = 8;

/** The kernel of a node appears with its architecture. */
function nodes(rules: KindRules): KindRules {
  const fields = [{ field: "spec.podCIDRs", shown: "spec.podCIDRs[*]", isNetwork: true }];
  return withCell(withUnambiguous(rules, fields), kernelCell, (kernel, node) => {
    const architecture = textOf(objectOf(objectOf(node, "status"), "nodeInfo"), "architecture");
    return architecture === "" ? kernel : `${kernel} (${architecture})`;
  });
}

/** The default class is marked, as a storage class is. */
function ingressClasses(rules: KindRules): KindRules {
  return withCell(rules, 0, (name, { metadata }) => {
    const isDefault = textMapOf(metadata, "annotations")["ingressclass.kubernetes.io/is-default-class"] === "true";
    return isDefault ? `${name} (default)` : name;
  });
}

/** Of the default classes in a list, the one that has an effect is marked; a single class is not. */
function storageClasses(rules: KindRules): KindRules {
  return withCell(rules, 0, (_shown, { metadata: { name = "" } }, listed) =>
    defaultClassOf(listed, storageClassMarks)?.metadata.name === name ? `${name} (default)` : name,
  );
}

/** A priority level and a response of an unknown type have no part of a known type. */
function partsOfUnknownType(level: ApiObject): FieldError[] {
  const spec = specOf(level);
  const isKnown = ["Exempt", "Limited"].includes(textOf(spec, "type"));
  const parts = isKnown ? [] : ["exempt", "limited"].filter((part) => objectOf(spec, part) !== undefined);
  const response = objectOf(objectOf(spec, "limited"), "limitResponse");
  const hasQueuing = objectOf(response, "queuing") !== undefined;
  const queuing = hasQueuing && !["Queue", "Reject"].includes(textOf(response, "type"));
  return [...parts, ...(queuing ? ["limited.limitResponse.queuing"] : [])].map((part) => forbidden(`spec.${part}`, ""));
}

/** By group and resource, with the version if the rules are those of a single version. */
export const changesSince137: Readonly<Record<string, (rules: KindRules) => KindRules>> = {
  "apiextensions.k8s.io/customresourcedefinitions": () => definitionRules("1.37"),
  "apps/statefulsets": () => statefulSetSince137,
  "batch/jobs": (rules) => ({
    ...rules,
    validateUpdate: validateJobUpdateSince137,
    status: { validateUpdate: (job, old) => validateJobStatus(job, old, "1.37") },
  }),
  "/endpoints": (rules) => withUnambiguous(rules, subsetIps),
  "/nodes": nodes,
  "/pods": pods,
  "/services": services,
  "autoscaling/v1/horizontalpodautoscalers": (rules) => ({
    ...rules,
    ...autoscalerValidationV1(0),
    generationOf: generationOfSpec,
  }),
  "autoscaling/horizontalpodautoscalers": (rules) => ({
    ...rules,
    ...autoscalerValidation(0),
    generationOf: generationOfSpec,
  }),
  "flowcontrol.apiserver.k8s.io/prioritylevelconfigurations": (rules) => ({
    ...rules,
    validate: (object) => [...(rules.validate?.(object) ?? []), ...partsOfUnknownType(object)],
  }),
  "networking.k8s.io/ingressclasses": ingressClasses,
  "networking.k8s.io/ingresses": (rules) =>
    withUnambiguous({ ...rules, ...ingressValidation(must.beLabel) }, [], [ingressIps]),
  "networking.k8s.io/networkpolicies": networkPolicies,
  "policy/poddisruptionbudgets": (rules) => ({ ...rules, status: { validateUpdate: validateBudgetStatusSince137 } }),
  "storage.k8s.io/storageclasses": storageClasses,
  "storage.k8s.io/csidrivers": (rules) => ({
    ...rules,
    setDefaults(object) {
      rules.setDefaults?.(object);
      setDefaults(ensureObject(object, "spec"), { preventPodSchedulingIfMissing: false });
    },
  }),
};
