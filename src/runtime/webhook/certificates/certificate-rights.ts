import { documentation } from "../../../core/documentation.js";
import { TsopError } from "../../../core/errors.js";
import { isForbidden, missingRule } from "../../../kube/api-error.js";
import type { LiveClient } from "../../../kube/client.js";

/** The client methods that certificates need. */
export type CertificateClient = Pick<LiveClient, "get" | "create" | "update" | "patch" | "list" | "watch" | "metadata">;

/** The server that a certificate is for. */
export type CertificatePurpose = "webhooks" | "metrics" | "extension API";

/** The file of a scaffolded project that contains the permissions. */
const roleFiles: Readonly<Record<CertificatePurpose, string>> = {
  webhooks: "config/rbac/webhook_certificates_role.yaml",
  metrics: "config/rbac/metrics_certificate_role.yaml",
  "extension API": "config/apiserver/certificates_role.yaml",
};

/** Returns the error, or an error that names the file where the missing permission belongs. */
function explainRight(error: unknown, purpose: CertificatePurpose): unknown {
  const rule = isForbidden(error) ? missingRule(error.status.message ?? "") : undefined;
  if (rule === undefined || !(error instanceof TsopError)) return error;
  const group = JSON.stringify(rule.group);
  const where = rule.namespace === undefined ? "A ClusterRole" : `A Role in namespace ${rule.namespace}`;
  return new TsopError("cluster/forbidden", error.message, {
    hint:
      `${where} must allow: apiGroups [${group}], resources ["${rule.resource}"], verbs ["${rule.verb}"].\n` +
      `${roleFiles[purpose]} contains all permissions that own certificates need: ${documentation("how-to/webhooks", "certificates")}`,
    cause: error,
  });
}

/** Returns a client with such errors. */
export function explainRights(client: CertificateClient, purpose: CertificatePurpose): CertificateClient {
  const explained = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      throw explainRight(error, purpose);
    }
  };
  return {
    metadata: client.metadata,
    // An implementation has one signature, the interface has two.
    get: (kind, key, options) => explained(client.get(kind, key, options)),
    list: (kind, options) => explained(client.list(kind, options)),
    create: (object, options) => explained(client.create(object, options)),
    update: (object, options) => explained(client.update(object, options)),
    patch: (kind, key, patch, options) => explained(client.patch(kind, key, patch, options)),
    async *watch(kind, options) {
      try {
        yield* client.watch(kind, options);
      } catch (error) {
        throw explainRight(error, purpose);
      }
    },
  };
}
