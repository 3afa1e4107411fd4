/** Generates the files of `config/samples`, and preserves the files that the user edited. */
import path from "node:path";
import type { Artifact } from "../../core/artifact.js";
import { isUntouched } from "../../core/generated-stamp.js";
import type { Patterns } from "../../schema/patterns.js";
import type { Crd } from "../crd.js";
import type { CrdVersion } from "../crd-version.js";
import type { ExistingFiles } from "../existing-files.js";
import type { Reporter } from "../reporter.js";
import { findForms } from "./find-forms.js";
import type { Gap } from "./sample-value.js";
import { makeSample, renderSample, sampledRoot, sampleName, type SampleWishes } from "./sample.js";

export interface SampleSettings {
  readonly patterns: Patterns;
  readonly reporter: Reporter;
  readonly domain: string;
  readonly projectName: string;
  /** Whether to generate the plain samples (`samples`), and the samples of all fields and of each member of a union (`variants`). */
  readonly wants: { readonly samples: boolean; readonly variants: boolean };
  readonly folders: { readonly samples: string; readonly variants: string };
  /** Returns the path of the editor schema for a sample of that name, or undefined if it has none. */
  readonly schemaOf: (name: string) => string | undefined;
  readonly existing: ExistingFiles;
}

export interface Samples {
  readonly artifacts: readonly Artifact[];
  /** The samples that the user edited. */
  readonly kept: readonly string[];
}

export function generateSamples(settings: SampleSettings, crds: readonly Crd[]): Samples {
  const planned = crds
    .flatMap(({ versions }) => versions)
    // kubectl applies the whole folder; it would fail for an object of a version that is not served.
    .filter(({ isServed }) => isServed)
    .flatMap((version) => plan(settings, version));
  const kept = planned.filter(({ file }) => isEdited(settings.existing.read(file))).map(({ file }) => file);
  const artifacts = planned
    .filter(({ file }) => !kept.includes(file))
    .flatMap(({ file, render }) => {
      const content = render();
      return content === undefined ? [] : [{ path: file, content }];
    });
  for (const name of ["samples", "variants"] as const) {
    if (settings.wants[name]) warnOfStale(settings, settings.folders[name], new Set(planned.map(({ file }) => file)));
  }
  return { artifacts, kept };
}

interface Planned {
  readonly file: string;
  /** Returns undefined for a form without valid objects. */
  readonly render: () => string | undefined;
}

function plan(settings: SampleSettings, version: CrdVersion): Planned[] {
  const { wants, folders } = settings;
  const name = sampleName(version.model, settings.domain);
  const reported = new Set<string>();
  const planned = (file: string, suffix: string, wishes: Partial<SampleWishes>): Planned => ({
    file,
    render: () => {
      const gaps: Gap[] = [];
      const onGap = (gap: Gap): void => void gaps.push(gap);
      const sample = makeSample(version, { patterns: settings.patterns, onGap, suffix, ...wishes });
      if (gaps.length > 0 && wishes.choice !== undefined) return undefined;
      for (const gap of gaps) {
        if (!reported.has(gap.path)) reportGap(settings.reporter, version, gap);
        reported.add(gap.path);
      }
      const schemaFile = settings.schemaOf(name);
      return renderSample(version, sample, {
        projectName: settings.projectName,
        schemaPath: schemaFile === undefined ? undefined : path.posix.relative(path.posix.dirname(file), schemaFile),
        isCommented: wishes.isFull === true,
      });
    },
  });
  const plain = planned(path.posix.join(folders.samples, `${name}.yaml`), "sample", {});
  if (!wants.variants) return wants.samples ? [plain] : [];
  const inVariants = (suffix: string): string => path.posix.join(folders.variants, `${name}_${suffix}.yaml`);
  const variants = [
    planned(inVariants("full"), "full", { isFull: true }),
    ...findForms(sampledRoot(version.schema)).map(({ slug, choice }) => planned(inVariants(slug), slug, { choice })),
  ];
  return wants.samples ? [plain, ...variants] : variants;
}

function reportGap(reporter: Reporter, { model }: CrdVersion, { path: gap, schema, broken }: Gap): void {
  const at = gap.slice(1);
  if (broken !== undefined) {
    const message = `the sample of ${model.kind} breaks a rule${at === "" ? "" : ` on ${at}`}: ${broken}`;
    const hint = "Put @example with valid values on the fields of the rule, or on a field that contains them.";
    reporter.warn("sample/incomplete", model.at, message, hint);
    return;
  }
  const [rule] = schema["x-kubernetes-validations"] ?? [];
  const wish = schema.pattern === undefined ? rule && `keep the rule ${rule.rule.trim()}` : `match ${schema.pattern}`;
  const hint = `Put @example with a valid value on the field${wish === undefined ? "" : ` (it must ${wish})`}.`;
  const message = `the sample of ${model.kind} has no value${at === "" ? "" : ` for ${at}`}`;
  reporter.warn("sample/incomplete", model.at, message, hint);
}

function isEdited(text: string | undefined): boolean {
  return text !== undefined && !isUntouched(text);
}

/** Warns about samples of a removed kind, version or form: they would be applied with the others, and rejected. */
function warnOfStale({ reporter, existing }: SampleSettings, folder: string, current: ReadonlySet<string>): void {
  for (const name of existing.list(folder).toSorted()) {
    const file = path.posix.join(folder, name);
    const text = name.endsWith(".yaml") && !current.has(file) ? existing.read(file) : undefined;
    if (text === undefined || !isUntouched(text)) continue;
    const hint = "Delete the file. tsop does not check samples that you wrote or edited.";
    const message = "this generated sample belongs to no kind, version or variant in the sources";
    reporter.warn("sample/stale", { file }, message, hint);
  }
}
