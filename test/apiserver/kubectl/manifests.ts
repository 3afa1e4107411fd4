/** Objects that several scenarios start with; two YAML documents in a file are one text with `---` between them. */
import type { JsonValue } from "../../../src/core/json.js";
import { printYamlDocuments } from "../../../src/core/print-yaml.js";

export function yaml(...objects: readonly object[]): string {
  return printYamlDocuments(objects as readonly JsonValue[]);
}

export function configMap(name: string, data: Readonly<Record<string, string>>, labels?: object): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, ...(labels === undefined ? {} : { labels }) }, data };
}

export function container(name: string, more: object = {}): object {
  return { name, image: `example.com/${name}:1`, ...more };
}

export function deployment(name: string, more: object = {}): object {
  const labels = { app: name };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container("main")] } },
      ...more,
    },
  };
}

export function pod(name: string, spec: object = {}, labels: object = { app: name }): object {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, labels },
    spec: { containers: [container("main")], ...spec },
  };
}

export function service(name: string, spec: object = {}): object {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name },
    spec: { selector: { app: name }, ports: [{ name: "http", port: 80, targetPort: 8080 }], ...spec },
  };
}
