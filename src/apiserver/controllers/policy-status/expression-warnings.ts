/**
 * Checks the expressions of a policy against the types of the objects that it matches.
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/validating/typechecking.go.
 */
import { type DeclaredType } from "../../../cel/declared-type.js";
import { compileExpression, collectObjects } from "../../../cel/compile.js";
import { Functions } from "../../../cel/functions.js";
import { showFaults } from "../../../cel/show-faults.js";
import type { CelType } from "../../../cel/types.js";
import {
  declareObject,
  objectTypes,
  typeOfVariable,
  variablesType,
  variableTypes,
} from "../../../cel/admission-variables.js";
import type { ValidatingAdmissionPolicySpec } from "../../../k8s/admissionregistration/v1.js";
import { parseApiVersion } from "../../../core/gvk.js";
import { Patterns } from "../../../schema/patterns.js";
import { isSince, type KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import { publishedType, type PublishedTypes } from "./published-type.js";
import { matchedKinds, type Kind } from "./matched-kinds.js";

export interface ExpressionWarning {
  readonly fieldRef: string;
  readonly warning: string;
}

export function expressionWarnings(
  spec: ValidatingAdmissionPolicySpec,
  types: PublishedTypes,
  version: KubernetesVersion,
): readonly ExpressionWarning[] {
  const environments = environmentsOf(spec, types, version);
  const check = (fieldRef: string, text: string): ExpressionWarning[] => {
    const found = environments.flatMap(({ kind, environment }) => {
      const compiled = compileExpression(text, environment);
      return compiled.kind === "ok" ? [] : [`${showKind(kind)}: ${showFaults(text, compiled.faults)}\n`];
    });
    return found.length === 0 ? [] : [{ fieldRef, warning: found.join("\n") }];
  };
  return (spec.validations ?? []).flatMap(({ expression, messageExpression = "" }, index) => {
    const place = `spec.validations[${index}]`;
    const own = check(`${place}.expression`, expression);
    return messageExpression === "" ? own : [...own, ...check(`${place}.messageExpression`, messageExpression)];
  });
}

function showKind({ group, version, kind }: Kind): string {
  return `${group}/${version}, Kind=${kind}`;
}

type Environment = Parameters<typeof compileExpression>[1];

interface KindEnvironment {
  readonly kind: Kind;
  readonly environment: Environment;
}

/** Returns an environment for each kind that the policy matches and that has a schema. */
function environmentsOf(
  spec: ValidatingAdmissionPolicySpec,
  types: PublishedTypes,
  version: KubernetesVersion,
): readonly KindEnvironment[] {
  const shared = { functions: new Functions(), patterns: new Patterns() };
  const params = paramsOf(spec, types);
  // Before 1.37, the expressions do not know parameters of an unknown kind.
  const hasParams = isSince(version, "1.37") ? spec.paramKind !== undefined : params !== undefined;
  return matchedKinds(spec.matchConstraints, types.resources).flatMap((kind) => {
    const object = publishedType(kind, types);
    if (object === undefined) return [];
    const objects = objectTypes();
    const variables = variableTypes({ hasParams, hasAuthorizer: true });
    variables.delete("authorizer.requestResource");
    for (const name of ["object", "oldObject"]) variables.set(name, object.type);
    collectObjects(object, objects);
    if (params !== undefined) {
      variables.set("params", params.type);
      collectObjects(params, objects);
    }
    const environment = { ...shared, variables, objects };
    return [{ kind, environment: withVariables(spec, environment) }];
  });
}

function paramsOf({ paramKind }: ValidatingAdmissionPolicySpec, types: PublishedTypes): DeclaredType | undefined {
  if (paramKind === undefined) return undefined;
  const { apiVersion = "", kind = "" } = paramKind;
  return publishedType({ ...parseApiVersion(apiVersion), kind }, types);
}

/** Adds the variables of the policy: each sees those before it. */
function withVariables({ variables = [] }: ValidatingAdmissionPolicySpec, environment: Environment): Environment {
  const known: [string, CelType][] = [];
  const current = (): Environment => {
    const declared = declareObject(variablesType, known);
    return {
      ...environment,
      variables: new Map([...environment.variables, ["variables", declared.type]]),
      objects: new Map([...environment.objects, [variablesType, declared]]),
    };
  };
  for (const { name, expression } of variables) {
    known.push([name, typeOfVariable(compileExpression(expression, current()))]);
  }
  return current();
}
