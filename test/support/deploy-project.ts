/** A project that can be deployed, as files of a folder. Each test uses its own name, because the tests share a cluster. */
import type { JsonValue } from "../../src/core/json.js";
import { printYamlDocuments } from "../../src/core/yaml.js";
import { project } from "./bar-project.js";
import { simpleCrd } from "./crds.js";

export interface DeployProjectOptions {
  /** Default `controller:latest`, the scaffold's placeholder. */
  readonly image?: string;
  /** Objects in addition to the usual ones. */
  readonly more?: readonly object[];
  /** Names of objects to omit. */
  readonly without?: readonly string[];
  /** A value in the ConfigMap. */
  readonly level?: string;
}

export function crdOfProject(name: string) {
  return simpleCrd(`${name}.example.com`, "widgets", "Widget");
}

export function deployProject(name: string, options: DeployProjectOptions = {}): Record<string, string> {
  const { image = "controller:latest", more = [], without = [], level = "info" } = options;
  const namespace = namespaceOf(name);
  const labels = { app: name };
  const objects: object[] = [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
    crdOfProject(name),
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "manager", namespace } },
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings", namespace }, data: { level } },
    {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "token", namespace },
      stringData: { token: `secret-${level}` },
    },
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "manager", namespace },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { serviceAccountName: "manager", containers: [{ name: "manager", image }] },
        },
      },
    },
    ...more,
  ];
  const kept = objects.filter((object) => !without.includes((object as { metadata: { name: string } }).metadata.name));
  return {
    PROJECT: project,
    "config/default/kustomization.yaml": "resources:\n- objects.yaml\n",
    "config/default/objects.yaml": printYamlDocuments(kept as unknown as JsonValue[]),
  };
}

export function namespaceOf(name: string): string {
  return `${name}-system`;
}
