/** The test beside the handlers, which calls them through an API server. tsop creates it once, and adds to it later. */
import { hasOwnTypes, type Resource } from "../../project/project.js";
import type { SiblingCall } from "../edits/webhook-test.js";
import type { Names } from "../naming.js";
import type { Placement } from "../placement.js";
import type { WebhookTestView } from "../views.js";
import { handlerName, type WebhookType } from "./webhook-type.js";

export interface WebhookTest {
  readonly resource: Resource;
  readonly names: Names;
  readonly namespaced: boolean;
  /** Whether to create the file again instead of adding to it. */
  readonly isAnew: boolean;
  readonly types: readonly WebhookType[];
  /** The webhooks of other versions that the test must serve, too. */
  readonly siblings: readonly SiblingCall[];
}

export function testFileOf({ webhookFile }: Pick<Names, "webhookFile">): string {
  return webhookFile.replace(/\.ts$/, ".test.ts");
}

export async function planTest(placement: Placement, test: WebhookTest): Promise<void> {
  const { templates, header } = placement;
  const { resource, names, types, isAnew, siblings } = test;
  const file = testFileOf(names);
  if (isAnew) placement.put(file, templates.render("webhook/webhook.test.ts.hbs", viewOf(test, header)), "collide");
  const text = placement.tree.read(file);
  if (text === undefined) return; // the user has removed it
  const { editTest } = await import("../edits/webhook-test.js");
  editTest(placement, file, text, {
    module: `./${names.kindLower}_webhook.js`,
    tests: types.map((type) => ({
      handler: handlerName(type, resource.kind),
      code: templates.render(callTests[type], { kind: resource.kind }).trimEnd(),
    })),
    siblings,
  });
}

/**
 * Configures the manager of a test to serve the webhooks of another version, too: the API server may store objects in
 * that version, and it calls the webhooks of one version for objects of another.
 */
export async function planSiblingInTest(placement: Placement, file: string, sibling: SiblingCall): Promise<void> {
  const text = placement.tree.read(file);
  if (text === undefined) return;
  const { addSibling } = await import("../edits/webhook-test.js");
  addSibling(placement, file, text, sibling);
}

function viewOf({ resource, names, namespaced }: WebhookTest, header: string): WebhookTestView {
  const name = `${names.kindLower}-sample`;
  const metadata = namespaced ? { namespace: "default", name } : { name };
  const object = { apiVersion: names.apiVersion, kind: resource.kind, metadata, ...(bodies[resource.kind] ?? {}) };
  return {
    header,
    kind: resource.kind,
    kindLower: names.kindLower,
    typesModule: names.webhookTypesModule,
    webhookModule: `${names.kindLower}_webhook.js`,
    sampleFile: hasOwnTypes(resource) ? names.sampleFile : "",
    sampleObject: printObject(object),
    crd: resource.external === true ? printObject(crdOf(resource, names, namespaced)) : "",
    namespaced,
  };
}

function printObject(object: object): string {
  return JSON.stringify(object, null, 2).replaceAll(/"([A-Za-z]+)":/g, "$1:");
}

/** Returns a CRD for an external kind, whose schema the project does not have. */
function crdOf({ kind, version }: Resource, { group, plural, kindLower }: Names, namespaced: boolean): object {
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: { kind, plural, singular: kindLower, listKind: `${kind}List` },
      scope: namespaced ? "Namespaced" : "Cluster",
      versions: [{ name: version, served: true, storage: true, schema, subresources: { status: {} } }],
    },
  };
}

export const callTests = {
  defaulting: "webhook/defaulter-call.test.ts.hbs",
  validation: "webhook/validator-call.test.ts.hbs",
} as const;

const labels = { app: "sample" };
const template = { metadata: { labels }, spec: { containers: [{ name: "main", image: "example.com/main:1" }] } };
const workload = { spec: { selector: { matchLabels: labels }, template } };

/** The fields besides the name that built-in kinds of Kubernetes require. */
const bodies: Readonly<Record<string, object>> = {
  Pod: { spec: template.spec },
  Deployment: workload,
  ReplicaSet: workload,
  DaemonSet: workload,
  StatefulSet: { spec: { ...workload.spec, serviceName: "sample" } },
  Job: { spec: { template: { ...template, spec: { ...template.spec, restartPolicy: "Never" } } } },
  Service: { spec: { ports: [{ port: 80 }] } },
  PersistentVolumeClaim: {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  },
};
