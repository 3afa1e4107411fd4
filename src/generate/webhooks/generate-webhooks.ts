/** Generates `config/webhook/manifests.yaml`: the configurations of the webhooks that the code registers. */
import { compareText } from "../../core/compare-text.js";
import type { JsonValue } from "../../core/json.js";
import { printYamlDocuments } from "../../core/yaml.js";
import type { WebhooksModel } from "../../model/webhooks.js";
import { readBuiltInResources } from "../../schema/built-in-resources.js";
import { type NamedKind, resourceOf } from "../resource-of.js";
import { type Draft, draftsOf, choices, chosen } from "./draft.js";
import { checkDrafts } from "./check-drafts.js";
import { matchConditionsOf } from "./match-conditions.js";
import { selectorsOf } from "./selectors.js";
import type { Patterns } from "../../schema/patterns.js";
import type { Reporter } from "../reporter.js";
import type { Tag } from "../../model/annotations.js";
import { recordOf } from "../tags/context.js";
import { isSubdomain } from "../../core/name-forms.js";
import type { Artifact } from "../../core/artifact.js";
import type { ExistingFiles } from "../existing-files.js";

/** Returns the text of the file, or undefined if it would be empty. */
export function generateWebhooks(
  context: WebhooksContext,
  { admissions, configurations }: WebhooksModel,
  named: readonly NamedKind[],
): string | undefined {
  const { reporter, domain, projectName } = context;
  const builtIn = admissions.length === 0 ? {} : readBuiltInResources();
  const draftContext = {
    reporter,
    domain: `${projectName}.${domain}`,
    resourceOf: (kind: { apiVersion: string; kind: string }) => resourceOf(kind, named, builtIn),
  };
  const drafts = admissions.flatMap((model) => draftsOf(draftContext, model));
  checkDrafts(reporter, admissions, drafts);
  const types = [true, false].map((isMutating) => {
    return { isMutating, name: configurationName(reporter, configurations, drafts, isMutating) };
  });
  const documents = types.flatMap(({ isMutating, name }) => {
    const chosen = drafts.filter((draft) => draft.isMutating === isMutating);
    return chosen.length === 0 ? [] : [configuration(context, chosen, name)];
  });
  return documents.length === 0 ? undefined : printYamlDocuments(documents);
}

function configuration(context: WebhooksContext, drafts: readonly Draft[], name: string): JsonValue {
  const isMutating = drafts[0]?.isMutating === true;
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: isMutating ? "MutatingWebhookConfiguration" : "ValidatingWebhookConfiguration",
    metadata: { name },
    webhooks: drafts.toSorted((a, b) => compareText(a.name, b.name)).map((draft) => webhookManifest(context, draft)),
  };
}

export interface WebhooksContext {
  readonly reporter: Reporter;
  readonly patterns: Patterns;
  readonly domain: string;
  readonly projectName: string;
}

/** Returns one webhook of a configuration, with kubebuilder's defaults. */
function webhookManifest(context: WebhooksContext, draft: Draft): JsonValue {
  const { settings, isMutating, name, rule } = draft;
  const { timeoutSeconds, admissionReviewVersions = ["v1"] } = settings;
  const scope = chosen(choices.scope, settings.scope);
  return {
    name,
    admissionReviewVersions,
    clientConfig: clientConfigOf(draft),
    failurePolicy: chosen(choices.failurePolicy, settings.failurePolicy) ?? "Fail",
    matchPolicy: chosen(choices.matchPolicy, settings.matchPolicy),
    sideEffects: chosen(choices.sideEffects, settings.sideEffects) ?? "None",
    timeoutSeconds,
    reinvocationPolicy: isMutating ? chosen(choices.reinvocationPolicy, settings.reinvocationPolicy) : undefined,
    rules: [
      {
        apiGroups: rule.groups,
        apiVersions: rule.versions,
        operations: rule.operations,
        resources: rule.resources,
        scope,
      },
    ],
    ...selectorsOf(context.reporter, draft),
    matchConditions: matchConditionsOf(context, draft),
  };
}

/**
 * Returns the client configuration. The name and namespace of the Service have no kustomize prefix yet; the certificate
 * authority is filled in later.
 */
function clientConfigOf({ settings, path }: Draft): JsonValue {
  const { url, serviceName, serviceNamespace, servicePort } = settings;
  if (url !== undefined) return { url };
  const service = { name: serviceName ?? "webhook-service", namespace: serviceNamespace ?? "system", path };
  return { service: { ...service, port: servicePort } };
}

/** Returns kubebuilder's name for the configuration of a type, or the name from `@webhookConfiguration`. */
function configurationName(
  reporter: Reporter,
  tags: readonly Tag[],
  drafts: readonly Draft[],
  isMutating: boolean,
): string {
  const type = isMutating ? "mutating" : "validating";
  const [first, second] = tags.filter((tag) => recordOf(tag)["mutating"] === isMutating);
  if (first === undefined) return `${type}-webhook-configuration`;
  const name = String(recordOf(first)["name"]);
  if (second !== undefined) {
    const message = `${second.spelling}: the ${type} configuration already has a name`;
    const hint = "Keep one of them: an operator has one configuration of each type.";
    reporter.error("tag/conflict", second.at, message, hint);
  }
  if (!isSubdomain(name)) {
    const message = `${first.spelling}: ${JSON.stringify(name)} cannot be the name of a configuration`;
    reporter.error(
      "webhook/invalid",
      first.at,
      message,
      'Write lower-case letters, digits, "-" and ".": name=bar-rules',
    );
  } else if (!drafts.some((draft) => draft.isMutating === isMutating)) {
    const message = `${first.spelling}: there is no ${type} webhook`;
    reporter.error("tag/conflict", first.at, message, "Remove it, or correct mutating=.");
  }
  return name;
}

const fileName = "manifests.yaml";
const mark = "# Generated by `tsop manifests` from the webhook handlers.\n";

export interface WebhookFile {
  readonly artifacts: readonly Artifact[];
  /** The files to delete. */
  readonly absent: readonly string[];
}

/**
 * Returns the file of the configurations, which exists while there are handlers, and is deleted with the last one.
 *
 * @param text - the content of the file; undefined without handlers
 */
export function webhookFile(
  reporter: Reporter,
  text: string | undefined,
  folder: string,
  existing: ExistingFiles,
): WebhookFile {
  const inFolder = (name: string): string => (folder === "" ? name : `${folder}/${name}`);
  const path = inFolder(fileName);
  // Starts like the first document, because tools that join files look for a `---` line.
  if (text !== undefined) return { artifacts: [{ path, content: text.replace(/^---\n/, `---\n${mark}`) }], absent: [] };
  const present = existing.read(path);
  if (present !== undefined && !present.includes(mark.trim())) {
    if (/^kind:\s*["']?(?:Mutating|Validating)WebhookConfiguration\b/m.test(present)) {
      const hint =
        "Delete the file and its line in kustomization.yaml, or register the handler: manager.webhook(Bar).withValidator(…).complete()";
      reporter.warn("webhook/stale", { file: path }, "the sources contain no handler of this configuration", hint);
    }
    return { artifacts: [], absent: [] };
  }
  const kustomization = inFolder("kustomization.yaml");
  if (namesFile.test(existing.read(kustomization) ?? "")) {
    const message = `${fileName} is listed, and the sources contain no handler to generate it from`;
    const hint = `Remove the line. If the folder contains nothing else, remove it from config/default/kustomization.yaml.`;
    reporter.warn("webhook/stale", { file: kustomization }, message, hint);
  }
  return { artifacts: [], absent: [path] };
}

const namesFile = /^[ \t]*-[ \t]*["']?(?:\.\/)?manifests\.yaml["']?[ \t]*(?:#.*)?$/m;
