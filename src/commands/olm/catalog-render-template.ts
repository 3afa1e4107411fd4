import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Diagnostic } from "../../core/diagnostic.js";
import { TsopError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import { printYamlDocuments } from "../../core/yaml.js";
import type { RenderedBundle } from "../../olm/catalog/render/render-bundle.js";
import { type NamedBundle, readTemplate, type Template } from "../../olm/catalog/template/read-template.js";
import { renderSemver } from "../../olm/catalog/template/semver-channels.js";
import type { CommandResult, Context } from "../context.js";
import type { CatalogRenderTemplateOptions } from "../declared/catalog.js";
import { openBundle } from "./open-bundle.js";

/**
 * Prints the catalog of a template. Writes nothing.
 *
 * @throws TsopError `usage/invalid-argument`, `catalog/invalid-template`, and all reasons why bundles cannot be read
 */
export async function catalogRenderTemplate(
  { file, tlsVerify = true }: CatalogRenderTemplateOptions,
  context: Context,
): Promise<CommandResult> {
  if (file === undefined) {
    throw new TsopError("usage/invalid-argument", "the file of the template is missing", {
      hint: "Name it: tsop catalog render-template FILE",
    });
  }
  const full = path.resolve(context.cwd, file);
  if (!statSync(full, { throwIfNoEntry: false })?.isFile()) {
    throw new TsopError("usage/invalid-argument", `${file} is not a file`, { hint: "Name the file of a template." });
  }
  const reading = readTemplate(file, readFileSync(full));
  if (reading.kind === "faults") throw TsopError.fromDiagnostics(reading.diagnostics);
  const { template } = reading;
  const rendered = await openBundles(bundlesOf(template), path.dirname(full), tlsVerify, context);
  const documents = documentsOf(template, rendered);
  return { text: printYamlDocuments(documents).trimEnd(), isDocument: true, json: { documents } };
}

function bundlesOf(template: Template): NamedBundle[] {
  if (template.kind === "semver") return Object.values(template.bundles).flat();
  return template.entries.flatMap((entry) => (entry.kind === "bundle" ? [entry.bundle] : []));
}

/** Reads each bundle once. A folder is relative to the template, and all its manifests become part of the catalog. */
async function openBundles(
  bundles: readonly NamedBundle[],
  folder: string,
  tlsVerify: boolean,
  context: Context,
): Promise<Map<string, RenderedBundle>> {
  const rendered = new Map<string, RenderedBundle>();
  const diagnostics: Diagnostic[] = [];
  const first = new Map(bundles.toReversed().map((bundle) => [bundle.image, bundle]));
  for (const { image, at } of [...first.values()].toReversed()) {
    context.signal.throwIfAborted();
    const isFolder = /^\.\.?\//.test(image);
    const bundle = isFolder ? `./${path.relative(context.cwd, path.resolve(folder, image))}` : image;
    try {
      const format = isFolder ? "objects" : "csv-metadata";
      rendered.set(image, await openBundle({ bundle, format, tlsVerify }, context));
    } catch (error) {
      if (!(error instanceof TsopError)) throw error;
      const { code, message, hint } = error;
      const own = { code, severity: "error", message, at, ...(hint === undefined ? {} : { hint }) } as const;
      diagnostics.push(...(error.diagnostics.length === 0 ? [own] : error.diagnostics));
    }
  }
  if (diagnostics.length > 0) throw TsopError.fromDiagnostics(diagnostics);
  return rendered;
}

function documentsOf(template: Template, rendered: ReadonlyMap<string, RenderedBundle>): readonly JsonObject[] {
  if (template.kind === "basic") {
    return template.entries.flatMap((entry): readonly JsonObject[] =>
      entry.kind === "document" ? [entry.value] : documentIn(rendered.get(entry.bundle.image)),
    );
  }
  const result = renderSemver(template, rendered);
  if (result.kind === "faults") throw TsopError.fromDiagnostics(result.diagnostics);
  return result.documents;
}

function documentIn(bundle: RenderedBundle | undefined): readonly JsonObject[] {
  return bundle === undefined ? [] : [bundle.document];
}
