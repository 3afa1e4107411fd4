/** Source: k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go. */
import type {
  ValidatingAdmissionPolicyBindingSpec,
  ValidatingAdmissionPolicySpec,
} from "../../../k8s/admissionregistration/v1.js";
import type { ApiObject } from "../../api-object.js";
import type { AdmissionAttributes, AdmissionPlugin } from "../../resource.js";
import { StatusError } from "../../status-error.js";
import type { AdmissionParts } from "../admission-parts.js";
import type { ExpressionCompiler } from "../expressions/expression-compiler.js";
import { inVersion } from "../matching/versioned-objects.js";
import { admissionForbidden } from "../request-target.js";
import { compilePolicy } from "./compiled-policy.js";
import {
  findInvocations,
  ignoresFailures,
  type Invocation,
  nameOf,
  namespaceObjectOf,
  specOf,
} from "./find-invocations.js";
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

/** Returns the denials of a write, and adds the warnings of policies that only warn. */
async function judgeWrite(
  attributes: AdmissionAttributes,
  parts: AdmissionParts,
  compiler: ExpressionCompiler,
): Promise<readonly Denial[]> {
  const { objects, authorizer } = parts;
  const denials: Denial[] = [];
  for (const each of await findInvocations("validatingadmission", attributes, parts)) {
    if (each.kind === "invocation") await judgeInvocation(each);
    else if (!ignoresFailures(each.policy)) denials.push({ ...each, reason: "Invalid" });
  }
  return denials;

  async function judgeInvocation({ policy, binding, matched, params }: Invocation): Promise<void> {
    const namespaceObject = namespaceObjectOf(attributes, objects);
    const spec = specOf<ValidatingAdmissionPolicySpec>(policy);
    const compiled = compiler.keep(policy, () => compilePolicy(spec, compiler));
    const versioned = await inVersion(attributes, matched);
    const input = { attributes, matched, ...versioned, authorizer, params, namespaceObject };
    for (const objection of judge(compiled, spec, input, compiler)) note(policy, binding, objection);
  }

  function note(policy: ApiObject, binding: ApiObject, objection: Objection): void {
    const { validationActions: actions } = specOf<ValidatingAdmissionPolicyBindingSpec>(binding);
    const { message, reason = "Invalid", isAlwaysDenied } = objection;
    if (isAlwaysDenied || actions.includes("Deny")) denials.push({ policy, binding, message, reason });
    if (isAlwaysDenied || !actions.includes("Warn")) return;
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
