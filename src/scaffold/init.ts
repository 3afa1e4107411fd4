import { printScalar } from "../core/yaml-scalar.js";
import { printNewProject } from "../project/edit.js";
import { projectFileName } from "../project/project.js";
import { boilerplateFile, headerOf, type LicenseChoice, licenseHeader, licenseText, spdx } from "./license.js";
import { packageJsonTemplate, placePackageJson } from "./package-json.js";
import type { ExistingPolicy, Placement } from "./placement.js";
import type { InitTemplate, InitView } from "./views.js";

/** A project that `init` creates; all values are validated. */
export interface InitRequest {
  readonly domain: string;
  readonly projectName: string;
  readonly namespaced: boolean;
  readonly multigroup: boolean;
  readonly license: LicenseChoice;
  /** The specification of tsop in package.json. */
  readonly tsop: string;
  readonly cliVersion: string;
}

/** Files with independent lines: tsop adds missing lines to an existing file. */
const lineFiles: ReadonlySet<string> = new Set([".dockerignore", ".gitattributes", ".gitignore"]);

/** Plans the files of a new project. PROJECT comes last. */
export function placeInit(placement: Placement, request: InitRequest): void {
  const { templates } = placement;
  const header = licenseHeader(request.license, templates);
  const { projectName, license, tsop } = request;
  const view = initView(request, headerOf(header));
  placePackageJson(placement, { projectName, license: spdx[license.license], owner: license.owner, tsop });
  placeLicense(license, placement);
  placement.put(boilerplateFile, header === "" ? "" : `${header}\n`, "keep");
  for (const template of templates.list("init/")) {
    if (template === packageJsonTemplate) continue;
    const file = template.slice("init/".length).replace(/\.(hbs|raw)$/, "");
    const content = templates.render(template, view);
    const equivalent = equivalentOf(file, placement);
    if (equivalent !== undefined) placement.kept.push(equivalent);
    else if (lineFiles.has(file)) addLines(placement, file, content);
    else placement.put(file, content, policyOf(template));
  }
  placement.change(projectFileName, printNewProject(request));
}

export function initView(
  { projectName, domain, namespaced }: Pick<InitRequest, "projectName" | "domain" | "namespaced">,
  header: string,
): InitView {
  return {
    header,
    projectName,
    projectNameYaml: yamlText(projectName),
    domain,
    namespaced,
    roleKind: namespaced ? "Role" : "ClusterRole",
    wired: [],
  };
}

/** Prints a YAML scalar on one line. */
export function yamlText(text: string): string {
  return printScalar(text, 0, "", { key: true }).join("");
}

/**
 * Returns the policy for an existing file. Files that decide how the operator is built and deployed collide; tsop keeps
 * the user's files about the repository.
 */
function policyOf(template: InitTemplate): ExistingPolicy {
  return /^init\/(config\/|main\.ts|tsconfig\.json|Dockerfile)/.test(template) ? "collide" : "keep";
}

function placeLicense(choice: LicenseChoice, placement: Placement): void {
  const existing = placement.tree.list(".").find((name) => /^licen[cs]e(\.(md|txt))?$/i.test(name));
  const text = licenseText(choice, placement.templates);
  if (existing !== undefined) placement.kept.push(existing);
  else if (text !== undefined) placement.put("LICENSE", text, "keep");
}

const equivalents: Readonly<Record<string, RegExp>> = {
  "eslint.config.js": /^(eslint\.config\.[cm]?[jt]s|\.eslintrc(\..+)?|biome\.jsonc?)$/,
  "vitest.config.ts": /^(vitest|vite)\.config\.[cm]?[jt]s$/,
  "README.md": /^readme(\.\w+)?$/i,
};

/** Returns an existing file with the same purpose, whatever its name. */
function equivalentOf(file: string, { tree }: Placement): string | undefined {
  const pattern = equivalents[file];
  return pattern === undefined ? undefined : tree.list(".").find((name) => pattern.test(name));
}

/** Appends the missing lines to a file with independent lines. */
function addLines({ tree }: Placement, file: string, wanted: string): void {
  const text = tree.read(file);
  if (text === undefined) {
    tree.create(file, wanted);
    return;
  }
  const present = new Set(text.split(/\r?\n/).map(normalizePattern));
  const isPattern = (line: string): boolean => line !== "" && !line.startsWith("#");
  const missing = wanted.split("\n").filter((line) => isPattern(line) && !present.has(normalizePattern(line)));
  if (missing.length === 0) return;
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  const start = text === "" || text.endsWith("\n") ? text : text + lineBreak;
  tree.overwrite(file, start + missing.join(lineBreak) + lineBreak);
}

/** Normalizes a pattern: `dist`, `dist/` and `/dist/` ignore the same folder. */
function normalizePattern(line: string): string {
  return line.trim().replace(/^\//, "").replace(/\/$/, "");
}
