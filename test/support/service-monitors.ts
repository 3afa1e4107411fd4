/** The CRD of the Prometheus operator, as far as scaffolds use it: a ServiceMonitor has no other fields here. */
import type { CustomResourceDefinition } from "../../src/cluster/crd.js";

const text = { type: "string" };
const object = (properties: Readonly<Record<string, object>>, required: readonly string[] = []) => ({
  type: "object",
  properties,
  ...(required.length === 0 ? {} : { required }),
});
const secretKey = object({ name: text, key: text, optional: { type: "boolean" } }, ["key"]);
const authority = object({ secret: secretKey, configMap: secretKey });
const endpoint = object({
  ...{ path: text, port: text, bearerTokenFile: text },
  scheme: { type: "string", enum: ["http", "https"] },
  tlsConfig: object({
    ...{ serverName: text, insecureSkipVerify: { type: "boolean" }, caFile: text, certFile: text, keyFile: text },
    ...{ ca: authority, cert: authority, keySecret: secretKey },
  }),
});
const labels = { type: "object", additionalProperties: text };

const schema = object(
  {
    spec: object({ endpoints: { type: "array", items: endpoint }, selector: object({ matchLabels: labels }) }, [
      "endpoints",
      "selector",
    ]),
  },
  ["spec"],
);

const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "servicemonitors.monitoring.coreos.com" },
  spec: {
    group: "monitoring.coreos.com",
    names: {
      kind: "ServiceMonitor",
      listKind: "ServiceMonitorList",
      plural: "servicemonitors",
      singular: "servicemonitor",
    },
    scope: "Namespaced",
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
  },
};
export const serviceMonitors: CustomResourceDefinition = crd as CustomResourceDefinition;
