import semver from "semver";
import { nearest } from "../../core/suggest.js";
import { failure, type Finding, type Findings, ok, warning } from "../finding.js";
import type { PackageJson, ProjectFacts } from "./project-facts.js";

/** Scripts that the documentation and messages refer to, with their scaffolded commands. */
const scripts: Readonly<Record<string, string>> = {
  manifests: "tsop manifests",
  dev: "tsop dev",
  build: "tsop build",
  start: "tsop start",
  "install-crds": "tsop install-crds",
  "uninstall-crds": "tsop uninstall-crds",
  deploy: "tsop deploy",
  undeploy: "tsop undeploy",
};

const at = { file: "package.json" };

export function checkPackageJson({ packageJson, hasPackageJson, tarball, tsopVersion }: ProjectFacts): Findings {
  if (packageJson === undefined) {
    const hint = hasPackageJson
      ? "Correct it."
      : "Restore it from version control, or make the project anew beside it with `tsop init`.";
    return failure(hasPackageJson ? "it is not a JSON object" : "there is no package.json", hint, at);
  }
  const findings = [...dependencyFindings(packageJson, tarball, tsopVersion), ...scriptFindings(packageJson)];
  return findings.length > 0 ? findings : [ok("package.json has the scripts, and its tsop")];
}

function dependencyFindings(
  { dependencies }: PackageJson,
  tarball: ProjectFacts["tarball"],
  tsopVersion: string,
): Finding[] {
  const spec = dependencies.get("tsop");
  if (spec === undefined) {
    const near = nearest("tsop", dependencies.keys());
    const meant = near === undefined ? "" : ` Is ${JSON.stringify(near)} what was meant?`;
    return [failure("the dependencies lack tsop", `Add it: npm install tsop@^${tsopVersion}.${meant}`, at)];
  }
  if (tarball?.isThere === false) {
    return [
      failure(
        `the dependency tsop is ${spec}, and that file is not there`,
        "Commit vendor/ beside package.json, or restore the file from where the project was made.",
        at,
      ),
    ];
  }
  if (semver.validRange(spec) !== null && !semver.satisfies(tsopVersion, spec, { includePrerelease: true })) {
    return [
      warning(
        `tsop ${tsopVersion} runs here, and package.json wants ${spec}`,
        "Run the project's own: `npm run …`, or `npx tsop …` in its folder.",
        at,
      ),
    ];
  }
  return [];
}

function scriptFindings({ scripts: present }: PackageJson): Finding[] {
  const lacking = Object.entries(scripts).filter(([name]) => !present.has(name));
  return lacking.map(([name, command]) => {
    const near = nearest(
      name,
      [...present.keys()].filter((key) => !Object.hasOwn(scripts, key)),
    );
    const meant = near === undefined ? "" : `; it has ${JSON.stringify(near)}`;
    return warning(
      `there is no script ${JSON.stringify(name)}${meant}`,
      `Add to "scripts": ${JSON.stringify(name)}: ${JSON.stringify(command)}`,
      at,
    );
  });
}

export function checkPackages(facts: ProjectFacts): Findings {
  const { packageJson, hasModules, installedTsop, installedFrom, tsopVersion } = facts;
  if (packageJson === undefined) return [];
  if (!hasModules) return failure("the packages are not installed", "npm install", { file: "node_modules" });
  const spec = packageJson.dependencies.get("tsop");
  if (spec === undefined) return [];
  if (installedTsop === undefined) return failure("tsop is not installed", "npm install", { file: "node_modules" });
  if (
    spec.startsWith("file:") &&
    installedFrom?.startsWith("file:") === true &&
    normal(installedFrom) !== normal(spec)
  ) {
    return failure(`tsop was installed from ${installedFrom}, and package.json names ${spec}`, "npm install", {
      file: "node_modules/tsop",
    });
  }
  if (semver.validRange(spec) !== null && !semver.satisfies(installedTsop, spec, { includePrerelease: true })) {
    return failure(`tsop ${installedTsop} is installed, and package.json wants ${spec}`, "npm install", {
      file: "node_modules/tsop",
    });
  }
  if (installedTsop !== tsopVersion) {
    return warning(
      `tsop ${tsopVersion} runs here, and the project has tsop ${installedTsop}`,
      "Run the project's own: `npm run …`, or `npx tsop …` in its folder.",
    );
  }
  return ok(`tsop ${installedTsop} is installed`);
}

function normal(spec: string): string {
  return spec.replace(/^file:(\.\/)?/, "");
}

export function checkTypescript({ packageJson, tsConfig, installedTypescript }: ProjectFacts): Findings {
  if (tsConfig === undefined) {
    const hint = "Restore it from version control: editors and `npm run typecheck` read it.";
    return warning("there is no tsconfig.json", hint, { file: "tsconfig.json" });
  }
  const findings = [
    ...tsConfig.problems.map(({ message, line }) =>
      failure(message, "Correct it; `npx tsc --showConfig` shows how it is read.", {
        file: "tsconfig.json",
        ...(line === undefined ? {} : { line, column: 1 }),
      }),
    ),
    ...optionFindings(tsConfig.options),
    ...compilerFindings(packageJson, installedTypescript),
  ];
  if (findings.length > 0) return findings;
  return ok(installedTypescript === undefined ? "tsconfig.json" : `tsconfig.json; TypeScript ${installedTypescript}`);
}

/** Checks the options that esbuild and the types of tsop rely on. */
function optionFindings(options: Readonly<Record<string, unknown>>): Finding[] {
  const file = { file: "tsconfig.json" };
  const isSingle = options["isolatedModules"] === true || options["verbatimModuleSyntax"] === true;
  const isStrict = options["strict"] === true;
  const strict = "With it on, the compiler finds what is undefined or forgotten: set it to true.";
  const single = "The bundle is made file by file: with one of them on, the compiler says what cannot work so.";
  return [
    ...(isStrict ? [] : [warning('"strict" is off', strict, file)]),
    ...(isSingle ? [] : [warning('neither "isolatedModules" nor "verbatimModuleSyntax" is on', single, file)]),
  ];
}

function compilerFindings(packageJson: PackageJson | undefined, installed: string | undefined): Finding[] {
  const wanted = packageJson?.dependencies.get("typescript");
  if (wanted === undefined || installed === undefined || semver.validRange(wanted) === null) return [];
  if (semver.satisfies(installed, wanted, { includePrerelease: true })) return [];
  return [
    warning(`TypeScript ${installed} is installed, and package.json wants ${wanted}`, "npm install", {
      file: "node_modules/typescript",
    }),
  ];
}
