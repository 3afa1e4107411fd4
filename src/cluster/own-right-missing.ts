import { type ApiError, missingRule } from "../kube/api-error.js";

/** Returns the advice for a permission that a user lacks; for an operator, it would be an `@rbac` tag. */
export function ownRightHint(error: ApiError): string {
  const missing = missingRule(error.status.message ?? "");
  const rule =
    missing === undefined
      ? ""
      : ` The user needs a rule with the verb ${missing.verb} on ${missing.resource}${missing.group === "" ? "" : `.${missing.group}`}.`;
  return `A permission of your kubeconfig's user is missing, not one of the operator.${rule} Ask an administrator of the cluster for it, or choose another context with --context NAME.`;
}
