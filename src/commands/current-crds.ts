/** The CRDs of the types in their current state, and the locations of their parts. */
import { hasErrors, sortDiagnostics } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import type { SourceLocation } from "../core/source-location.js";
import type { Change, Step } from "../compatibility/change.js";
import { schemaAt, schemasAlong } from "../compatibility/schema-at.js";
import type { Crd } from "../compatibility/crd.js";
import { readCrd } from "../compatibility/read-crd.js";
import { isJsonObject } from "../core/json.js";
import { buildCrds, type Crd as GeneratedCrd } from "../generate/crd.js";
import type { CrdVersion } from "../generate/crd-version.js";
import { Reporter } from "../generate/reporter.js";
import { convertedKinds } from "../generate/webhooks/conversions.js";
import { Patterns } from "../schema/patterns.js";
import type { Schema, ValidationRule } from "../schema/schema.js";
import type { GeneratedAndRead } from "../reference/kind-sources.js";
import { readSources } from "../source/load.js";
import { diskHost, type SourceHost } from "../source/source-host.js";

export interface CurrentCrds {
  readonly crds: readonly Crd[];
  /** Returns the location of a change in the types, or of the closest part around it. */
  readonly locate: (change: Change) => SourceLocation | undefined;
}

/**
 * Generates the CRDs in memory.
 *
 * @throws TsopError with all diagnostics, when there is an error among them
 */
export function currentCrds(root: string): CurrentCrds {
  const read = generatedCrds(root);
  return {
    crds: read.map(({ crd }) => crd),
    locate: (change) => {
      const own = read.find(({ crd }) => crd.name === change.place.crd);
      return own === undefined ? undefined : locate(own.generated, change);
    },
  };
}

/**
 * Generates the CRDs in memory, with the origins of their parts.
 *
 * @throws TsopError with all diagnostics, when there is an error among them
 */
export function generatedCrds(root: string, host: SourceHost = diskHost(root)): GeneratedAndRead[] {
  const { model, diagnostics } = readSources({ root, host });
  const broken = diagnostics.filter(({ code }) => code === "source/syntax");
  if (broken.length > 0) throw TsopError.fromDiagnostics(broken);
  const reporter = new Reporter();
  const converted = convertedKinds(model.webhooks.conversions);
  const generated = buildCrds({ reporter, patterns: new Patterns(), settings: {}, converted }, model.kinds);
  const faults = [...diagnostics, ...reporter.diagnostics];
  if (hasErrors(faults)) throw TsopError.fromDiagnostics(sortDiagnostics(faults));
  return generated.map((crd) => ({ generated: crd, crd: readGenerated(crd) }));
}

function readGenerated({ manifest, kind }: GeneratedCrd): Crd {
  const read = isJsonObject(manifest) ? readCrd({ ...manifest }) : undefined;
  if (read?.kind !== "crd")
    throw new Error(`the generated CRD of ${kind} is not valid: ${read?.faults.join("; ") ?? ""}`);
  return read.crd;
}

function locate({ versions }: GeneratedCrd, { place, detail }: Change): SourceLocation | undefined {
  const wanted = place.versionAfter ?? place.version;
  const version = versions.find(({ model }) => model.version === wanted) ?? versions[0];
  if (version === undefined) return undefined;
  if (place.path.length === 0 && place.keyword === undefined) return version.model.at;
  if (detail.kind === "rule-added" || detail.kind === "rule-changed") {
    const rule = ruleOf(schemaAt(version.schema, place.path), detail.after);
    const at = rule === undefined ? undefined : version.origins.ofRule(rule);
    if (at !== undefined) return at;
  }
  const path: readonly Step[] =
    detail.kind === "required-added" || detail.kind === "required-removed"
      ? [...place.path, { kind: "field", name: detail.field }]
      : place.path;
  return locateSchema(version, path, place.keyword);
}

function ruleOf(schema: Schema | undefined, wanted: ValidationRule): ValidationRule | undefined {
  return schema?.["x-kubernetes-validations"]?.find(({ rule }) => rule === wanted.rule);
}

/** Returns the location of the schema at a path, or of the closest schema around it. */
function locateSchema(
  { model, schema, origins }: CrdVersion,
  path: readonly Step[],
  keyword: keyof Schema | undefined,
): SourceLocation {
  const { around, isWhole } = schemasAlong(schema, path);
  for (const [index, each] of around.toReversed().entries()) {
    const at = origins.of(each, index === 0 && isWhole ? keyword : undefined);
    if (at !== undefined) return at;
  }
  return model.at;
}
