/**
 * What a start changes in the roles and bindings of an earlier start: it adds what this version of Kubernetes gives, and removes
 * nothing. Source: k8s.io/component-helpers/auth/rbac/reconciliation.
 */
import { isSameJson, type JsonObject } from "../../../core/json.js";
import { type ApiObject, objectOf, objectsOf, textMapOf } from "../../api-object.js";
import { missingRules } from "../../authorization/rule-coverage.js";
import { rulesOf } from "../../authorization/rbac-objects.js";

const roleKeys = new Set(["clusterroles", "roles"].map((each) => `rbac.authorization.k8s.io/${each}`));
const bindingKeys = new Set(["clusterrolebindings", "rolebindings"].map((each) => `rbac.authorization.k8s.io/${each}`));
const autoUpdate = "rbac.authorization.kubernetes.io/autoupdate";

/** Returns the changed role or binding; undefined if nothing changes, or for an object of another kind. */
export function reconcileRole(storageKey: string, found: ApiObject, expected: ApiObject): ApiObject | undefined {
  const [isRole, isBinding] = [roleKeys.has(storageKey), bindingKeys.has(storageKey)];
  if (!isRole && !isBinding) return undefined;
  if (textMapOf(found.metadata, "annotations")[autoUpdate] === "false") return undefined;
  const changed: ApiObject = { ...found, metadata: withExpectedMarks(found, expected) };
  if (isRole) addRules(changed, found, expected);
  // A binding cannot refer to another role: kube-apiserver deletes it and creates it again.
  else if (!isSameJson(found["roleRef"] ?? null, expected["roleRef"] ?? null)) replaceBinding(changed, expected);
  else addMissing(changed, "subjects", objectsOf(found, "subjects"), objectsOf(expected, "subjects"));
  return isSameJson(changed, found) ? undefined : changed;
}

/** What the object has itself wins. */
function withExpectedMarks({ metadata }: ApiObject, expected: ApiObject): ApiObject["metadata"] {
  const merged = (name: string): Record<string, string> => ({
    ...textMapOf(expected.metadata, name),
    ...textMapOf(metadata, name),
  });
  const [labels, annotations] = [merged("labels"), merged("annotations")];
  return {
    ...metadata,
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
}

function addRules(changed: ApiObject, found: ApiObject, expected: ApiObject): void {
  const rule = objectOf(expected, "aggregationRule");
  if (rule === undefined) {
    delete changed["aggregationRule"];
    const missing = missingRules(rulesOf(found), rulesOf(expected));
    if (missing.length > 0) changed["rules"] = [...rulesOf(found), ...missing] as unknown as JsonObject[];
    return;
  }
  // A controller fills the rules of an aggregated role.
  const own: JsonObject = { ...objectOf(found, "aggregationRule") };
  addMissing(
    own,
    "clusterRoleSelectors",
    objectsOf(own, "clusterRoleSelectors"),
    objectsOf(rule, "clusterRoleSelectors"),
  );
  changed["aggregationRule"] = own;
}

function addMissing(
  holder: JsonObject,
  name: string,
  held: readonly JsonObject[],
  expected: readonly JsonObject[],
): void {
  const missing = expected.filter((each) => !held.some((other) => isSameJson(each, other)));
  if (missing.length > 0) holder[name] = [...held, ...missing];
}

function replaceBinding(changed: ApiObject, expected: ApiObject): void {
  for (const name of ["roleRef", "subjects"]) {
    if (expected[name] === undefined) Reflect.deleteProperty(changed, name);
    else changed[name] = expected[name];
  }
}
