/**
 * Finds the policies that apply to a write, with their bindings and parameters.
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go.
 */
import { groupBy } from "../../../core/group-by.js";
import type { MatchResources, ParamKind, ParamRef } from "../../../k8s/admissionregistration/v1.js";
import type { ApiObject } from "../../api-object.js";
import type { AdmissionAttributes, ServedResource, StoredObjects } from "../../resource.js";
import { notFoundError } from "../../status-error.js";
import type { AdmissionParts } from "../admission-parts.js";
import type { ExpressionInput } from "../expressions/expression-input.js";
import { matchResources } from "../matching/match-resources.js";
import { inVersion } from "../matching/versioned-objects.js";
import { isExempt, isNamespaceResource, namespaceOf } from "../request-target.js";
import { collectParams, ConfigurationFault, findParamResource } from "./collect-params.js";

/** A policy that a binding applies to a write, with one set of parameters. */
export interface Invocation {
  readonly kind: "invocation";
  readonly policy: ApiObject;
  readonly binding: ApiObject;
  /** The resource that the policy matches. */
  readonly matched: ServedResource;
  readonly params: ApiObject | undefined;
}

/** An invalid configuration of a policy, or of its binding. */
export interface InvalidPolicy {
  readonly kind: "invalid";
  readonly policy: ApiObject;
  readonly binding: ApiObject | undefined;
  readonly message: string;
}

interface PolicySpec {
  readonly matchConstraints?: MatchResources;
  readonly paramKind?: ParamKind;
  readonly failurePolicy?: string;
}

interface BindingSpec {
  readonly policyName?: string;
  readonly matchResources?: MatchResources;
  readonly paramRef?: ParamRef;
}

/** @param of - the plural of the policies without `policies`: `validatingadmission` */
export async function findInvocations(
  of: "mutatingadmission" | "validatingadmission",
  attributes: AdmissionAttributes,
  parts: AdmissionParts,
): Promise<readonly (Invocation | InvalidPolicy)[]> {
  if (isExempt(attributes) || isReview(attributes)) return [];
  const { objects, resources } = parts;
  const found: (Invocation | InvalidPolicy)[] = [];
  const policies = objects.list(`admissionregistration.k8s.io/${of}policies`);
  if (policies.length === 0) return found;
  const all = objects.list(`admissionregistration.k8s.io/${of}policybindings`);
  const bindings = groupBy(all, (binding) => specOf<BindingSpec>(binding).policyName ?? "");
  for (const policy of policies) {
    const own = bindings.get(policy.metadata.name ?? "");
    if (own !== undefined) await findBindings(policy, own);
  }
  return found;

  async function findBindings(policy: ApiObject, own: readonly ApiObject[]): Promise<void> {
    const { matchConstraints, paramKind } = specOf<PolicySpec>(policy);
    if (matchConstraints === undefined) return;
    await withFaults(policy, undefined, async () => {
      const matched = matchResources(matchConstraints, attributes, parts);
      if (matched === undefined) return;
      const paramResource = paramKind === undefined ? undefined : findParamResource(paramKind, resources());
      for (const binding of own) {
        await withFaults(policy, binding, async () => {
          const { matchResources: narrowed, paramRef } = specOf<BindingSpec>(binding);
          if (narrowed !== undefined && matchResources(narrowed, attributes, parts) === undefined) return;
          const sets = await collectParams(paramResource, paramRef, namespaceOf(attributes), parts);
          found.push(...sets.map((params): Invocation => ({ kind: "invocation", policy, binding, matched, params })));
        });
      }
    });
  }

  async function withFaults(
    policy: ApiObject,
    binding: ApiObject | undefined,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ConfigurationFault)) throw error;
      const what = binding === undefined ? "policy" : "binding";
      found.push({ kind: "invalid", policy, binding, message: `failed to configure ${what}: ${error.message}` });
    }
  }
}

const groupsOfReviews: ReadonlySet<string> = new Set(["authentication.k8s.io", "authorization.k8s.io"]);

/** Source: k8s.io/kubernetes/pkg/kubeapiserver/admission/exclusion/resources.go. */
function isReview({ resource }: AdmissionAttributes): boolean {
  return groupsOfReviews.has(resource.group);
}

/** Returns the spec of a policy or a binding, which was validated when it was stored. */
export function specOf<Spec>(object: ApiObject): Spec {
  return (object["spec"] ?? {}) as unknown as Spec;
}

export function ignoresFailures(policy: ApiObject): boolean {
  return specOf<PolicySpec>(policy).failurePolicy === "Ignore";
}

/** Returns the input of the expressions of a policy: the objects in the version that the policy matches. */
export async function inputOf(
  { matched, params }: Invocation,
  attributes: AdmissionAttributes,
  { version, objects, authorizer }: AdmissionParts,
): Promise<ExpressionInput> {
  const namespaceObject = namespaceObjectOf(attributes, objects);
  const objectsOfRequest = await inVersion(attributes, matched);
  return { version, attributes, matched, ...objectsOfRequest, authorizer, params, namespaceObject };
}

/** Returns the namespace of the object; undefined for a Namespace and for cluster-scoped objects. */
function namespaceObjectOf(
  { resource, namespace }: AdmissionAttributes,
  objects: StoredObjects,
): ApiObject | undefined {
  if (namespace === "" || isNamespaceResource(resource)) return undefined;
  const stored = objects.get("namespaces", "", namespace);
  if (stored === undefined) throw notFoundError({ group: "", resource: "namespaces" }, namespace);
  return stored;
}

export function nameOf({ metadata: { name = "" } }: ApiObject): string {
  return name;
}
