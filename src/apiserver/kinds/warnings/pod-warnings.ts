/** The warnings for pods and pod templates. Source: kubernetes/pkg/api/pod/warnings.go. */
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, numberOf, objectOf, objectsOf, textMapOf, textOf, textsOf } from "../../api-object.js";
import { ipWarnings } from "../validation/addresses.js";
import { claimSpecWarnings } from "../volumes/validate-claim-spec.js";
import { containerWarnings } from "./container-warnings.js";
import { fractionWarnings } from "./fractions.js";
import { annotationWarnings, sourceWarnings } from "./deprecations.js";
import { deprecatedLabel, nodeTermWarnings } from "./node-labels.js";
import { portWarnings } from "./port-warnings.js";
import { volumePathWarnings } from "./volume-paths.js";

const annotations: Readonly<Record<string, string>> = {
  "scheduler.alpha.kubernetes.io/critical-pod": 'non-functional in v1.16+; use the "priorityClassName" field instead',
  "security.alpha.kubernetes.io/sysctls": 'non-functional in v1.11+; use the "sysctls" field instead',
  "security.alpha.kubernetes.io/unsafe-sysctls": 'non-functional in v1.11+; use the "sysctls" field instead',
};
const seccompAnnotation = {
  "seccomp.security.alpha.kubernetes.io/pod": 'non-functional in v1.27+; use the "seccompProfile" field instead',
};

/** Returns the warnings for an object that creates pods: when it is new, and when its generation changes. */
export function templateWarnings(
  template: JsonObject | undefined,
  path: string,
  object: ApiObject,
  old: ApiObject | undefined,
): string[] {
  const isChanged = old === undefined || object.metadata.generation !== old.metadata.generation;
  return isChanged && template !== undefined ? podWarnings(template, path) : [];
}

/** `path`: the path of a template; empty for a pod. */
export function podWarnings(pod: JsonObject, path: string): string[] {
  const start = path === "" ? "" : `${path}.`;
  const spec = objectOf(pod, "spec") ?? {};
  const metadata = objectOf(pod, "metadata");
  const at = `${start}spec`;
  return [
    ...placeWarnings(spec, at),
    ...annotationWarnings(annotations, metadata, start),
    ...objectsOf(spec, "volumes").flatMap((volume, index) => volumeWarnings(volume, `${at}.volumes[${index}]`)),
    ...volumePathWarnings(objectsOf(spec, "volumes")),
    ...repeated(spec, "hostAliases", "ip", at),
    ...repeated(spec, "imagePullSecrets", "name", at),
    ...objectsOf(spec, "imagePullSecrets").flatMap((secret, index) =>
      textOf(secret, "name") === "" ? [`${at}.imagePullSecrets[${index}].name: invalid empty name ""`] : [],
    ),
    ...fractionWarnings(objectOf(spec, "overhead"), `${at}.overhead`),
    ...seccompWarnings(spec, metadata, start),
    ...containerWarnings(spec, metadata, path),
    ...portWarnings(spec, at),
    ...((numberOf(spec, "terminationGracePeriodSeconds") ?? 0) < 0
      ? [`${at}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`]
      : []),
    ...["podAffinity", "podAntiAffinity"].flatMap((name) =>
      affinityWarnings(objectOf(objectOf(spec, "affinity"), name), `${at}.affinity.${name}`),
    ),
    ...textsOf(objectOf(spec, "dnsConfig"), "nameservers").flatMap((ip, index) =>
      ipWarnings(`${at}.dnsConfig.nameservers[${index}]`, ip),
    ),
    ...objectsOf(spec, "hostAliases").flatMap((alias, index) =>
      ipWarnings(`${at}.hostAliases[${index}].ip`, textOf(alias, "ip")),
    ),
  ];
}

const selectsNothing = "a null labelSelector results in matching no pod";
const requiredTerms = "requiredDuringSchedulingIgnoredDuringExecution";
const preferredTerms = "preferredDuringSchedulingIgnoredDuringExecution";

/** Warns about renamed node labels. */
function placeWarnings(spec: JsonObject, path: string): string[] {
  const affinity = objectOf(objectOf(spec, "affinity"), "nodeAffinity");
  const at = `${path}.affinity.nodeAffinity`;
  return [
    ...Object.keys(textMapOf(spec, "nodeSelector")).flatMap((key) =>
      deprecatedLabel(key).map((advice) => `${path}.nodeSelector[${key}]: ${advice}`),
    ),
    ...objectsOf(objectOf(affinity, requiredTerms), "nodeSelectorTerms").flatMap((term, index) =>
      nodeTermWarnings(term, `${at}.${requiredTerms}.nodeSelectorTerms[${index}]`, false),
    ),
    ...objectsOf(affinity, preferredTerms).flatMap((term, index) =>
      nodeTermWarnings(objectOf(term, "preference") ?? {}, `${at}.${preferredTerms}[${index}].preference`, true),
    ),
    ...objectsOf(spec, "topologySpreadConstraints").flatMap((constraint, index) => {
      const place = `${path}.topologySpreadConstraints[${index}]`;
      const key = textOf(constraint, "topologyKey");
      return [
        ...deprecatedLabel(key).map((advice) => `${place}.topologyKey: ${key} is ${advice}`),
        ...(objectOf(constraint, "labelSelector") === undefined ? [`${place}.labelSelector: ${selectsNothing}`] : []),
      ];
    }),
  ];
}

function affinityWarnings(affinity: JsonObject | undefined, path: string): string[] {
  const isUnset = (term: JsonObject | undefined): boolean => objectOf(term, "labelSelector") === undefined;
  return [
    ...objectsOf(affinity, requiredTerms).flatMap((term, index) =>
      isUnset(term) ? [`${path}.${requiredTerms}[${index}].labelSelector: ${selectsNothing}`] : [],
    ),
    ...objectsOf(affinity, preferredTerms).flatMap((term, index) =>
      isUnset(objectOf(term, "podAffinityTerm"))
        ? [`${path}.${preferredTerms}[${index}].podAffinityTerm.labelSelector: ${selectsNothing}`]
        : [],
    ),
  ];
}

function volumeWarnings(volume: JsonObject, path: string): string[] {
  const claim = objectOf(objectOf(volume, "ephemeral"), "volumeClaimTemplate");
  return [
    ...sourceWarnings(volume, path),
    ...(claim === undefined
      ? []
      : claimSpecWarnings(objectOf(claim, "spec"), `${path}.ephemeral.volumeClaimTemplate.spec`)),
  ];
}

function repeated(spec: JsonObject, list: string, field: string, path: string): string[] {
  const values = objectsOf(spec, list).map((item) => textOf(item, field));
  return values.flatMap((value, index) =>
    values.indexOf(value) < index
      ? [`${path}.${list}[${index}].${field}: duplicate ${field} ${JSON.stringify(value)}`]
      : [],
  );
}

function seccompWarnings(spec: JsonObject, metadata: JsonObject | undefined, start: string): string[] {
  if (objectOf(objectOf(spec, "securityContext"), "seccompProfile") !== undefined) return [];
  return annotationWarnings(seccompAnnotation, metadata, start);
}
