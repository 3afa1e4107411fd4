import { TsopError } from "../core/errors.js";
import type { Renderer } from "../machinery/render.js";
import { printNewProject } from "../project/edit.js";
import { projectFileName } from "../project/parse.js";
import { mergeIgnoreFile } from "./ignore-file.js";
import { type License, licenseHeader, licenseIdentifier, toHeader } from "./license.js";
import { mergePackage } from "./package-json.js";
import type { Plan } from "./plan.js";
import { toLine, toYamlScalar } from "./text.js";
import { initFiles, type ProjectView, type Views } from "./views.js";

/** A project as `init` wants it; everything has been checked. */
export interface InitRequest {
  readonly domain: string;
  readonly projectName: string;
  readonly owner: string | undefined;
  /** Of the copyright. */
  readonly year: number;
  readonly license: License;
  /** The text of `--license-file`. */
  readonly licenseText: string | undefined;
  readonly namespaced: boolean;
  readonly multigroup: boolean;
  /** The spec of the dependency `tsop`. */
  readonly tsop: string;
  readonly cliVersion: string;
}

export const boilerplateFile = "hack/boilerplate.ts.txt";

/** Files that a repository may have in its own way: they stay, and are reported. */
const keptFiles: ReadonlySet<string> = new Set([
  "AGENTS.md",
  "Dockerfile",
  "README.md",
  "eslint.config.js",
  "vitest.config.ts",
  ".devcontainer/devcontainer.json",
  ".github/workflows/lint.yml",
  ".github/workflows/test-e2e.yml",
  ".github/workflows/test.yml",
]);
const ignoreFiles: ReadonlySet<string> = new Set([".gitignore", ".dockerignore"]);
const lintFiles = /^(eslint\.config\.[cm]?[jt]s|\.eslintrc(\..+)?|biome\.jsonc?|\.oxlintrc\.json|tslint\.json)$/;
const testFiles = /^(vitest|vite|jest)\.config\.[cm]?[jt]s$/;

/** Plans a new project; PROJECT comes last. */
export function planInit(plan: Plan, templates: Renderer<Views>, request: InitRequest): void {
  if (plan.exists(projectFileName)) {
    throw new TsopError("project/already-initialized", "there is a PROJECT file here already", {
      at: { file: projectFileName },
      hint: "Add to the project with `tsop create api`, or choose another folder: `tsop init DIR`.",
    });
  }
  const boilerplate = licenseHeader(request);
  const view = viewOf(request, boilerplate);
  for (const [file, template] of Object.entries(initFiles)) {
    writeFile(plan, file, templates.render(template, view));
  }
  plan.write(boilerplateFile, boilerplate, "keep");
  planLicense(plan, templates, request);
  planPackage(plan, request);
  plan.change(projectFileName, printNewProject(request));
}

function viewOf({ domain, projectName, namespaced }: InitRequest, boilerplate: string): ProjectView {
  return {
    projectName,
    projectNameYaml: toYamlScalar(projectName),
    domain,
    namespaced,
    roleKind: namespaced ? "Role" : "ClusterRole",
    header: toHeader(boilerplate),
  };
}

function writeFile(plan: Plan, file: string, content: string): void {
  const other = equivalent(plan, file);
  if (other !== undefined) plan.kept.push(other);
  else if (ignoreFiles.has(file)) plan.change(file, mergeIgnore(plan.read(file), content));
  else plan.write(file, content, keptFiles.has(file) ? "keep" : "collide");
}

function mergeIgnore(present: string | undefined, wanted: string): string {
  return present === undefined ? wanted : mergeIgnoreFile(present, wanted);
}

/** A file of another name by which the repository does the same. */
function equivalent(plan: Plan, file: string): string | undefined {
  const pattern = file === "eslint.config.js" ? lintFiles : file === "vitest.config.ts" ? testFiles : undefined;
  return pattern === undefined ? undefined : plan.list(".").find((name) => name !== file && pattern.test(name));
}

function planLicense(plan: Plan, templates: Renderer<Views>, { license, owner, year }: InitRequest): void {
  const present = plan.list(".").find((name) => /^licen[cs]e(\.|$)/i.test(name));
  if (present !== undefined) plan.kept.push(present);
  else if (license !== "none") {
    const copyright = `Copyright ${year} ${toLine(owner ?? "")}`.trimEnd();
    plan.write("LICENSE", templates.render(`license/${license}.hbs`, { copyright }));
  }
}

function planPackage(plan: Plan, { projectName, license, tsop }: InitRequest): void {
  const file = "package.json";
  const merged = mergePackage(plan.read(file), { name: projectName, license: licenseIdentifier(license), tsop });
  if (merged.kind === "invalid") {
    plan.refuse({
      code: "scaffold/collision",
      severity: "error",
      message: `package.json is not valid JSON: ${merged.reason}`,
      at: { file },
      hint: "Correct it, then repeat the command.",
    });
    return;
  }
  for (const collision of merged.collisions) plan.collide(file, `package.json: ${collision}`);
  plan.change(file, merged.text);
}
