/**
 * Rejects creates in a missing or terminating namespace, and deletes of the initial namespaces.
 * Source: k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go.
 */
import { isJsonObject } from "../../core/json.js";
import type { AdmissionAttributes, AdmissionPlugin, StoredObjects } from "../resource.js";
import { forbiddenError, notFoundError } from "../status-error.js";
import { admissionForbidden, isNamespaceResource } from "./request-target.js";

export function namespaceLifecycle(objects: StoredObjects): AdmissionPlugin {
  return {
    mutate: (attributes) => {
      check(attributes, objects);
    },
  };
}

const immortal: ReadonlySet<string> = new Set(["default", "kube-system", "kube-public"]);

function check(attributes: AdmissionAttributes, objects: StoredObjects): void {
  const { operation, resource, namespace, name } = attributes;
  if (operation === "CONNECT") return;
  if (isNamespaceResource(resource)) {
    if (operation !== "DELETE" || !immortal.has(name)) return;
    throw forbiddenError({ group: "", resource: "namespaces" }, name, "this namespace may not be deleted");
  }
  if (namespace === "" || operation === "DELETE" || isAccessReview(attributes)) return;
  const stored = objects.get("namespaces", "", namespace);
  if (stored === undefined) throw notFoundError({ group: "", resource: "namespaces" }, namespace);
  if (operation !== "CREATE") return;
  const status = stored["status"];
  if (!isJsonObject(status) || status["phase"] !== "Terminating") return;
  throw admissionForbidden(
    attributes,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
    [
      {
        reason: "NamespaceTerminating",
        message: `namespace ${namespace} is being terminated`,
        field: "metadata.namespace",
      },
    ],
  );
}

/** Access reviews are exempt: their response must not reveal whether a namespace exists. */
function isAccessReview({ resource: { group, resource } }: AdmissionAttributes): boolean {
  return group === "authorization.k8s.io" && resource === "localsubjectaccessreviews";
}
