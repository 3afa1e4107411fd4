/** Source: k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go. */
import { groupBy } from "../../../core/group-by.js";
import type {
  ValidatingAdmissionPolicyBindingSpec,
  ValidatingAdmissionPolicySpec,
} from "../../../k8s/admissionregistration/v1.js";
import type { ApiObject } from "../../api-object.js";
import type { AdmissionAttributes, AdmissionPlugin, ServedResource, StoredObjects } from "../../resource.js";
import { notFoundError, StatusError } from "../../status-error.js";
import type { AdmissionParts } from "../admission-parts.js";
import type { ExpressionCompiler } from "../expressions/expression-compiler.js";
import { matchResources } from "../matching/match-resources.js";
import { inVersion } from "../matching/versioned-objects.js";
import { admissionForbidden, isExempt, isNamespaceResource, namespaceOf } from "../request-target.js";
import { collectParams, ConfigurationFault, findParamResource } from "./collect-params.js";
import { compilePolicy } from "./compiled-policy.js";
import { judge, type Objection } from "./judge.js";

export function validatingPolicies(parts: AdmissionParts, compiler: ExpressionCompiler): AdmissionPlugin {
  return {
    validate: async (attributes) => {
      if (isExempt(attributes) || isReview(attributes)) return;
      const [denial] = await judgeWrite(attributes, parts, compiler);
      if (denial !== undefined) throw refusal(attributes, denial);
    },
  };
}

const groupsOfReviews: ReadonlySet<string> = new Set(["authentication.k8s.io", "authorization.k8s.io"]);

/** Source: k8s.io/kubernetes/pkg/kubeapiserver/admission/exclusion/resources.go. */
function isReview({ resource }: AdmissionAttributes): boolean {
  return groupsOfReviews.has(resource.group);
}

interface Denial {
  readonly policy: ApiObject;
  readonly binding: ApiObject | undefined;
  readonly message: string;
  readonly reason: string;
}

/** Returns the denials of a write, and adds the warnings of policies that only warn. */
async function judgeWrite(
  attributes: AdmissionAttributes,
  parts: AdmissionParts,
  compiler: ExpressionCompiler,
): Promise<readonly Denial[]> {
  const { objects, authorizer, resources } = parts;
  const denials: Denial[] = [];
  const policies = objects.list("admissionregistration.k8s.io/validatingadmissionpolicies");
  if (policies.length === 0) return denials;
  const all = objects.list("admissionregistration.k8s.io/validatingadmissionpolicybindings");
  const bindings = groupBy(all, (binding) => bindingSpecOf(binding).policyName ?? "");
  for (const policy of policies) {
    const own = bindings.get(policy.metadata.name ?? "");
    if (own !== undefined) await judgePolicy(policy, own);
  }
  return denials;

  async function judgePolicy(policy: ApiObject, own: readonly ApiObject[]): Promise<void> {
    const { matchConstraints, paramKind } = policySpecOf(policy);
    if (matchConstraints === undefined) return;
    await withFaults(policy, undefined, async () => {
      const matched = matchResources(matchConstraints, attributes, parts);
      if (matched === undefined) return;
      const paramResource = paramKind === undefined ? undefined : findParamResource(paramKind, resources());
      for (const binding of own) {
        await withFaults(policy, binding, () => judgeBinding(policy, binding, matched, paramResource));
      }
    });
  }

  async function judgeBinding(
    policy: ApiObject,
    binding: ApiObject,
    matched: ServedResource,
    paramResource: ServedResource | undefined,
  ): Promise<void> {
    const { matchResources: own, paramRef, validationActions = [] } = bindingSpecOf(binding);
    if (own !== undefined && matchResources(own, attributes, parts) === undefined) return;
    const all = await collectParams(paramResource, paramRef, namespaceOf(attributes), parts);
    const namespaceObject = namespaceObjectOf(attributes, objects);
    const spec = policySpecOf(policy);
    const compiled = compiler.keep(policy, () => compilePolicy(spec, compiler));
    const versioned = await inVersion(attributes, matched);
    for (const params of all) {
      const input = { attributes, matched, ...versioned, authorizer, params, namespaceObject };
      for (const objection of judge(compiled, spec, input, compiler)) {
        note(policy, binding, objection, validationActions);
      }
    }
  }

  function note(policy: ApiObject, binding: ApiObject, objection: Objection, actions: readonly string[]): void {
    const { message, reason = "Invalid", isAlwaysDenied } = objection;
    if (isAlwaysDenied || actions.includes("Deny")) denials.push({ policy, binding, message, reason });
    if (isAlwaysDenied || !actions.includes("Warn")) return;
    const which = `ValidatingAdmissionPolicy '${nameOf(policy)}' with binding '${nameOf(binding)}'`;
    attributes.warnings.push(`Validation failed for ${which}: ${message}`);
  }

  /** Denies the write for an invalid policy or binding, unless the policy ignores failures. */
  async function withFaults(
    policy: ApiObject,
    binding: ApiObject | undefined,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ConfigurationFault)) throw error;
      if (policySpecOf(policy).failurePolicy === "Ignore") return;
      const what = binding === undefined ? "policy" : "binding";
      const message = `failed to configure ${what}: ${error.message}`;
      denials.push({ policy, binding, message, reason: "Invalid" });
    }
  }
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

// Policies and bindings were validated when they were stored.

function policySpecOf(policy: ApiObject): ValidatingAdmissionPolicySpec {
  return (policy["spec"] ?? {}) as unknown as ValidatingAdmissionPolicySpec;
}

function bindingSpecOf(binding: ApiObject): ValidatingAdmissionPolicyBindingSpec {
  return (binding["spec"] ?? {}) as unknown as ValidatingAdmissionPolicyBindingSpec;
}

const codes: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 };

function refusal(attributes: AdmissionAttributes, { policy, binding, message, reason }: Denial): StatusError {
  const by = binding === undefined ? "" : ` with binding '${nameOf(binding)}'`;
  const text = `ValidatingAdmissionPolicy '${nameOf(policy)}'${by} denied request: ${message}`;
  const { failure } = admissionForbidden(attributes, text, [{ message: text }]);
  return new StatusError({ ...failure, reason, code: codes[reason] ?? 422 });
}

function nameOf({ metadata: { name = "" } }: ApiObject): string {
  return name;
}
