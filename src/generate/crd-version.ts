/** Converts one version of a kind to one entry of a CRD's `versions`. */
import type { ExactJsonValue } from "../core/json.js";
import type { KindModel } from "../model/model.js";
import { applyLayer, buildSchema } from "./build-schema.js";
import { checkCel } from "./check-cel.js";
import { checkSchema } from "./check-schema.js";
import { printerColumns } from "./crd-columns.js";
import { selectableFields, subresourcesOf, tagsOf } from "./crd-subresources.js";
import { limitDescriptions, finishRoot, uniteRules } from "./root-schema.js";
import { fieldPaths } from "./field-paths.js";
import type { Patterns } from "../schema/patterns.js";
import type { Reporter } from "./reporter.js";
import { RuleJudges } from "./rule-judges.js";
import { Origins } from "./origins.js";
import { type Schema, schemaJson } from "../schema/schema.js";
import { recordOf } from "./tags/context.js";

export interface BuildContext {
  readonly reporter: Reporter;
  readonly patterns: Patterns;
  readonly settings: CrdSettings;
  /** The kinds, as `group/Kind`, that a webhook of the operator converts between their versions. */
  readonly converted: ReadonlySet<string>;
}

export interface CrdVersion {
  readonly model: KindModel;
  readonly schema: Schema;
  /** Additional facts about the parts of the schema. */
  readonly origins: Origins;
  /** The evaluators of the rules in the schema. */
  readonly judges: RuleJudges;
  readonly isServed: boolean;
  /** The path of the number of replicas that the scale subresource shows, as `["spec", "replicas"]`. */
  readonly replicasPath: readonly string[] | undefined;
  readonly manifest: { readonly [key: string]: ExactJsonValue | undefined };
}

export function buildVersion(
  { reporter: shared, patterns, settings }: BuildContext,
  model: KindModel,
  isOnly: boolean,
): CrdVersion {
  const reporter = reporterFor(shared, model);
  const origins = new Origins();
  const context = { reporter, origins };
  const built = applyLayer(context, buildSchema(context, model.type), model.annotations);
  const fields = fieldPaths(model.type, built);
  const subresources = subresourcesOf({ reporter, kind: model, root: built, fields });
  const schema = finishRoot(reporter, origins, model, built, subresources?.status !== undefined);
  uniteRules(reporter, origins, schema);
  limitDescriptions(origins, schema, settings);
  const judges = new RuleJudges(patterns);
  const checking = { reporter, origins, patterns, judges };
  checkSchema(checking, schema, model.kind);
  checkCel(checking, schema, model.kind);
  const parts = { reporter, kind: model, root: schema, fields };
  const columns = printerColumns(parts);
  const selectable = selectableFields(parts);
  const isServed = tagsOf(model, "unserved").length === 0;
  const manifest = {
    ...(columns.length === 0 ? {} : { additionalPrinterColumns: columns.map((column) => ({ ...column })) }),
    ...deprecationOf(reporter, model),
    name: model.version,
    schema: { openAPIV3Schema: schemaJson(schema) },
    ...(selectable.length === 0 ? {} : { selectableFields: selectable }),
    served: isServed,
    storage: isOnly || tagsOf(model, "storageVersion").length > 0,
    ...(subresources === undefined ? {} : { subresources: { ...subresources } }),
  };
  const replicasPath = subresources?.scale?.specReplicasPath.slice(1).split(".");
  return { model, schema, origins, judges, isServed, replicasPath, manifest };
}

/** Returns the reporter for the findings about a kind. */
export function reporterFor(reporter: Reporter, kind: KindModel): Reporter {
  return tagsOf(kind, "imported").length > 0 ? reporter.forImported() : reporter;
}

/** Returns whether a text has 1 to 256 bytes and only printable characters. */
export function isDeprecationWarning(text: string): boolean {
  return Buffer.byteLength(text) <= 256 && /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(text);
}

function deprecationOf(reporter: Reporter, model: KindModel): { deprecated?: boolean; deprecationWarning?: string } {
  const [tag] = tagsOf(model, "deprecated");
  if (tag === undefined) return {};
  const { warning } = recordOf(tag);
  if (typeof warning === "string" && !isDeprecationWarning(warning)) {
    const message = "the warning must be one to 256 bytes of printable characters";
    reporter.error("crd/invalid", tag.at, message, "Shorten it: clients show it on one line.");
  }
  return { deprecated: true, ...(typeof warning === "string" ? { deprecationWarning: warning } : {}) };
}

export interface CrdSettings {
  /** The maximum length of a description, in bytes. Default: unlimited. */
  readonly maxDescLen?: number;
  /** The same for the descriptions of Kubernetes' own types. Default: 0, which omits them. */
  readonly maxImportedDescLen?: number;
}
