/**
 * Lets policies change the written object, one after the other.
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/mutating/dispatcher.go.
 */
import { isSameJson } from "../../../core/json.js";
import type { MutatingAdmissionPolicySpec } from "../../../k8s/admissionregistration/v1.js";
import type { ApiObject } from "../../api-object.js";
import type { AdmissionAttributes, ServedResource } from "../../resource.js";
import { StatusError } from "../../status-error.js";
import type { AdmissionParts } from "../admission-parts.js";
import type { ExpressionCompiler } from "../expressions/expression-compiler.js";
import type { ExpressionInput } from "../expressions/expression-input.js";
import { judgeConditions } from "../expressions/match-conditions.js";
import { fromVersion } from "../matching/versioned-objects.js";
import type { MutateInRounds, MutationRounds } from "../mutation-rounds.js";
import { admissionForbidden } from "../request-target.js";
import { compileMutatingPolicy } from "./compiled-policy.js";
import { findInvocations, ignoresFailures, inputOf, type Invocation, nameOf, specOf } from "./find-invocations.js";
import { conditionValues } from "./judge.js";
import { mutate, MutationFault } from "./mutate.js";

interface PolicyFailure {
  readonly policy: ApiObject;
  readonly binding: ApiObject | undefined;
  readonly message: string;
  /** Absent for an invalid configuration. */
  readonly reason?: string;
}

export function mutatingPolicies(parts: AdmissionParts, compiler: ExpressionCompiler): MutateInRounds {
  return async (attributes, rounds) => {
    // A deletion has no object to change.
    if (attributes.operation === "DELETE") return;
    const found = await findInvocations("mutatingadmission", attributes, parts);
    if (found.length === 0) return;
    const failures: PolicyFailure[] = found.filter((each) => each.kind === "invalid");
    rounds.begin(attributes.object);
    try {
      for (const each of found) {
        if (each.kind === "invocation") failures.push(...(await invoke(each, attributes, rounds)));
      }
    } finally {
      rounds.end(attributes.object);
    }
    const fatal = failures.filter(({ policy }) => !ignoresFailures(policy));
    if (fatal.length > 0) throw refusal(attributes, fatal);
  };

  async function invoke(
    invocation: Invocation,
    attributes: AdmissionAttributes,
    rounds: MutationRounds,
  ): Promise<readonly PolicyFailure[]> {
    const { policy, binding, matched } = invocation;
    const input = await inputOf(invocation, attributes, parts);
    const spec = specOf<MutatingAdmissionPolicySpec>(policy);
    const { conditions, variables, mutations } = compiler.keep(policy, () => compileMutatingPolicy(spec, compiler));
    const failed = (message: string): PolicyFailure => ({ policy, binding, message, reason: "Invalid" });

    const values = conditionValues(input);
    const verdict = judgeConditions({ expressions: conditions, values, variables }, spec.failurePolicy, compiler);
    if (verdict.kind === "fault") return [failed(verdict.message)];
    const id = idOf(invocation);
    if (!verdict.isMatch || !rounds.isDue(id)) return [];

    const failures: PolicyFailure[] = [];
    let object = input.object;
    for (const mutation of mutations) {
      if (object === undefined) break;
      // The first expression that kube-apiserver evaluates decides how it reads the object: a condition reads it as a Go type.
      const now: ExpressionInput = { ...input, object, isObjectJson: conditions.length === 0 };
      try {
        object = mutate(mutation, object, { input: now, variables, compiler });
      } catch (error) {
        if (!(error instanceof MutationFault)) throw error;
        failures.push(failed(error.message));
      }
    }
    const isChanged = await replaceObject(attributes, input.object, object, matched);
    rounds.note(id, spec.reinvocationPolicy, isChanged);
    return failures;
  }
}

function idOf({ policy, binding, params }: Invocation): string {
  const { namespace = "", name = "" } = params?.metadata ?? {};
  return [nameOf(policy), nameOf(binding), namespace, name].join("/");
}

async function replaceObject(
  attributes: AdmissionAttributes,
  before: ApiObject | undefined,
  after: ApiObject | undefined,
  matched: ServedResource,
): Promise<boolean> {
  if (after === undefined || isSameJson(before, after)) return false;
  attributes.object = await fromVersion(after, matched, attributes);
  return true;
}

/** The first failure determines the message and the reason; all are causes. */
function refusal(attributes: AdmissionAttributes, failures: readonly PolicyFailure[]): StatusError {
  const messages = failures.map(({ policy, binding, message }) =>
    binding === undefined
      ? `policy ${JSON.stringify(nameOf(policy))} denied request: ${message}`
      : `policy '${nameOf(policy)}' with binding '${nameOf(binding)}' denied request: ${message}`,
  );
  const causes = messages.map((message) => ({ message }));
  const { failure } = admissionForbidden(attributes, "admission request denied by policy", causes);
  const { reason = failure.reason } = failures[0] ?? {};
  return new StatusError({ ...failure, message: messages[0] ?? "", ...(reason === undefined ? {} : { reason }) });
}
