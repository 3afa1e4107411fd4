/** Source: k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go. */
import type { ApiObject } from "../../api-object.js";
import type { AdmissionAttributes, AdmissionPlugin, ServedResource } from "../../resource.js";
import { notFoundError, StatusError } from "../../status-error.js";
import type { AdmissionParts } from "../admission-parts.js";
import type { ExpressionCompiler } from "../expressions/expression-compiler.js";
import { inVersion } from "../matching/versioned-objects.js";
import { admissionForbidden, isExempt, isNamespaceResource, namespaceOf } from "../request-target.js";
import { collectParams, ConfigurationFault, findParamResource } from "./collect-params.js";
import { compilePolicy } from "./compiled-policy.js";
import { judge, type Objection } from "./judge.js";
import { matchResources } from "./match-policy.js";
import { bindingSpecOf, policySpecOf } from "./policy.js";

export function validatingPolicies(parts: AdmissionParts, compiler: ExpressionCompiler): AdmissionPlugin {
  return {
    validate: async (attributes) => {
      if (isExempt(attributes) || isReview(attributes)) return;
      const [denial] = await new PolicyRound(attributes, parts, compiler).run();
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

class PolicyRound {
  readonly #attributes: AdmissionAttributes;
  readonly #parts: AdmissionParts;
  readonly #compiler: ExpressionCompiler;
  readonly #denials: Denial[] = [];

  constructor(attributes: AdmissionAttributes, parts: AdmissionParts, compiler: ExpressionCompiler) {
    this.#attributes = attributes;
    this.#parts = parts;
    this.#compiler = compiler;
  }

  async run(): Promise<readonly Denial[]> {
    const { objects } = this.#parts;
    const policies = objects.list("admissionregistration.k8s.io/validatingadmissionpolicies");
    if (policies.length === 0) return [];
    const bindings = byPolicy(objects.list("admissionregistration.k8s.io/validatingadmissionpolicybindings"));
    for (const policy of policies) {
      const own = bindings.get(policy.metadata.name ?? "");
      if (own !== undefined) await this.#judgePolicy(policy, own);
    }
    return this.#denials;
  }

  async #judgePolicy(policy: ApiObject, bindings: readonly ApiObject[]): Promise<void> {
    const { matchConstraints, paramKind } = policySpecOf(policy);
    if (matchConstraints === undefined) return;
    await this.#withFaults(policy, undefined, async () => {
      const matched = matchResources(matchConstraints, this.#attributes, this.#parts);
      if (matched === undefined) return;
      const paramResource = paramKind === undefined ? undefined : findParamResource(paramKind, this.#parts.resources());
      for (const binding of bindings) {
        await this.#withFaults(policy, binding, () => this.#judgeBinding(policy, binding, matched, paramResource));
      }
    });
  }

  async #judgeBinding(
    policy: ApiObject,
    binding: ApiObject,
    matched: ServedResource,
    paramResource: ServedResource | undefined,
  ): Promise<void> {
    const { matchResources: own, paramRef, validationActions = [] } = bindingSpecOf(binding);
    if (own !== undefined && matchResources(own, this.#attributes, this.#parts) === undefined) return;
    const all = await collectParams(paramResource, paramRef, namespaceOf(this.#attributes), this.#parts);
    const namespaceObject = this.#namespaceObject();
    const spec = policySpecOf(policy);
    const compiled = this.#compiler.keep(policy, () => compilePolicy(spec, this.#compiler));
    const objects = await inVersion(this.#attributes, matched);
    const { authorizer } = this.#parts;
    for (const params of all) {
      const input = { attributes: this.#attributes, matched, ...objects, authorizer, params, namespaceObject };
      for (const objection of judge(compiled, spec, input, this.#compiler)) {
        this.#note(policy, binding, objection, validationActions);
      }
    }
  }

  #note(policy: ApiObject, binding: ApiObject, objection: Objection, actions: readonly string[]): void {
    const { message, reason = "Invalid", isAlwaysDenied } = objection;
    if (isAlwaysDenied || actions.includes("Deny")) this.#denials.push({ policy, binding, message, reason });
    if (isAlwaysDenied || !actions.includes("Warn")) return;
    const which = `ValidatingAdmissionPolicy '${nameOf(policy)}' with binding '${nameOf(binding)}'`;
    this.#attributes.warnings.push(`Validation failed for ${which}: ${message}`);
  }

  /** The namespace of the object; a Namespace and what is in none have none. */
  #namespaceObject(): ApiObject | undefined {
    const { resource, namespace } = this.#attributes;
    if (namespace === "" || isNamespaceResource(resource)) return undefined;
    const stored = this.#parts.objects.get("namespaces", "", namespace);
    if (stored === undefined) throw notFoundError({ group: "", resource: "namespaces" }, namespace);
    return stored;
  }

  /** What is wrong with a policy or a binding itself refuses the write, unless the policy says that it is no matter. */
  async #withFaults(policy: ApiObject, binding: ApiObject | undefined, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ConfigurationFault)) throw error;
      if (policySpecOf(policy).failurePolicy === "Ignore") return;
      const what = binding === undefined ? "policy" : "binding";
      const message = `failed to configure ${what}: ${error.message}`;
      this.#denials.push({ policy, binding, message, reason: "Invalid" });
    }
  }
}

function byPolicy(bindings: readonly ApiObject[]): ReadonlyMap<string, readonly ApiObject[]> {
  const groups = new Map<string, ApiObject[]>();
  for (const binding of bindings) {
    const { policyName = "" } = bindingSpecOf(binding);
    const group = groups.get(policyName);
    if (group === undefined) groups.set(policyName, [binding]);
    else group.push(binding);
  }
  return groups;
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
