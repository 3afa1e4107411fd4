/** Generates everything that `tsop manifests` writes from the sources. */
import type { Artifact } from "../core/artifact.js";
import type { Diagnostic } from "../core/diagnostic.js";
import { printYamlDocuments } from "../core/yaml.js";
import type { Model } from "../model/model.js";
import { compareText } from "../core/compare-text.js";
import { checkUnconverted } from "./check-unconverted.js";
import { buildCrds, type Crd } from "./crd.js";
import { namedKinds } from "./resource-of.js";
import { serverRoleFile } from "../project/definition-module.js";
import { generateRoles, generateServerRoles } from "./rbac.js";
import type { ExistingFiles } from "./existing-files.js";
import { type ExtensionKind, printDefinition, splitKinds } from "./definitions.js";
import type { BuildContext, CrdSettings } from "./crd-version.js";
import { Patterns } from "../schema/patterns.js";
import { Reporter } from "./reporter.js";
import { editorSchemaFile, generateEditorSchemas } from "./editor-schema/editor-schema.js";
import { generateSamples } from "./samples/generate-samples.js";
import { checkConversions, convertedKinds } from "./webhooks/conversions.js";
import { generateWebhooks, type WebhooksContext, type WebhookFile, webhookFile } from "./webhooks/generate-webhooks.js";

/** The parts that can be generated separately. */
export type GeneratorName = "crd" | "rbac" | "webhook" | "samples" | "variants" | "schemas";

/** The output folder of each generator: a folder of the project, with forward slashes; empty for the project root. */
export type OutputFolders = Readonly<Record<GeneratorName, string>>;

export const defaultFolders: OutputFolders = {
  crd: "config/crd/bases",
  rbac: "config/rbac",
  webhook: "config/webhook",
  samples: "config/samples",
  variants: "config/samples/variants",
  schemas: "config/schemas",
};

export interface ManifestsOptions {
  /** The domain in PROJECT, which kubebuilder omits from the names of samples. */
  readonly domain: string;
  readonly projectName: string;
  /** Whether the operator watches namespaces instead of the cluster: its rules then go into a Role. */
  readonly namespaced: boolean;
  readonly crds?: CrdSettings;
  /** Default: all. The types are always checked as a whole, webhooks only if they are generated. */
  readonly generators?: readonly GeneratorName[];
  readonly folders?: OutputFolders;
  /** The existing files of the project. */
  readonly existing: ExistingFiles;
  /** What the extension API server does. Default: the project has none. */
  readonly server?: Pick<Model, "rbac" | "permissions" | "foreign">;
  /** The kinds that the extension API server serves: they have a definition module instead of a CRD. Default: none. */
  readonly extensions?: readonly ExtensionKind[];
}

export interface ManifestsResult {
  /** Sorted by path. Do not write them if a diagnostic is an error. */
  readonly artifacts: readonly Artifact[];
  readonly diagnostics: readonly Diagnostic[];
  /** Samples that the user edited and that remain unchanged. */
  readonly kept: readonly string[];
  /** Generated files that are now empty and must be deleted. */
  readonly absent: readonly string[];
}

export function generateManifests(model: Model, options: ManifestsOptions): ManifestsResult {
  const { generators, folders = defaultFolders } = options;
  const isWanted = (name: GeneratorName): boolean => generators?.includes(name) ?? true;
  const reporter = new Reporter();
  const { conversions } = model.webhooks;
  const context = {
    reporter,
    patterns: new Patterns(),
    settings: options.crds ?? {},
    converted: convertedKinds(conversions),
  };
  // Roles and samples depend on the CRDs, so always build them.
  const crds = buildCrds(context, model.kinds);
  const { served, installed, creatable } = splitKinds(crds, options.extensions);
  if (isWanted("crd")) warnOfUnconverted(context, installed, options.domain);
  const crdFiles = isWanted("crd") ? printCrds(installed, folders.crd) : [];
  const definitions = isWanted("crd") ? served.map(printDefinition) : [];
  if (isWanted("crd")) warnOfStale(reporter, crdFiles, folders.crd, options.existing);
  const webhooks = isWanted("webhook")
    ? webhooksOf({ ...context, ...options }, model, crds, folders.webhook)
    : { artifacts: [], absent: [] };
  const roles = isWanted("rbac") ? rolesOf(reporter, model, crds, options) : [];
  const schemas = isWanted("schemas") ? generateEditorSchemas(crds, options.domain, folders.schemas) : [];
  const schemaOf = (name: string): string | undefined => {
    const file = editorSchemaFile(folders.schemas, name);
    return isWanted("schemas") || options.existing.read(file) !== undefined ? file : undefined;
  };
  const wants = { samples: isWanted("samples"), variants: isWanted("variants") };
  const samples = generateSamples({ ...options, ...context, folders, wants, schemaOf }, creatable);
  const artifacts = [
    ...crdFiles,
    ...definitions,
    ...roles,
    ...webhooks.artifacts,
    ...schemas,
    ...samples.artifacts,
  ].toSorted((a, b) => compareText(a.path, b.path));
  return { artifacts, diagnostics: reporter.diagnostics, kept: samples.kept, absent: webhooks.absent };
}

/** Warns only about the project's own kinds: these sources do not show how other projects convert theirs. */
function warnOfUnconverted({ reporter, converted }: BuildContext, crds: readonly Crd[], domain: string): void {
  for (const crd of crds) {
    const isOwn = crd.group === domain || crd.group.endsWith(`.${domain}`);
    if (isOwn && !converted.has(`${crd.group}/${crd.kind}`)) checkUnconverted(reporter, crd);
  }
}

/**
 * Checks webhooks only if they are generated: a user who adds a conversion generates CRDs while a conversion is still
 * missing.
 */
function webhooksOf(
  context: WebhooksContext & Pick<ManifestsOptions, "existing">,
  model: Model,
  crds: readonly Crd[],
  folder: string,
): WebhookFile {
  checkConversions(context.reporter, model.webhooks.conversions, crds);
  const text = generateWebhooks(context, model.webhooks, namedKinds(crds, model));
  return webhookFile(context.reporter, text, folder, context.existing);
}

function printCrds(crds: readonly Crd[], folder: string): Artifact[] {
  return crds.map(({ group, names, manifest }) => ({
    path: fileIn(folder, `${group}_${names.plural}.yaml`),
    content: printYamlDocuments([manifest]),
  }));
}

function rolesOf(
  reporter: Reporter,
  model: Model,
  crds: readonly Crd[],
  { namespaced, projectName, server, folders = defaultFolders }: ManifestsOptions,
): Artifact[] {
  const namespace = namespaced ? `${projectName}-system` : undefined;
  const { rbac } = folders;
  const roles = { path: fileIn(rbac, "role.yaml"), content: generateRoles(reporter, model, crds, namespace) };
  if (server === undefined) return [roles];
  const file = rbac === defaultFolders.rbac ? serverRoleFile : fileIn(rbac, "apiserver_role.yaml");
  return [roles, { path: file, content: generateServerRoles(reporter, server, crds) }];
}

/**
 * Warns about CRDs of removed kinds: they are still installed with the others, and the user decides whether to delete them.
 */
function warnOfStale(reporter: Reporter, written: readonly Artifact[], folder: string, existing: ExistingFiles): void {
  const paths = new Set(written.map(({ path }) => path));
  for (const name of existing.list(folder).toSorted(compareText)) {
    const path = fileIn(folder, name);
    if (!name.endsWith(".yaml") || paths.has(path) || !isCrd(existing.read(path))) continue;
    const hint = "If you removed the kind, delete the file and its line in kustomization.yaml.";
    reporter.warn("crd/stale", { file: path }, "the sources contain no kind of this CRD", hint);
  }
}

function isCrd(text: string | undefined): boolean {
  return text !== undefined && /^kind:\s*["']?CustomResourceDefinition\b/m.test(text);
}

function fileIn(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
