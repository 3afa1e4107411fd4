/** The test beside the handlers: an API server asks them. Made once, and added to afterwards. */
import type { Resource } from "../../project/project.js";
import type { SiblingCall } from "../edits/webhook-test.js";
import type { Names } from "../naming.js";
import type { Placement } from "../placement.js";
import type { WebhookTestView } from "../views.js";
import { handlerName, type WebhookType } from "./webhook-type.js";

export interface WebhookTest {
  readonly resource: Resource;
  readonly names: Names;
  readonly namespaced: boolean;
  /** Made anew, and not added to. */
  readonly isAnew: boolean;
  readonly types: readonly WebhookType[];
  /** What else has to be served. */
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
  if (text === undefined) return; // its owner has done away with it
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
 * Has the manager of a test serve the webhooks of another version, too: objects may be stored in it, and the API server asks the
 * webhooks of one version about objects of another.
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
    sampleFile: resource.core ? "" : names.sampleFile,
    sampleObject: JSON.stringify(object, null, 2).replaceAll(/"([A-Za-z]+)":/g, "$1:"),
    namespaced,
  };
}

const callTests = {
  defaulting: "webhook/defaulter-call.test.ts.hbs",
  validation: "webhook/validator-call.test.ts.hbs",
} as const;

const labels = { app: "sample" };
const template = { metadata: { labels }, spec: { containers: [{ name: "main", image: "example.com/main:1" }] } };
const workload = { spec: { selector: { matchLabels: labels }, template } };

/** What kinds of Kubernetes' own need beside a name. */
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
