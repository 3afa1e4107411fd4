import { existsSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { Tree } from "../machinery/tree.js";
import { readProject } from "../project/file.js";
import { asciidocStamp, printAsciidoc } from "../reference/formats/asciidoc.js";
import type { Page } from "../reference/formats/block.js";
import { htmlStamp, printHtml } from "../reference/formats/html.js";
import { markdownStamp, printMarkdown } from "../reference/formats/markdown.js";
import { layOut } from "../reference/layout.js";
import type { Reference } from "../reference/reference.js";
import { readBuiltInResources } from "../schema/built-in-resources.js";
import { newestVersion } from "../schema/kubernetes-versions.js";
import type { CommandResult, Context } from "./context.js";
import type { DocsOptions } from "./declared/generate.js";
import { isPage } from "./manual.js";
import { changesOf, type DriftTexts, finishPlan } from "./file-plan.js";
import { openFiles } from "./open-files.js";
import { isPreviewOf, projectPath } from "./output-options.js";
import { readReference } from "./read-reference.js";
import type { ReferenceFormat } from "./reference-formats.js";

interface Format {
  /** The endings of its files; the first is the usual one. */
  readonly endings: readonly [string, ...string[]];
  /** Marks a file as generated. */
  readonly stamp: string;
  readonly print: (page: Page) => string;
}

const formats: Readonly<Record<ReferenceFormat, Format>> = {
  markdown: { endings: [".md", ".markdown"], stamp: markdownStamp, print: printMarkdown },
  html: { endings: [".html", ".htm"], stamp: htmlStamp, print: printHtml },
  asciidoc: { endings: [".adoc", ".asciidoc"], stamp: asciidocStamp, print: printAsciidoc },
};

const drift: DriftTexts = {
  code: "reference/out-of-date",
  wanted: "the reference of the types",
  command: "npx tsop docs",
};

/**
 * Generates the reference of the API from the types of the project, or from published CRDs.
 *
 * @throws TsopError the errors of the sources, `reference/no-kinds`, `scaffold/collision`
 */
export async function docs(options: DocsOptions, context: Context): Promise<CommandResult> {
  const root = context.cwd;
  const { sources = [] } = options;
  if (sources.length === 0) readProject(root);
  else refusePages(sources, root);
  const target = planTarget(options, root);
  const reference = await readReference(sources, options, context);
  if (target === undefined) {
    const { print } = formats[options.format ?? "markdown"];
    return { text: print(pageOf(reference)).trimEnd(), isDocument: true, json: jsonOf(reference) };
  }
  const tree = new Tree(openFiles(root, context));
  const files = place(tree, reference, target);
  const actions = tree.actions();
  const plan = {
    ...{ actions, drift },
    unchanged: files.map((file) => `${file} is up to date`),
    json: { ...jsonOf(reference), changes: changesOf(actions) },
    command: ["npx tsop docs", ...sources, ...(options.out === undefined ? [] : [`--out ${options.out}`])].join(" "),
  };
  return finishPlan(root, plan, options);
}

/** The name of the command also suggests tsop's own documentation. */
function refusePages(sources: readonly string[], root: string): void {
  const page = sources.find((source) => !existsSync(path.resolve(root, source)) && isPage(source));
  if (page === undefined) return;
  throw new TsopError("import/unreadable", `cannot read ${page}: there is no such file`, {
    hint: `For the page of tsop's own documentation: tsop manual ${page}`,
  });
}

interface Target {
  readonly path: string;
  readonly isFolder: boolean;
  readonly format: Format;
}

/** Returns undefined if the reference goes to stdout. @throws TsopError `usage/invalid-argument` */
function planTarget(options: DocsOptions, root: string): Target | undefined {
  const { sources = [], format, out } = options;
  if (out === undefined) {
    if (sources.length === 0) {
      const chosen = formats[format ?? "markdown"];
      return { path: `docs/api-reference${chosen.endings[0]}`, isFolder: false, format: chosen };
    }
    if (!isPreviewOf(options)) return undefined;
    throw new TsopError("usage/invalid-argument", "a preview of the reference of other CRDs requires --out", {
      hint: "Add --out FILE, or omit --dry-run, --diff and --check: without --out, tsop writes no file.",
    });
  }
  const extension = path.extname(out).toLowerCase();
  const isFolder = /[/\\]$/.test(out) || extension === "";
  const file = projectPath("--out", out, root, isFolder ? "folder" : "file");
  if (isFolder) return { path: file, isFolder, format: formats[format ?? "markdown"] };
  const [said] = Object.entries(formats).filter(([, each]) => each.endings.includes(extension));
  if (said === undefined && format === undefined) {
    const endings = Object.values(formats).map((each) => each.endings[0]);
    throw new TsopError("usage/invalid-argument", `--out ${out} does not determine a format`, {
      hint: `Name a file that ends with ${endings.join(", ")}, or add --format.`,
    });
  }
  if (said !== undefined && format !== undefined && said[0] !== format) {
    throw new TsopError(
      "usage/invalid-argument",
      `--format ${format} does not match --out ${out}, which is ${said[0]}`,
      {
        hint: "Omit --format, or name another file.",
      },
    );
  }
  return { path: file, isFolder, format: said?.[1] ?? formats[format ?? "markdown"] };
}

/** Writes the files into the tree, and deletes generated files of versions that no longer exist. Returns their paths. */
function place(tree: Tree, reference: Reference, { path: target, isFolder, format }: Target): string[] {
  const { stamp, print, endings } = format;
  const pages = isFolder
    ? reference.packages.map((each) => ({
        file: path.posix.join(target, `${each.group}_${each.version}${endings[0]}`),
        page: pageOf({ packages: [each] }),
      }))
    : [{ file: target, page: pageOf(reference) }];
  for (const { file, page } of pages) {
    const present = tree.read(file) ?? "";
    if (present.trim() !== "" && !present.includes(stamp)) throw foreign(file);
    tree.write(file, print(page));
  }
  const files = pages.map(({ file }) => file);
  if (!isFolder) return files;
  const others = tree.list(target).map((name) => path.posix.join(target, name));
  for (const file of others.filter(
    (each) => path.posix.basename(each).includes("_") && each.endsWith(endings[0]) && !files.includes(each),
  )) {
    if (tree.read(file)?.includes(stamp) === true) tree.delete(file);
  }
  return files;
}

function pageOf(reference: Reference): Page {
  const kubernetes = { release: newestVersion, resources: readBuiltInResources() };
  return layOut(reference, { title: "API reference", kubernetes });
}

function jsonOf({ packages }: Reference): Readonly<Record<string, unknown>> {
  return {
    kinds: packages.flatMap(({ group, version, kinds }) =>
      kinds.map(({ crd }) => ({ group, version, kind: crd.kind })),
    ),
  };
}

function foreign(file: string): TsopError {
  return TsopError.fromDiagnostics([
    {
      code: "scaffold/collision",
      severity: "error",
      message: `${file} exists, and tsop docs did not generate it`,
      at: { file },
      hint: "Name another file with --out, or remove this file first.",
    },
  ]);
}
