/** Source: pkg/apis/core/validation/validation.go (ValidateResourceQuota), pkg/apis/core/helper/helpers.go. */
import type { JsonObject } from "../../../core/json.js";
import { ownOf } from "../../../core/own-members.js";
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import { objectOf, objectsOf, textOf, textsOf } from "../../api-object.js";
import { isSame } from "../common-strategy.js";
import { validateResourceName, validateResourceValue } from "../pods/validate-resources.js";
import { rule } from "../rules/index.js";
import { invalidInternal } from "../validation/internal-forms.js";

const computeResources = ["cpu", "memory", "limits.cpu", "limits.memory", "requests.cpu", "requests.memory"];
const quotaResources = new Set([
  ...computeResources,
  ...["ephemeral-storage", "requests.ephemeral-storage", "limits.ephemeral-storage", "requests.storage", "pods"],
  ...["resourcequotas", "services", "replicationcontrollers", "secrets", "persistentvolumeclaims", "configmaps"],
  ...["services.nodeports", "services.loadbalancers"],
]);
const podResources = ["pods", ...computeResources];

/** The resources that each scope can count. */
const resourcesOfScopes: Readonly<Record<string, readonly string[]>> = {
  Terminating: podResources,
  NotTerminating: podResources,
  NotBestEffort: podResources,
  PriorityClass: podResources,
  CrossNamespacePodAffinity: podResources,
  BestEffort: ["pods"],
  VolumeAttributesClass: ["persistentvolumeclaims", "requests.storage"],
};
/** The scopes that take no values. */
const scopesWithoutValues = [
  "BestEffort",
  "NotBestEffort",
  "Terminating",
  "NotTerminating",
  "CrossNamespacePodAffinity",
];
const opposites = [
  ["BestEffort", "NotBestEffort"],
  ["Terminating", "NotTerminating"],
] as const;

function amounts(list: string): rule.Rule<JsonObject, unknown> {
  return rule.eachEntry(list, (name, value, path) => [
    ...validateResourceName(name, path),
    ...(name.includes("/") || isQuotaResource(name)
      ? []
      : [invalid(path, name, "must be a standard resource for quota")]),
    ...validateResourceValue(name, value, path),
  ]);
}

export const quotaRules: rule.Table = [
  rule.object("spec", [
    amounts("hard"),
    ({ object, path }) => validateScopes(object, `${path}.scopes`),
    ({ object, path }) => validateScopeSelector(object, `${path}.scopeSelector.matchExpressions`),
  ]),
];

export const quotaUpdate: rule.Table = [
  ...quotaRules,
  rule.object("spec", [
    ({ object, old, path }) => {
      const [scopes, before] = [textsOf(object, "scopes"), textsOf(old, "scopes")];
      const isSameSet = isSame([...new Set(scopes)].toSorted(), [...new Set(before)].toSorted());
      const shown = scopes.length === 0 ? null : [...scopes];
      return isSameSet ? [] : [invalid(`${path}.scopes`, shown, "field is immutable")];
    },
  ]),
];

export const quotaStatus: rule.Table = [amounts("hard"), amounts("used")];

function isQuotaResource(name: string): boolean {
  return quotaResources.has(name) || name.startsWith("hugepages-") || name.startsWith("requests.hugepages-");
}

/** Returns the limited resources that the scope cannot count. */
function unfitResources(spec: JsonObject, scope: string): string[] {
  const allowed = ownOf(resourcesOfScopes, scope);
  return Object.keys(objectOf(spec, "hard") ?? {}).filter(
    (name) => isQuotaResource(name) && allowed?.includes(name) === false,
  );
}

function validateScopes(spec: JsonObject, path: string): FieldError[] {
  const scopes = [...textsOf(spec, "scopes")];
  const fault = (detail: string): FieldError => invalid(path, scopes, detail);
  return [
    ...scopes.flatMap((scope) => [
      ...(!Object.hasOwn(resourcesOfScopes, scope) ? [fault("unsupported scope")] : []),
      ...unfitResources(spec, scope).map(() => fault("unsupported scope applied to resource")),
    ]),
    ...findConflicts(scopes).map(() => fault("conflicting scopes")),
  ];
}

function findConflicts(scopes: readonly string[]): unknown[] {
  return opposites.filter((pair) => pair.every((scope) => scopes.includes(scope)));
}

function validateScopeSelector(spec: JsonObject, path: string): FieldError[] {
  const selector = objectOf(spec, "scopeSelector") ?? {};
  const requirements = objectsOf(selector, "matchExpressions");
  const names = requirements.map((requirement) => textOf(requirement, "scopeName"));
  return [
    ...requirements.flatMap((requirement) => {
      const scope = textOf(requirement, "scopeName");
      return [
        ...(!Object.hasOwn(resourcesOfScopes, scope) ? [invalid(`${path}.scopeName`, scope, "unsupported scope")] : []),
        ...unfitResources(spec, scope).map(() =>
          invalidInternal(path, selector, "v1.ScopeSelector", "unsupported scope applied to resource"),
        ),
        ...validateOperator(requirement, scope, path),
      ];
    }),
    ...findConflicts(names).map(() => invalid(path, spec["scopes"] ?? null, "conflicting scopes")),
  ];
}

function validateOperator(requirement: JsonObject, scope: string, path: string): FieldError[] {
  const operator = textOf(requirement, "operator");
  const values = [...textsOf(requirement, "values")];
  const onlyExists =
    "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
  const faults =
    scopesWithoutValues.includes(scope) && operator !== "Exists"
      ? [invalid(`${path}.operator`, operator, onlyExists)]
      : [];
  switch (operator) {
    case "In":
    case "NotIn": {
      const detail = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
      return values.length > 0 ? faults : [...faults, required(`${path}.values`, detail)];
    }
    case "Exists":
    case "DoesNotExist": {
      const detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
      return values.length === 0 ? faults : [...faults, invalid(`${path}.values`, values, detail)];
    }
    default:
      return [...faults, invalid(`${path}.operator`, operator, "not a valid selector operator")];
  }
}
