/** Converts handlers and their tags to webhook drafts, which are not yet checked. */
import { parseApiVersion } from "../../core/gvk.js";
import type { SourceLocation } from "../../core/source-location.js";
import { mutatePath, validatePath } from "../../kube/webhook-paths.js";
import type { Tag } from "../../model/annotations.js";
import type { WebhookModel } from "../../model/webhooks.js";
import type { BuiltInResource } from "../../schema/built-in-resources.js";
import type { Reporter } from "../reporter.js";
import { recordOf } from "../tags/context.js";

/** The arguments of `@webhook` in its grammar. */
interface WebhookSettings {
  readonly mutating?: boolean;
  readonly failurePolicy?: string;
  readonly groups?: readonly string[];
  readonly resources?: readonly string[];
  readonly verbs?: readonly string[];
  readonly versions?: readonly string[];
  readonly scope?: string;
  readonly name?: string;
  readonly path?: string;
  readonly url?: string;
  readonly admissionReviewVersions?: readonly string[];
  readonly matchPolicy?: string;
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
  readonly reinvocationPolicy?: string;
  readonly serviceName?: string;
  readonly serviceNamespace?: string;
  readonly servicePort?: number;
  readonly webhookVersions?: readonly string[];
}

/** The rule of a webhook: the requests that it receives. */
export interface Rule {
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  readonly resources: readonly string[];
  readonly operations: readonly string[];
}

export interface Draft {
  readonly isMutating: boolean;
  readonly model: WebhookModel;
  readonly settings: WebhookSettings;
  /** The tag with the settings; undefined if nothing is set. */
  readonly tag: Tag | undefined;
  readonly at: SourceLocation;
  readonly name: string;
  /** The path that the operator serves. */
  readonly path: string;
  readonly rule: Rule;
  /** The resource of the kind that the handler is for. */
  readonly resource: BuiltInResource | undefined;
}

/** Returns the beginning of a finding about a webhook. */
export function subjectOf({ tag, model }: Draft): string {
  return tag?.spelling ?? model.why;
}

interface DraftContext {
  readonly reporter: Reporter;
  /** The suffix of the names of handlers without a kind. */
  readonly domain: string;
  readonly resourceOf: (kind: NonNullable<WebhookModel["kind"]>) => BuiltInResource;
}

/** Returns one webhook, or one for each `@webhook`. */
export function draftsOf(context: DraftContext, model: WebhookModel): Draft[] {
  const tags = tagsFor(model);
  const all = tags.length === 0 ? [undefined] : tags;
  return all.map((tag) => draftOf(context, model, tag)).filter((draft) => draft !== undefined);
}

/** Returns the tags for the handler. If one class is both a defaulter and a validator, it has tags for both. */
export function tagsFor(model: WebhookModel): Tag[] {
  const tags = model.tags.filter(({ record }) => record.effect.kind === "webhook");
  if (model.handler === "any") return tags;
  const isMutating = model.handler === "defaulter";
  return tags.filter((tag) => (settingsOf(tag).mutating ?? isMutating) === isMutating);
}

export function settingsOf(tag: Tag | undefined): WebhookSettings {
  // The grammar of the tag guarantees these arguments and their types.
  return tag === undefined ? {} : recordOf(tag);
}

function draftOf(context: DraftContext, model: WebhookModel, tag: Tag | undefined): Draft | undefined {
  const settings = settingsOf(tag);
  const at = tag?.at ?? model.at;
  const resource = model.kind && context.resourceOf(model.kind);
  const identity = model.kind && { ...parseApiVersion(model.kind.apiVersion), kind: model.kind.kind };
  const groups = settings.groups === undefined ? undefined : groupsOf(settings.groups);
  const found = {
    mutating: model.handler === "any" ? settings.mutating : model.handler === "defaulter",
    groups: groups ?? (identity && [identity.group]),
    resources: settings.resources ?? (resource && [resource.name]),
    verbs: settings.verbs?.map((verb) => verb.toUpperCase()) ?? model.operations,
    versions: settings.versions ?? (identity && [identity.version]),
    path: servedAt(model, settings, identity),
  };
  const { mutating, groups: apiGroups, resources, verbs, versions, path } = found;
  const isComplete = mutating !== undefined && apiGroups && resources && verbs && versions && path !== undefined;
  if (!isComplete) {
    const missing = Object.entries(found).flatMap(([name, value]) => (value === undefined ? [name] : []));
    reportMissing(context.reporter, model, tag, missing);
    return undefined;
  }
  const kindName =
    identity && [identity.kind.toLowerCase(), identity.version, identity.group].filter(Boolean).join(".");
  const name =
    settings.name ??
    (kindName === undefined ? nameOfPath(path, context.domain) : `${mutating ? "mutate" : "validate"}.${kindName}`);
  const rule = { groups: apiGroups, versions, resources, operations: verbs };
  return { isMutating: mutating, model, settings, tag, at, name, path, rule, resource };
}

function servedAt(
  { path, handler }: WebhookModel,
  settings: WebhookSettings,
  identity: { group: string; version: string; kind: string } | undefined,
): string | undefined {
  if (path.kind === "said") return path.text;
  if (path.kind === "unknown" || identity === undefined)
    return settings.path ?? (settings.url === undefined ? undefined : "");
  return handler === "defaulter" ? mutatePath(identity) : validatePath(identity);
}

/** Converts names of groups: as in roles, `core` or nothing means the group without a name. */
function groupsOf(words: readonly string[]): string[] {
  return words.length === 0 ? [""] : words.map((word) => (word === "core" ? "" : word));
}

function nameOfPath(path: string, domain: string): string {
  const words = path
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return `${words.length === 0 ? "webhook" : words.join("-")}.${domain}`;
}

const examples: Readonly<Record<string, string>> = {
  mutating: "mutating=false",
  groups: "groups=core",
  resources: "resources=pods",
  verbs: "verbs=create;update",
  versions: "versions=v1",
  path: "path=/check-pods",
};

function reportMissing(
  reporter: Reporter,
  model: WebhookModel,
  tag: Tag | undefined,
  missing: readonly string[],
): void {
  const what =
    model.handler === "any"
      ? `the code does not show which requests ${model.why} handles`
      : missing.includes("groups")
        ? `the code does not show the kind of ${model.why}`
        : missing.includes("verbs")
          ? `the code does not show which methods the handler of ${model.why} has`
          : `the code does not show the path of ${model.why}`;
  const example = missing.map((name) => examples[name] ?? name).join(" ");
  const hint =
    tag === undefined
      ? `Write above it, or above its handler: @webhook ${example}`
      : `Add to ${tag.spelling}: ${example}`;
  reporter.error("webhook/unresolved", tag?.at ?? model.at, `${what}: missing ${missing.join(", ")}`, hint);
}

/** The fields of a webhook with a fixed set of values. As in kubebuilder's markers, case does not matter. */
export const choices = {
  failurePolicy: ["Fail", "Ignore"],
  matchPolicy: ["Equivalent", "Exact"],
  sideEffects: ["None", "NoneOnDryRun"],
  reinvocationPolicy: ["IfNeeded", "Never"],
  scope: ["*", "Cluster", "Namespaced"],
} as const;

export function chosen(values: readonly string[], given: string | undefined): string | undefined {
  return given && (values.find((value) => value.toLowerCase() === given.toLowerCase()) ?? given);
}
