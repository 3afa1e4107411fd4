/** Source: kubernetes/pkg/registry/core/serviceaccount/strategy.go. */
import { type ApiObject, objectsOf, textOf } from "../../api-object.js";
import type { KindRules } from "../kind-rules.js";
import * as cell from "../tables/cells.js";

const mountableSecrets = "kubernetes.io/enforce-mountable-secrets";

export const serviceAccounts: KindRules = {
  prepareForCreate: cleanSecretReferences,
  prepareForUpdate: cleanSecretReferences,
  warnings(account, old) {
    const isNew = hasAnnotation(account) && (old === undefined || !hasAnnotation(old));
    const advice = "prefer separate namespaces to isolate access to mounted secrets";
    return isNew ? [`metadata.annotations[${mountableSecrets}]: deprecated in v1.32+; ${advice}`] : [];
  },
  cells: cell.named(),
};

/** Secrets are always in the account's namespace, so a reference keeps only its name. */
function cleanSecretReferences(account: ApiObject): void {
  const secrets = objectsOf(account, "secrets");
  if (secrets.length > 0) account["secrets"] = secrets.map((secret) => ({ name: textOf(secret, "name") }));
}

function hasAnnotation({ metadata }: ApiObject): boolean {
  return metadata.annotations?.[mountableSecrets] !== undefined;
}
