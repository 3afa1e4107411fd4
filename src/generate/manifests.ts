/** All that `tsop manifests` writes, from what the sources say. */
import type { Artifact } from "../core/artifact.js";
import type { Diagnostic } from "../core/diagnostic.js";
import { isUntouched } from "../core/generated-stamp.js";
import { printYamlDocuments } from "../core/yaml.js";
import type { Model } from "../model/model.js";
import { compareText } from "./compare-text.js";
import { buildCrds, type Crd } from "./crd.js";
import { generateRoles } from "./rbac.js";
import type { BuildContext, CrdSettings } from "./crd-version.js";
import { Patterns } from "../schema/patterns.js";
import { Reporter } from "./reporter.js";
import { renderSample, sampleFields, samplePath } from "./sample.js";

export interface ManifestsOptions {
  /** PROJECT's domain: what kubebuilder leaves out of the names of samples. */
  readonly domain: string;
  readonly projectName: string;
  /** Whether the operator watches namespaces, not the cluster: its rules go into a Role. */
  readonly namespaced: boolean;
  readonly crds?: CrdSettings;
  /** The files that are there already. */
  readonly existing: ExistingFiles;
}

export interface ExistingFiles {
  /** The text of a file of the project; undefined when there is none. */
  read(path: string): string | undefined;
  /** The names of the files in a folder of the project; none where there is no such folder. */
  list(folder: string): readonly string[];
}

export interface ManifestsResult {
  /** Sorted by path. Not to be written when a diagnostic is an error. */
  readonly artifacts: readonly Artifact[];
  readonly diagnostics: readonly Diagnostic[];
  /** Samples that somebody edited and that are left as they are. */
  readonly kept: readonly string[];
}

const crdFolder = "config/crd/bases";

export function generateManifests(model: Model, options: ManifestsOptions): ManifestsResult {
  const reporter = new Reporter();
  const context = { reporter, patterns: new Patterns(), settings: options.crds ?? { conversions: [] } };
  const crds = buildCrds(context, model.kinds);
  const namespace = options.namespaced ? `${options.projectName}-system` : undefined;
  const role = { path: "config/rbac/role.yaml", content: generateRoles(reporter, model.rbac, crds, { namespace }) };
  const crdFiles = crds.map((crd) => ({ path: crdPath(crd), content: printYamlDocuments([crd.manifest]) }));
  warnOfStale(reporter, crdFiles, options.existing);
  const { samples, kept } = generateSamples(context, crds, options);
  const artifacts = [...crdFiles, role, ...samples].toSorted((a, b) => compareText(a.path, b.path));
  return { artifacts, diagnostics: reporter.diagnostics, kept };
}

function crdPath({ group, names }: Crd): string {
  return `${crdFolder}/${group}_${names.plural}.yaml`;
}

function generateSamples(
  { reporter, patterns }: BuildContext,
  crds: readonly Crd[],
  { domain, projectName, existing }: ManifestsOptions,
): { samples: Artifact[]; kept: string[] } {
  const samples: Artifact[] = [];
  const kept: string[] = [];
  for (const version of crds.flatMap((crd) => crd.versions)) {
    const { group, version: name, kind } = version.model;
    // The folder is applied as it stands: an object of a version that nobody serves would be refused.
    if (!version.isServed) continue;
    const path = samplePath(version.model, domain);
    const present = existing.read(path);
    if (present !== undefined && !isUntouched(present)) {
      kept.push(path);
    } else {
      const fields = sampleFields(reporter, patterns, version);
      samples.push({ path, content: renderSample({ group, version: name, kind, projectName, fields }) });
    }
  }
  return { samples, kept };
}

/** A CRD whose kind is gone is still installed with the others; deleting it is the user's decision. */
function warnOfStale(reporter: Reporter, written: readonly Artifact[], existing: ExistingFiles): void {
  const paths = new Set(written.map(({ path }) => path));
  for (const name of existing.list(crdFolder).toSorted(compareText)) {
    const path = `${crdFolder}/${name}`;
    if (!name.endsWith(".yaml") || paths.has(path)) continue;
    const hint = "Delete the file, and take it out of config/crd/kustomization.yaml, if the kind is gone for good.";
    reporter.warn("crd/stale", { file: path }, "no kind of the sources belongs to this CRD", hint);
  }
}
