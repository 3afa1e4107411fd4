/** Checks what the API server would reject in a webhook, and what would never have the intended effect. */
import { nearest } from "../../core/suggest.js";
import type { WebhookModel } from "../../model/webhooks.js";
import type { Fault, Reporter } from "../reporter.js";
import { choices, chosen, type Draft, settingsOf, subjectOf, tagsFor, type Rule } from "./draft.js";
import { isSubdomain } from "../../core/name-forms.js";
import { parseApiVersion } from "../../core/gvk.js";
import { checkWebhookPath } from "../../kube/webhook-paths.js";

export function checkDrafts(reporter: Reporter, models: readonly WebhookModel[], drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    const faults = [...checkChoices(draft), ...checkOwn(draft), ...checkRule(draft.rule), ...checkClient(draft)];
    for (const { message, hint } of faults) {
      reporter.error("webhook/invalid", draft.at, `${subjectOf(draft)}: ${message}`, hint);
    }
    checkAgainstCode(reporter, draft);
  }
  checkNames(reporter, drafts);
  checkPaths(reporter, drafts);
  checkUnused(reporter, models);
}

function checkChoices({ settings, isMutating }: Draft): Fault[] {
  const fields = ["failurePolicy", "matchPolicy", "sideEffects", "reinvocationPolicy", "scope"] as const;
  const faults = fields.flatMap((field): Fault[] => {
    const values: readonly string[] = choices[field];
    const given = settings[field];
    if (given === undefined || values.includes(chosen(values, given) ?? "")) return [];
    const near = nearest(given, values);
    const hint = `${near === undefined ? "" : `Did you mean ${near}? `}Use one of ${values.join(", ")}.`;
    return [
      {
        message: `unknown ${field} ${JSON.stringify(given)}`,
        hint: field === "sideEffects" ? `${hint} ${whySideEffects}` : hint,
      },
    ];
  });
  if (isMutating || settings.reinvocationPolicy === undefined) return faults;
  const message = "reinvocationPolicy is for mutating webhooks, and this one validates";
  return [...faults, { message, hint: "Remove it." }];
}

const whySideEffects = "The API server rejects a webhook that has side effects in a dry run.";

const reviewVersions = ["v1", "v1beta1"];

function checkOwn({ settings, name }: Draft): Fault[] {
  const { timeoutSeconds: timeout, admissionReviewVersions: reviews = ["v1"], webhookVersions = ["v1"] } = settings;
  const faults: Fault[] = [];
  if (timeout !== undefined && (timeout < 1 || timeout > 30)) {
    faults.push({ message: `timeoutSeconds=${timeout} is not between 1 and 30`, hint: "Omit it for 10 seconds." });
  }
  if (!isSubdomain(name) || name.split(".").length < 3) {
    const hint = "Write a lower-case domain of at least three parts: name=check.bar.example.com";
    faults.push({ message: `${JSON.stringify(name)} cannot be the name of a webhook`, hint });
  }
  const unknown = reviews.find((version) => !reviewVersions.includes(version));
  if (reviews.length === 0 || unknown !== undefined) {
    const message = `admissionReviewVersions: the operator supports ${reviewVersions.join(" and ")}, not ${JSON.stringify(unknown ?? "")}`;
    faults.push({ message, hint: "Omit it for v1." });
  }
  if (new Set(reviews).size < reviews.length) {
    faults.push({ message: "admissionReviewVersions has a version twice", hint: "Keep one of each." });
  }
  const old = webhookVersions.find((version) => version !== "v1");
  if (old !== undefined) {
    faults.push({ message: `webhookVersions: only v1 exists, not ${JSON.stringify(old)}`, hint: "Remove it." });
  }
  return faults;
}

function checkNames(reporter: Reporter, drafts: readonly Draft[]): void {
  const taken = new Set<string>();
  for (const draft of drafts) {
    const key = `${draft.isMutating} ${draft.name}`;
    if (taken.has(key)) {
      const hint =
        draft.tag === undefined
          ? "Register one for each kind, or name them: @webhook name=… above each handler."
          : "Write all arguments in one @webhook. For two webhooks of one handler, give each a name=….";
      const message = `${subjectOf(draft)}: the webhook ${draft.name} already exists`;
      reporter.error("webhook/invalid", draft.at, message, hint);
    }
    taken.add(key);
  }
}

/** Reports two registrations with one path: the operator would not start. */
function checkPaths(reporter: Reporter, drafts: readonly Draft[]): void {
  const taken = new Map<string, Draft>();
  for (const draft of drafts.filter(({ settings }) => settings.url === undefined)) {
    const other = taken.get(draft.path);
    if (other === undefined) taken.set(draft.path, draft);
    else if (other.model.at !== draft.model.at) {
      const message = `${subjectOf(draft)}: ${other.model.why} is already served at ${draft.path}`;
      const hint = "Choose another path: { path: … } after the handler.";
      reporter.error("webhook/invalid", draft.model.at, message, hint);
    }
  }
}

/** Reports a tag with mutating=… on a handler of the other kind. */
function checkUnused(reporter: Reporter, models: readonly WebhookModel[]): void {
  const used = new Set(models.flatMap((model) => tagsFor(model)));
  for (const model of models) {
    for (const tag of model.tags.filter((each) => each.record.effect.kind === "webhook" && !used.has(each))) {
      const { mutating } = settingsOf(tag);
      const message = `${tag.spelling}: mutating=${String(mutating)}, and ${model.why} makes it a ${model.handler}`;
      reporter.error("tag/conflict", tag.at, message, "Omit mutating: tsop derives it from the code.");
    }
  }
}

const operations = ["CREATE", "UPDATE", "DELETE", "CONNECT", "*"];

/**
 * Checks a rule by the API server's requirements. Source: k8s.io/kubernetes/pkg/apis/admissionregistration/validation
 * (validateRule).
 */
function checkRule(rule: Rule): Fault[] {
  return [
    ...checkOperations(rule.operations),
    ...checkList("groups", rule.groups),
    ...checkList("versions", rule.versions),
    ...checkResources(rule.resources),
  ];
}

function checkOperations(given: readonly string[]): Fault[] {
  const unknown = given.filter((verb) => !operations.includes(verb));
  return [
    ...unknown.map((verb) => {
      const near = nearest(verb, operations);
      const hint = `${near === undefined ? "" : `Did you mean ${near.toLowerCase()}? `}Use one of create, update, delete, connect, *.`;
      return { message: `unknown verb ${JSON.stringify(verb.toLowerCase())}`, hint };
    }),
    ...checkList("verbs", given),
  ];
}

function checkList(name: string, values: readonly string[]): Fault[] {
  if (values.length === 0) return [{ message: `${name} is empty`, hint: `Omit ${name}, or write at least one value.` }];
  if (name !== "groups" && values.includes(""))
    return [{ message: `${name} contains an empty string`, hint: "Remove it." }];
  if (values.length === 1 || !values.includes("*")) return [];
  return [{ message: `${name}: * already includes the other values`, hint: `Write ${name}=*` }];
}

function checkResources(resources: readonly string[]): Fault[] {
  if (resources.length === 0) return [{ message: "resources is empty", hint: "For example: resources=pods" }];
  const faults: Fault[] = [];
  const wildcards = new Set<string>();
  for (const resource of resources) {
    if (resource === "") faults.push({ message: "resources contains an empty string", hint: "Remove it." });
    const [name = "", sub] = resource.split("/", 2);
    if (sub === undefined) continue;
    const cover = [`${name}/*`, `*/${sub}`].find((wildcard) => wildcards.has(wildcard));
    if (cover !== undefined)
      faults.push({ message: `resources: ${cover} covers ${resource}`, hint: `Remove ${resource}.` });
    if (name === "*" || sub === "*") wildcards.add(resource);
  }
  if (resources.length > 1 && resources.includes("*/*")) {
    faults.push({ message: "resources: */* already includes the other values", hint: "Write resources=*/*" });
  }
  // Kubernetes checks only the last one without a subresource; whichever it is, the others have no effect.
  if (resources.includes("*") && resources.some((each) => each !== "*" && each !== "" && !each.includes("/"))) {
    faults.push({ message: "resources: * already includes the other values", hint: "Write resources=*" });
  }
  return faults;
}

/** Checks the address of a webhook. Source: k8s.io/apiserver/pkg/util/webhook/validation.go. */
function checkClient({ settings, path }: Draft): Fault[] {
  const { url, serviceName, serviceNamespace, servicePort } = settings;
  if (url !== undefined) {
    const others = { serviceName, serviceNamespace, servicePort };
    const beside = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
    const both =
      beside === undefined ? [] : [{ message: `url and ${beside} contradict each other`, hint: "Keep one of them." }];
    return [...checkUrl(url), ...both];
  }
  const problem = checkWebhookPath(path);
  const faults: Fault[] = problem === undefined ? [] : [problem];
  if (serviceName === "" || serviceNamespace === "") {
    faults.push({
      message: "the name or the namespace of the Service is empty",
      hint: "Omit it: kustomize sets it.",
    });
  }
  if (servicePort !== undefined && (servicePort < 1 || servicePort > 65_535)) {
    faults.push({ message: `servicePort=${servicePort} is not between 1 and 65535`, hint: "Omit it for 443." });
  }
  return faults;
}

const form = "For example: url=https://hooks.example.com/check";

function checkUrl(text: string): Fault[] {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:" || url.hostname === "" || !/^https:\/\/[^/]/i.test(text)) {
    return [{ message: `${JSON.stringify(text)} is not an https URL`, hint: form }];
  }
  const extra =
    text.includes("@") && (url.username !== "" || url.password !== "")
      ? "a user"
      : /\?./.test(text)
        ? "a query"
        : /#./.test(text)
          ? "a fragment"
          : undefined;
  return extra === undefined ? [] : [{ message: `the URL of a webhook cannot have ${extra}`, hint: form }];
}

/** Reports tags that contradict the code: no handler would respond to the webhook, or it would never be called. */
function checkAgainstCode(reporter: Reporter, draft: Draft): void {
  const { settings, model, path, rule, at } = draft;
  const contradict = (message: string, hint: string): void => {
    reporter.error("tag/conflict", at, `${subjectOf(draft)}: ${message}`, hint);
  };
  if (settings.path !== undefined && settings.path !== path) {
    contradict(
      `path=${settings.path}, and the operator serves it at ${path}`,
      `Omit path, or serve it there: { path: ${JSON.stringify(settings.path)} } after the handler.`,
    );
  }
  if (settings.path !== undefined && settings.url !== undefined)
    contradict("path and url contradict each other", "Keep one of them.");
  if (model.operations?.length === 0) {
    const hint = "Implement validateCreate, validateUpdate or validateDelete.";
    reporter.error("webhook/invalid", model.at, `${model.why}: the validator implements no operation`, hint);
  }
  checkKind(draft, contradict);
  const unanswered = rule.operations.filter(
    (verb) => verb !== "*" && model.operations?.includes(verb as never) === false,
  );
  if (unanswered.length === 0 || model.operations?.length === 0) return;
  const message = `${subjectOf(draft)}: ${unanswered.join(", ")} is received, and the handler ignores it`;
  reporter.warn("webhook/unanswered", at, message, "Omit verbs: tsop derives them from the methods of the handler.");
}

/** Checks that a handler for a kind receives requests only for that kind. */
function checkKind(
  { model, rule, resource, settings }: Draft,
  contradict: (message: string, hint: string) => void,
): void {
  if (model.kind === undefined || resource === undefined) return;
  const { group, version } = parseApiVersion(model.kind.apiVersion);
  const { name, namespaced } = resource;
  const lacks = (given: readonly string[], wanted: string): boolean => !given.includes(wanted) && !given.includes("*");
  const isFor = `the handler is for ${model.kind.kind} of ${model.kind.apiVersion}`;
  if (lacks(rule.groups, group)) {
    contradict(`groups=${rule.groups.join(";")}, and ${isFor}`, "Omit groups: tsop derives it from the code.");
  }
  if (lacks(rule.versions, version)) {
    contradict(`versions=${rule.versions.join(";")}, and ${isFor}`, "Omit versions: tsop derives it from the code.");
  }
  if (!rule.resources.some((each) => ["*", "*/*", name].includes(each) || each.startsWith(`${name}/`))) {
    const near = rule.resources.find((each) => nearest(each, [name]) !== undefined);
    const hint = near === undefined ? "Omit resources: tsop derives it from the code." : `Did you mean ${name}?`;
    contradict(`resources=${rule.resources.join(";")}, and ${isFor}`, hint);
  }
  const scope = chosen(choices.scope, settings.scope);
  const actual = namespaced ? "Namespaced" : "Cluster";
  if ((scope === "Namespaced" || scope === "Cluster") && scope !== actual) {
    contradict(`scope=${scope}, and ${model.kind.kind} is ${actual}: it would never receive a request`, "Omit scope.");
  }
}
