/** Tags of webhook handlers, and whether the API server accepts the generated configuration. */
import { type Run, runManifests } from "./manifest-cases.js";

export interface WebhookCase {
  /** The tags of the class that is a defaulter and a validator of Bars. */
  readonly tags: string;
  /** The code of tsop's diagnostic, and a part of its message. Absent if tsop accepts the tags. */
  readonly said?: readonly [code: string, words: string];
  /** Default: like tsop. `unasked`: there is no configuration to send. */
  readonly server?: "accepts" | "refuses" | "unasked";
}

const types = `import { type CustomResource, defineKind } from "tsop";
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> { spec?: { size?: string } }
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
`;

/** @param rest - code behind the class, with \`manager\` in scope */
export function runWebhooks(
  tags: string,
  rest = "manager.webhook(Bar).withDefaulter(new Hook()).withValidator(new Hook()).complete();",
): Run {
  const lines = tags.split("\n").map((line) => `// ${line}\n`);
  return runManifests({
    "api/v1/bar_types.ts": types,
    "webhooks/v1/bar_webhook.ts": `import { type Manager, spoke } from "tsop";
import { Pod } from "tsop/k8s/core/v1";
import { Bar } from "../../api/v1/bar_types.js";
${tags === "" ? "" : lines.join("")}class Hook {
  default(bar: Bar): void {}
  validateCreate(bar: Bar): void {}
  validateUpdate(old: Bar, bar: Bar): void {}
}
export function setUp(manager: Manager): void {
  ${rest}
}
`,
  });
}

export function configurationsOf({ artifacts }: Run): string {
  return artifacts.find(({ path }) => path === "config/webhook/manifests.yaml")?.content ?? "";
}

const invalid = (words: string): readonly [string, string] => ["webhook/invalid", words];
const conflict = (words: string): readonly [string, string] => ["tag/conflict", words];
const conditions = (count: number): string =>
  Array.from({ length: count }, (_, index) => `@matchCondition c${index} true`).join("\n");

export const webhookCases: readonly WebhookCase[] = [
  { tags: "" },
  { tags: "@webhook failurePolicy=Ignore timeoutSeconds=1 matchPolicy=Exact sideEffects=NoneOnDryRun" },
  { tags: "+kubebuilder:webhook:failurePolicy=ignore,timeoutSeconds=30,matchPolicy=equivalent,sideEffects=none" },
  { tags: "@webhook mutating=true reinvocationPolicy=IfNeeded" },
  { tags: "@webhook scope=Namespaced" },
  { tags: "@webhook resources=bars;bars/status" },
  { tags: "@webhook groups=* versions=* resources=*" },
  { tags: "@webhook resources=*;*/status" },
  { tags: "@webhook resources=*/*" },
  { tags: "@webhook verbs=*" },
  { tags: "@webhook url=https://hooks.example.com:8443/check" },
  { tags: "@webhook serviceName=hooks serviceNamespace=other servicePort=8443" },
  { tags: "@webhook admissionReviewVersions=v1;v1beta1" },
  { tags: "@webhook admissionReviewVersions=v1beta1" },
  { tags: "@objectSelector app=web,tier!=db,env in (dev,test),!old,new,x notin (y)" },
  { tags: '@objectSelector {"matchLabels": {"app": ""}, "matchExpressions": [{"key": "a", "operator": "Exists"}]}' },
  { tags: "@namespaceSelector example.com/team=a,example.com/team!=b" },
  { tags: "@matchCondition a.b/c request.operation == 'CREATE' || object.metadata.name.startsWith('x')" },
  { tags: "@matchCondition x authorizer.group('').resource('pods').check('get').allowed()" },
  { tags: "@matchCondition x oldObject == null && namespaceObject.metadata.name != 'y'" },
  { tags: conditions(64) },
  { tags: "@webhookConfiguration mutating=true name=bar-defaults" },

  { tags: "@webhook failurePolicy=Ignroe", said: invalid('unknown failurePolicy "Ignroe"') },
  { tags: "@webhook matchPolicy=Exakt", said: invalid('unknown matchPolicy "Exakt"') },
  { tags: "@webhook sideEffects=Some", said: invalid('unknown sideEffects "Some"') },
  { tags: "@webhook sideEffects=Unknown", said: invalid('unknown sideEffects "Unknown"') },
  { tags: "@webhook mutating=true reinvocationPolicy=Always", said: invalid('unknown reinvocationPolicy "Always"') },
  // In a validating webhook, the API server silently drops the field, unless the request is strict.
  {
    tags: "@webhook mutating=false reinvocationPolicy=Never",
    said: invalid("reinvocationPolicy is for mutating webhooks, and this one validates"),
    server: "accepts",
  },
  { tags: "@webhook scope=namespace", said: invalid('unknown scope "namespace"') },
  { tags: "@webhook timeoutSeconds=0", said: invalid("timeoutSeconds=0 is not between 1 and 30") },
  { tags: "@webhook timeoutSeconds=31", said: invalid("timeoutSeconds=31 is not between 1 and 30") },
  { tags: "@webhook mutating=true name=bar.example", said: invalid('"bar.example" cannot be the name of a webhook') },
  { tags: "@webhook mutating=true name=Bar.example.com", said: invalid('"Bar.example.com" cannot be the name') },
  {
    tags: "@webhook mutating=true name=a.b.c\n@webhook mutating=true name=a.b.c timeoutSeconds=3",
    said: invalid("the webhook a.b.c already exists"),
  },
  { tags: "@webhook admissionReviewVersions=v2", said: invalid('not "v2"') },
  { tags: "@webhook admissionReviewVersions=v1;v1", said: invalid("admissionReviewVersions has a version twice") },
  { tags: "@webhook verbs=creat", said: invalid('unknown verb "creat"') },
  { tags: "@webhook verbs=*;create", said: invalid("verbs: * already includes the other values") },
  { tags: "@webhook groups=*;foo.abc.com", said: invalid("groups: * already includes the other values") },
  { tags: "@webhook versions=*;v1", said: invalid("versions: * already includes the other values") },
  { tags: "@webhook resources=*;bars", said: invalid("resources: * already includes the other values") },
  { tags: "@webhook resources=*/*;bars", said: invalid("resources: */* already includes the other values") },
  { tags: "@webhook resources=bars/*;bars/status", said: invalid("bars/* covers bars/status") },
  { tags: "@webhook resources=bars;*/status;bars/status", said: invalid("*/status covers bars/status") },
  {
    tags: "@webhook url=http://hooks.example.com",
    said: invalid('"http://hooks.example.com" is not an https URL'),
  },
  { tags: "@webhook url=https://me@hooks.example.com", said: invalid("cannot have a user") },
  { tags: "@webhook url=https://hooks.example.com/?a=b", said: invalid("cannot have a query") },
  { tags: "@webhook url=https://hooks.example.com/#a", said: invalid("cannot have a fragment") },
  { tags: "@webhook url=https://", said: invalid('"https://" is not an https URL') },
  { tags: "@webhook servicePort=0", said: invalid("servicePort=0 is not between") },
  { tags: "@webhook servicePort=65536", said: invalid("servicePort=65536 is not between") },
  { tags: '@webhook serviceName=""', said: invalid("the name or the namespace of the Service is empty") },
  { tags: "@objectSelector app==web,=x", said: invalid("not a label selector"), server: "unasked" },
  { tags: "@objectSelector size>3", said: invalid("cannot be compared by size"), server: "refuses" },
  { tags: "@objectSelector -app=web", said: invalid("not a label selector"), server: "unasked" },
  { tags: "@objectSelector a/b/c=web", said: invalid('"a/b/c" cannot be the key of a label') },
  { tags: "@objectSelector app=-web", said: invalid('"-web" cannot be the value of a label') },
  {
    tags: '@namespaceSelector {"matchLabel": {"app": "x"}}',
    said: invalid("unknown field matchLabel"),
    server: "unasked",
  },
  { tags: '@namespaceSelector {"matchLabels": {"app": 1}}', said: invalid("app is not a string"), server: "unasked" },
  { tags: '@namespaceSelector {"matchLabels": }', said: invalid("it is not JSON"), server: "unasked" },
  {
    tags: '@namespaceSelector {"matchExpressions": [{"key": "a", "operator": "In"}]}',
    said: invalid("In needs values"),
  },
  {
    tags: '@namespaceSelector {"matchExpressions": [{"key": "a", "operator": "Exists", "values": ["b"]}]}',
    said: invalid("Exists has no values"),
  },
  {
    tags: '@namespaceSelector {"matchExpressions": [{"key": "a", "operator": "in", "values": ["b"]}]}',
    said: invalid("one of In, NotIn, Exists, DoesNotExist"),
    server: "unasked",
  },
  { tags: "@matchCondition x", said: invalid("the expression is missing") },
  { tags: "@matchCondition -x true", said: invalid('"-x" cannot be the name of a condition') },
  { tags: "@matchCondition x true\n@matchCondition x false", said: invalid("the condition x already exists") },
  { tags: "@matchCondition x self.spec.size == 'a'", said: invalid("the expression of x") },
  { tags: "@matchCondition x request.nmae == 'a'", said: invalid("the expression of x") },
  { tags: "@matchCondition x request.name ==", said: invalid("the expression of x") },
  { tags: "@matchCondition x request.name", said: invalid("returns string, not bool") },
  { tags: "@matchCondition x object.spec.flag", said: invalid("returns dyn, not bool") },
  { tags: conditions(65), said: invalid("a webhook can have 64 conditions, and this handler has 65") },
  { tags: "@webhookConfiguration mutating=true name=Bar_defaults", said: invalid('"Bar_defaults" cannot be the name') },

  // The API server accepts these, but they would never do what the user intended.
  {
    tags: "@webhook path=/elsewhere",
    said: conflict("path=/elsewhere, and the operator serves it at"),
    server: "accepts",
  },
  { tags: "@webhook resources=bar", said: conflict("resources=bar, and the handler is for Bar"), server: "accepts" },
  { tags: "@webhook groups=foo", said: conflict("groups=foo, and the handler is for Bar"), server: "accepts" },
  { tags: "@webhook versions=v2", said: conflict("versions=v2, and the handler is for Bar"), server: "accepts" },
  { tags: "@webhook scope=Cluster", said: conflict("scope=Cluster, and Bar is Namespaced"), server: "accepts" },
  { tags: "@webhook webhookVersions=v1beta1", said: invalid("webhookVersions: only v1 exists"), server: "accepts" },
  {
    tags: "@webhookConfiguration mutating=true name=a\n@webhookConfiguration mutating=true name=b",
    said: conflict("the mutating configuration already has a name"),
    server: "accepts",
  },
  { tags: "@objectSelector a=b\n@objectSelector c=d", said: conflict("is given twice"), server: "accepts" },
  {
    tags: "@webhook timeoutSeconds=3 serviceName=a url=https://a.example.com",
    said: invalid("url and serviceName contradict each other"),
    server: "accepts",
  },
];
