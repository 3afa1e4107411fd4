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
      ? "Correct the file."
      : "Restore it from version control, or create a new project in another folder with `tsop init`.";
    return failure(hasPackageJson ? "the file is not a JSON object" : "there is no package.json", hint, at);
  }
  const findings = [...dependencyFindings(packageJson, tarball, tsopVersion), ...scriptFindings(packageJson)];
  return findings.length > 0 ? findings : [ok("package.json has the scripts and the dependency tsop")];
}

function dependencyFindings(
  { dependencies }: PackageJson,
  tarball: ProjectFacts["tarball"],
  tsopVersion: string,
): Finding[] {
  const spec = dependencies.get("tsop");
  if (spec === undefined) {
    const near = nearest("tsop", dependencies.keys());
    const meant = near === undefined ? "" : ` Did you mean tsop instead of ${JSON.stringify(near)}?`;
    return [failure("the dependencies lack tsop", `Add it: npm install tsop@^${tsopVersion}.${meant}`, at)];
  }
  if (tarball?.isThere === false) {
    return [
      failure(
        `the dependency tsop is ${spec}, but that file does not exist`,
        "Commit vendor/ with package.json, or copy the file from the machine that created the project.",
        at,
      ),
    ];
  }
  if (semver.validRange(spec) !== null && !semver.satisfies(tsopVersion, spec, { includePrerelease: true })) {
    return [
      warning(
        `this is tsop ${tsopVersion}, but package.json requires ${spec}`,
        "Run the project's tsop: `npm run …`, or `npx tsop …` in its folder.",
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
    const meant = near === undefined ? "" : `; did you rename it to ${JSON.stringify(near)}?`;
    return warning(
      `the script ${JSON.stringify(name)} is missing${meant}`,
      `Add to "scripts": ${JSON.stringify(name)}: ${JSON.stringify(command)}`,
      at,
    );
  });
}

export function checkPackages(facts: ProjectFacts): Findings {
  const { packageJson, hasModules, installedTsop, installedTarball, tarball, tsopVersion } = facts;
  if (packageJson === undefined) return [];
  if (!hasModules) return failure("the packages are not installed", "npm install", { file: "node_modules" });
  const spec = packageJson.dependencies.get("tsop");
  if (spec === undefined) return [];
  if (installedTsop === undefined) return failure("tsop is not installed", "npm install", { file: "node_modules" });
  if (tarball !== undefined && installedTarball !== undefined && installedTarball.file !== tarball.file) {
    return failure(
      `tsop was installed from ${installedTarball.spec}, but package.json requires ${tarball.spec}`,
      "npm install",
      { file: "node_modules/tsop" },
    );
  }
  if (semver.validRange(spec) !== null && !semver.satisfies(installedTsop, spec, { includePrerelease: true })) {
    return failure(`tsop ${installedTsop} is installed, but package.json requires ${spec}`, "npm install", {
      file: "node_modules/tsop",
    });
  }
  if (installedTsop !== tsopVersion) {
    return warning(
      `this is tsop ${tsopVersion}, but the project has tsop ${installedTsop}`,
      "Run the project's tsop: `npm run …`, or `npx tsop …` in its folder.",
    );
  }
  return ok(`tsop ${installedTsop} is installed`);
}

export function checkTypescript({ packageJson, tsConfig, installedTypescript }: ProjectFacts): Findings {
  if (tsConfig === undefined) {
    const hint = "Restore it from version control: editors and `npm run typecheck` read it.";
    return warning("there is no tsconfig.json", hint, { file: "tsconfig.json" });
  }
  const findings = [
    ...tsConfig.problems.map(({ message, line }) =>
      failure(message, "Correct the file; `npx tsc --showConfig` shows the options that TypeScript reads.", {
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
  const strict = "Set it to true: the compiler then finds undefined values and missing types.";
  const single =
    "Set one of them to true: the bundler compiles each file separately, and the compiler then reports code that does not allow this.";
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
    warning(`TypeScript ${installed} is installed, but package.json requires ${wanted}`, "npm install", {
      file: "node_modules/typescript",
    }),
  ];
}
