import type { Deployment } from "tsop/k8s/apps/v1";
import type { ConfigMap, Service } from "tsop/k8s/core/v1";
import type { Website } from "../api/v2/website_types.js";

// #region config-map
/** Returns the ConfigMap that contains the page and its style sheet. */
export function configMapOf(website: Website): ConfigMap {
  const { html, css } = website.spec.content;
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: metadataOf(website),
    data: { "index.html": html, ...(css === undefined ? {} : { "style.css": css }) },
  };
}
// #endregion config-map

/** Returns the Deployment whose Pods serve the page. */
export function deploymentOf(website: Website): Deployment {
  const labels = labelsOf(website);
  const page = { name: "page", mountPath: "/usr/share/nginx/html" };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: metadataOf(website),
    spec: {
      replicas: website.spec.replicas ?? 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [{ name: "nginx", image: "nginx:1.29", ports: [{ containerPort: 80 }], volumeMounts: [page] }],
          volumes: [{ name: "page", configMap: { name: website.metadata.name } }],
        },
      },
    },
  };
}

/** Returns the Service that leads to these Pods. */
export function serviceOf(website: Website): Service {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: metadataOf(website),
    spec: { selector: labelsOf(website), ports: [{ port: 80 }] },
  };
}

function metadataOf(website: Website): { namespace: string; name: string; labels: Record<string, string> } {
  const { namespace = "", name } = website.metadata;
  return { namespace, name, labels: labelsOf(website) };
}

function labelsOf({ metadata }: Website): Record<string, string> {
  return { "app.kubernetes.io/name": "website", "app.kubernetes.io/instance": metadata.name };
}
