/** The oldest version of Kubernetes that supports everything that an operator's objects use. */
import semver from "semver";
import { type ExactJsonObject, type ExactJsonValue, isJsonObject, isList } from "../../core/json.js";
import { listAt, textAt } from "../../core/object-fields.js";

/** A feature, and the first version of Kubernetes that has it without a feature gate. */
interface Feature {
  readonly name: string;
  readonly since: string;
  readonly source: string;
  readonly isUsed: (key: string, value: ExactJsonValue, kind: string) => boolean;
}

const gates = "https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/";
/**
 * The versions in which the libraries of CEL appeared. The API server accepts a library in new rules one version later, so
 * that it can be rolled back (`DefaultCompatibilityVersion` there).
 */
const cel = "kubernetes/kubernetes, staging/src/k8s.io/apiserver/pkg/cel/environment/base.go";
const pullRequest = (number: number): string => `https://github.com/kubernetes/kubernetes/pull/${number}`;

/** The oldest version that tsop supports: docs/policies/supported-versions.md. */
const floor = "1.25.0";

const isRule = (value: ExactJsonValue): value is ExactJsonObject => isJsonObject(value) && "rule" in value;

/** Returns a test for rules whose expression matches. */
function inRule(pattern: RegExp): Feature["isUsed"] {
  return (key, value) =>
    key === "x-kubernetes-validations" &&
    isList(value) &&
    value.filter(isRule).some((rule) => pattern.test(`${textAt(rule, "rule")}\n${textAt(rule, "messageExpression")}`));
}

/** Returns a test for rules with a field. */
function ruleField(field: string): Feature["isUsed"] {
  return (key, value) =>
    key === "x-kubernetes-validations" && isList(value) && value.filter(isRule).some((rule) => field in rule);
}

const isPodPart = (kind: string): boolean =>
  ["Deployment", "DaemonSet", "StatefulSet", "Job", "CronJob"].includes(kind);

const features: readonly Feature[] = [
  {
    name: "messageExpression in validation rules",
    since: "1.27.0",
    source: pullRequest(115_969),
    isUsed: ruleField("messageExpression"),
  },
  {
    name: "reason and fieldPath in validation rules",
    since: "1.28.0",
    source: pullRequest(118_041),
    isUsed: (key, value, kind) => ruleField("reason")(key, value, kind) || ruleField("fieldPath")(key, value, kind),
  },
  { name: "quantities in CEL", since: "1.29.0", source: cel, isUsed: inRule(/\b(?:quantity|isQuantity)\(/) },
  { name: "optional values in CEL", since: "1.29.0", source: cel, isUsed: inRule(/\.\?|\[\?|\boptional\./) },
  { name: "sets in CEL", since: "1.30.0", source: cel, isUsed: inRule(/\bsets\./) },
  { name: "formatted texts in CEL", since: "1.30.0", source: cel, isUsed: inRule(/\.format\(|\bstrings\.quote\(/) },
  { name: "addresses in CEL", since: "1.31.0", source: cel, isUsed: inRule(/\b(?:ip|isIP|cidr|isCIDR)\(/) },
  { name: "named formats in CEL", since: "1.32.0", source: cel, isUsed: inRule(/\bformat\.\w+\(/) },
  {
    name: "macros with two variables in CEL",
    since: "1.33.0",
    source: cel,
    isUsed: inRule(/\btransform(?:List|Map|MapEntry)\(|\b(?:all|exists|existsOne)\(\s*\w+\s*,\s*\w+\s*,/),
  },
  { name: "semantic versions in CEL", since: "1.34.0", source: cel, isUsed: inRule(/\b(?:semver|isSemver)\(/) },
  {
    name: "optionalOldSelf in validation rules",
    since: "1.30.0",
    source: `${gates}#CRDValidationRatcheting`,
    isUsed: ruleField("optionalOldSelf"),
  },
  {
    name: "selectable fields of CRDs",
    since: "1.31.0",
    source: `${gates}#CustomResourceFieldSelectors`,
    isUsed: (key, _, kind) => key === "selectableFields" && kind === "CustomResourceDefinition",
  },
  {
    name: "unhealthyPodEvictionPolicy",
    since: "1.27.0",
    source: `${gates}#PDBUnhealthyPodEvictionPolicy`,
    isUsed: (key, _, kind) => key === "unhealthyPodEvictionPolicy" && kind === "PodDisruptionBudget",
  },
  {
    name: "matchLabelKeys of topology spread constraints",
    since: "1.27.0",
    source: `${gates}#MatchLabelKeysInPodTopologySpread`,
    isUsed: (key, value, kind) =>
      key === "topologySpreadConstraints" &&
      isPodPart(kind) &&
      isList(value) &&
      value.some((each) => listAt(each, "matchLabelKeys").length > 0),
  },
  {
    name: "sidecar containers",
    since: "1.29.0",
    source: `${gates}#SidecarContainers`,
    isUsed: (key, value, kind) =>
      key === "initContainers" &&
      isPodPart(kind) &&
      isList(value) &&
      value.some((each) => textAt(each, "restartPolicy") === "Always"),
  },
  {
    name: "trafficDistribution of Services",
    since: "1.31.0",
    source: `${gates}#ServiceTrafficDistribution`,
    isUsed: (key, _, kind) => key === "trafficDistribution" && kind === "Service",
  },
  {
    name: "user namespaces of Pods",
    since: "1.33.0",
    source: `${gates}#UserNamespacesSupport`,
    isUsed: (key, value, kind) => key === "hostUsers" && value === false && isPodPart(kind),
  },
];

export interface MinimumVersion {
  /** `X.Y.Z`. */
  readonly version: string;
  /** The feature that requires it; undefined if tsop itself requires the version. */
  readonly feature: string | undefined;
}

/** Finds the minimum version. Reads each value once. */
export function minimumVersion(objects: readonly ExactJsonObject[]): MinimumVersion {
  let found: MinimumVersion = { version: floor, feature: undefined };
  for (const object of objects) {
    const kind = textAt(object, "kind");
    const open: ExactJsonValue[] = [object];
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (isList(value)) open.push(...value);
      if (!isJsonObject(value)) continue;
      for (const [key, member] of Object.entries(value)) {
        if (member === undefined) continue;
        open.push(member);
        for (const { name, since, isUsed } of features) {
          if (semver.gt(since, found.version) && isUsed(key, member, kind)) {
            found = { version: since, feature: name };
          }
        }
      }
    }
  }
  return found;
}
