import { isJsonObject, type UnknownObject } from "../core/json.js";
import type { Placement } from "./placement.js";

const file = "package.json";

export interface PackageJsonValues {
  readonly projectName: string;
  readonly license: string | undefined;
  readonly owner: string | undefined;
  /** What stands for the version of tsop. */
  readonly tsop: string;
}

const scripts: Readonly<Record<string, string>> = {
  manifests: "tsop manifests",
  dev: "tsop dev",
  build: "tsop build",
  start: "tsop start",
  pretest: "tsop manifests",
  test: "vitest run",
  "test:e2e": "vitest run --config test/e2e/vitest.config.ts",
  lint: "eslint .",
  typecheck: "tsc --noEmit",
  "docker-build": "tsop docker-build",
  "docker-push": "tsop docker-push",
  "docker-buildx": "tsop docker-buildx",
  "install-crds": "tsop install-crds",
  "uninstall-crds": "tsop uninstall-crds",
  deploy: "tsop deploy",
  undeploy: "tsop undeploy",
  "build-installer": "tsop build-installer",
  "helm-chart": "tsop helm chart",
};

const devDependencies: Readonly<Record<string, string>> = {
  "@types/node": "^20.19.0",
  eslint: "^10.0.0",
  typescript: "~6.0.0",
  "typescript-eslint": "^8.70.0",
  vitest: "^4.0.0",
};

/** Writes package.json, or adds to the one that is there; its indentation and the order of its keys stay. */
export function placePackageJson(placement: Placement, values: PackageJsonValues): void {
  const text = placement.tree.read(file);
  if (text === undefined) {
    placement.tree.create(file, `${JSON.stringify(newPackageJson(values), null, 2)}\n`);
    return;
  }
  const existing = parse(text);
  if (existing === undefined) {
    placement.problems.push({
      code: "scaffold/collision",
      severity: "error",
      message: "package.json is not a JSON object, so nothing can be added to it",
      at: { file },
      hint: "Correct it, and repeat the command.",
    });
    return;
  }
  const before = JSON.stringify(existing);
  merge(placement, existing, values);
  if (JSON.stringify(existing) === before) return;
  const merged = JSON.stringify(existing, null, indentOf(text)) + text.slice(text.trimEnd().length);
  placement.tree.overwrite(file, text.includes("\r\n") ? merged.replaceAll(/\r?\n/g, "\r\n") : merged);
}

function newPackageJson({ projectName, license, owner, tsop }: PackageJsonValues): UnknownObject {
  return {
    name: projectName,
    version: "0.1.0",
    private: true,
    ...(license === undefined ? {} : { license }),
    ...(owner === undefined ? {} : { author: owner }),
    type: "module",
    engines: { node: ">=20.19" },
    scripts,
    dependencies: { tsop },
    devDependencies,
  };
}

function merge(placement: Placement, existing: UnknownObject, { tsop }: PackageJsonValues): void {
  const type = existing["type"];
  if (type !== undefined && type !== "module" && !placement.force) {
    placement.collide(
      file,
      `package.json: "type" is ${JSON.stringify(type)}, and an operator is an ES module ("module")`,
    );
  } else existing["type"] = "module";
  existing["engines"] ??= { node: ">=20.19" };
  mergeSection(placement, existing, "scripts", scripts);
  mergeSection(placement, existing, "dependencies", { tsop }, "devDependencies");
  mergeSection(placement, existing, "devDependencies", devDependencies, "dependencies");
}

/** Adds what is missing. A name that is there, here or in the section that means much the same, with another value collides. */
function mergeSection(
  placement: Placement,
  existing: UnknownObject,
  section: string,
  wanted: Readonly<Record<string, string>>,
  alternative?: string,
): void {
  for (const [name, value] of Object.entries(wanted)) {
    const place = alternative !== undefined && has(existing[alternative], name) ? alternative : section;
    const target = existing[place] ?? {};
    if (!isJsonObject(target)) {
      placement.collide(file, `package.json: "${place}" is not a map of names`);
      return;
    }
    if (has(target, name) && target[name] !== value && !placement.force) {
      const present = JSON.stringify(target[name]);
      placement.collide(file, `package.json: ${place}.${name} is ${present}, and tsop needs ${JSON.stringify(value)}`);
      continue;
    }
    target[name] = value;
    existing[place] = target;
  }
}

function parse(text: string): UnknownObject | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function has(value: unknown, name: string): boolean {
  return isJsonObject(value) && Object.hasOwn(value, name);
}

/** The white space before the first key. */
function indentOf(text: string): string {
  return /^\s*\{\s*?\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
}
