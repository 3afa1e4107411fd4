/** Source: k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go. */
import { escapeGoJson } from "../../../core/go-json.js";
import type {
  ValidatingAdmissionPolicyBindingSpec,
  ValidatingAdmissionPolicySpec,
} from "../../../k8s/admissionregistration/v1.js";
import type { ApiObject } from "../../api-object.js";
import type { AdmissionAttributes, AdmissionPlugin } from "../../resource.js";
import { StatusError } from "../../status-error.js";
import type { AdmissionParts } from "../admission-parts.js";
import type { ExpressionCompiler } from "../expressions/expression-compiler.js";
import { admissionForbidden } from "../request-target.js";
import { compilePolicy } from "./compiled-policy.js";
import { findInvocations, ignoresFailures, inputOf, type Invocation, nameOf, specOf } from "./find-invocations.js";
import { judge, type Objection } from "./judge.js";

export function validatingPolicies(parts: AdmissionParts, compiler: ExpressionCompiler): AdmissionPlugin {
  return {
    validate: async (attributes) => {
      const [denial] = await judgeWrite(attributes, parts, compiler);
      if (denial !== undefined) throw refusal(attributes, denial);
    },
  };
}

interface Denial {
  readonly policy: ApiObject;
  readonly binding: ApiObject | undefined;
  readonly message: string;
  readonly reason: string;
}

const failureKey = "validation.policy.admission.k8s.io/validation_failure";

/** Returns the denials of a write, and adds the warnings of policies that only warn. */
async function judgeWrite(
  attributes: AdmissionAttributes,
  parts: AdmissionParts,
  compiler: ExpressionCompiler,
): Promise<readonly Denial[]> {
  const { audit } = attributes;
  const denials: Denial[] = [];
  /** The values of each audit annotation, for all bindings and parameters of its policy. */
  const annotations = new Map<string, Set<string>>();
  for (const each of await findInvocations("validatingadmission", attributes, parts)) {
    if (each.kind === "invocation") await judgeInvocation(each);
    else if (!ignoresFailures(each.policy)) denials.push({ ...each, reason: "Invalid" });
  }
  for (const [key, values] of annotations) audit.annotate(key, [...values].join(", "));
  return denials;

  async function judgeInvocation(invocation: Invocation): Promise<void> {
    const { policy, binding } = invocation;
    const input = await inputOf(invocation, attributes, parts);
    const spec = specOf<ValidatingAdmissionPolicySpec>(policy);
    const compiled = compiler.keep(policy, () => compilePolicy(spec, compiler));
    const judgment = judge(compiled, spec, input, compiler);
    for (const objection of judgment.objections) note(policy, binding, objection);
    for (const [name, value] of judgment.annotations) {
      const key = `${nameOf(policy)}/${name}`;
      annotations.set(key, (annotations.get(key) ?? new Set()).add(value));
    }
  }

  function note(policy: ApiObject, binding: ApiObject, objection: Objection): void {
    const { validationActions: actions } = specOf<ValidatingAdmissionPolicyBindingSpec>(binding);
    const { message, index, reason = "Invalid", isAlwaysDenied } = objection;
    if (isAlwaysDenied || actions.includes("Deny")) denials.push({ policy, binding, message, reason });
    if (isAlwaysDenied) return;
    if (actions.includes("Audit")) {
      const names = { policy: nameOf(policy), binding: nameOf(binding) };
      const failure = { message, ...names, expressionIndex: index, validationActions: actions };
      audit.annotate(failureKey, escapeGoJson(JSON.stringify([failure])));
    }
    if (!actions.includes("Warn")) return;
    const which = `ValidatingAdmissionPolicy '${nameOf(policy)}' with binding '${nameOf(binding)}'`;
    attributes.warnings.push(`Validation failed for ${which}: ${message}`);
  }
}

const codes: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 };

function refusal(attributes: AdmissionAttributes, { policy, binding, message, reason }: Denial): StatusError {
  const by = binding === undefined ? "" : ` with binding '${nameOf(binding)}'`;
  const text = `ValidatingAdmissionPolicy '${nameOf(policy)}'${by} denied request: ${message}`;
  const { failure } = admissionForbidden(attributes, text, [{ message: text }]);
  return new StatusError({ ...failure, reason, code: codes[reason] ?? 422 });
}
