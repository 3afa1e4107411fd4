/** The test beside the handlers: an API server asks them. Made once, and added to afterwards. */
import { escapeRegExp, type Fragment, insertFragments } from "../../machinery/insert.js";
import type { Resource } from "../../project/project.js";
import type { Names } from "../naming.js";
import type { Placement } from "../placement.js";
import type { Templates } from "../templates.js";
import { withImport, type WebhookType } from "./handler-file.js";

export interface WebhookTest {
  readonly header: string;
  readonly resource: Resource;
  readonly names: Names;
  readonly namespaced: boolean;
  /** Made anew, and not added to. */
  readonly isAnew: boolean;
  readonly types: readonly WebhookType[];
  /** What else has to be served. */
  readonly siblings: readonly Sibling[];
}

/** The webhooks of another version of the kind. */
export interface Sibling {
  readonly version: string;
  readonly module: string;
  readonly setup: string;
}

export function testFileOf({ webhookFile }: Pick<Names, "webhookFile">): string {
  return webhookFile.replace(/\.ts$/, ".test.ts");
}

export function planTest(placement: Placement, templates: Templates, test: WebhookTest): void {
  const { resource, names, types, isAnew, siblings } = test;
  const file = testFileOf(names);
  if (isAnew) placement.put(file, templates.render("webhook/webhook.test.ts.hbs", viewOf(test)), "collide");
  let text = placement.tree.read(file);
  if (text === undefined) return; // its owner has done away with it
  const module = `./${names.kindLower}_webhook.js`;
  for (const type of types) text = withImport(text, module, handlerName(type, resource.kind));
  const fragments: Fragment[] = types.map((type) => ({
    marker: "tests",
    code: testOf(type, test),
    evidence: new RegExp(`${handlerName(type, resource.kind)}\\.prototype`),
    isBlock: true,
  }));
  fragments.push(...siblings.flatMap(siblingFragments));
  const result = insertFragments(text, file, fragments);
  for (const diagnostic of result.diagnostics) placement.problems.push(diagnostic);
  placement.change(file, result.text);
}

/**
 * Has the manager of a test serve the webhooks of another version, too: objects may be stored in it, and the API server asks the
 * webhooks of one version about objects of another.
 */
export function planSiblingInTest(placement: Placement, file: string, sibling: Sibling): void {
  const text = placement.tree.read(file);
  if (text === undefined) return;
  const { text: changed, diagnostics } = insertFragments(text, file, siblingFragments(sibling));
  // Without its markers the test is its owner's alone.
  if (diagnostics.length === 0) placement.change(file, changed);
  else placement.next.push(`call ${sibling.setup} of ${sibling.module} in ${file}: the API server asks all versions`);
}

function siblingFragments({ module, setup, version }: Sibling): Fragment[] {
  const name = setup.replace(/Webhook$/, `${version.charAt(0).toUpperCase()}${version.slice(1)}Webhook`);
  return [
    {
      marker: "imports",
      code: `import { ${setup} as ${name} } from "${module}";`,
      evidence: new RegExp(`from"${escapeRegExp(module)}"`),
    },
    { marker: "webhooks", code: `${name}(manager);`, evidence: new RegExp(`\\b${name}\\(`) },
  ];
}

function viewOf({ header, resource, names, namespaced }: WebhookTest): {
  header: string;
  kind: string;
  kindLower: string;
  typesModule: string;
  webhookModule: string;
  sampleFile: string;
  sampleObject: string;
  namespaced: boolean;
} {
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

function handlerName(type: WebhookType, kind: string): string {
  return type === "defaulting" ? `${kind}Defaulter` : `${kind}Validator`;
}

function testOf(type: WebhookType, { resource: { kind } }: WebhookTest): string {
  if (type === "defaulting") {
    return `
test("the defaulter is asked before an object is stored", async () => {
  const asked = vi.spyOn(${kind}Defaulter.prototype, "default");
  await environment.apply(sample);
  expect(asked).toHaveBeenCalled();

  // Say here what it has filled in: expect(await environment.client.getOrThrow(${kind}, key)).toMatchObject({ … });
});`.trimStart();
  }
  return `
test("the validator is asked about new objects, and about changes", async () => {
  const asked = [
    vi.spyOn(${kind}Validator.prototype, "validateCreate"),
    vi.spyOn(${kind}Validator.prototype, "validateUpdate"),
  ];
  await environment.apply(sample);
  await environment.client.patch(${kind}, key, { type: "merge", body: { metadata: { labels: { changed: "yes" } } } });
  for (const each of asked) expect(each).toHaveBeenCalled();

  // Say here what it refuses: await expect(environment.client.create(…)).rejects.toThrow("spec.size");
});`.trimStart();
}

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
