/** package.json: made anew, or given what it lacks while all that is there stays. */

/** What a scaffold needs of its package.json. */
export interface PackageNeeds {
  readonly name: string;
  readonly license: string;
  /** The spec of the dependency `tsop`. */
  readonly tsop: string;
}

const scripts: Readonly<Record<string, string>> = {
  manifests: "tsop manifests",
  build: "tsop build",
  start: "tsop start",
  test: "vitest run",
  lint: "eslint .",
  typecheck: "tsc --noEmit",
  "install-crds": "tsop manifests && tsop install-crds",
  "uninstall-crds": "tsop uninstall-crds",
};

const devDependencies: Readonly<Record<string, string>> = {
  "@types/node": "^20.19.0",
  eslint: "^10.0.0",
  typescript: "~6.0.0",
  "typescript-eslint": "^8.70.0",
  vitest: "^4.0.0",
};

export type MergedPackage =
  | { readonly kind: "merged"; readonly text: string; readonly collisions: readonly string[] }
  | { readonly kind: "invalid"; readonly reason: string };

/**
 * The text of package.json with scripts and dependencies added. A script or a dependency of the same name and another value
 * is a collision; it is replaced in the text all the same, for `--force`.
 */
export function mergePackage(text: string | undefined, needs: PackageNeeds): MergedPackage {
  if (text === undefined) return { kind: "merged", text: print(newPackage(needs), "  ", "\n"), collisions: [] };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    return { kind: "invalid", reason: error instanceof Error ? error.message : String(error) };
  }
  if (!isRecord(value)) return { kind: "invalid", reason: "it does not hold an object" };
  const collisions: string[] = [];
  const merged: Record<string, unknown> = { ...value };
  if (value["type"] !== undefined && value["type"] !== "module") {
    collisions.push(`"type" is ${JSON.stringify(value["type"])}, and an operator is an ES module ("module")`);
  }
  merged["type"] = "module";
  const sections = { scripts, dependencies: { tsop: needs.tsop }, devDependencies };
  for (const [section, wanted] of Object.entries(sections)) {
    merged[section] = mergeSection(section, value, wanted, collisions);
  }
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  return { kind: "merged", text: print(merged, indent, lineBreak), collisions };
}

function mergeSection(
  section: string,
  value: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, string>>,
  collisions: string[],
): Record<string, unknown> {
  const present = value[section];
  const merged: Record<string, unknown> = isRecord(present) ? { ...present } : {};
  for (const [name, spec] of Object.entries(wanted)) {
    // A tool of the user's own choice of version stays.
    if (section === "devDependencies" && isInstalled(value, name)) continue;
    if (merged[name] !== undefined && merged[name] !== spec) {
      collisions.push(`${section}.${name} is ${JSON.stringify(merged[name])}, and has to be ${JSON.stringify(spec)}`);
    }
    merged[name] = spec;
  }
  return merged;
}

function isInstalled(value: Readonly<Record<string, unknown>>, name: string): boolean {
  return ["dependencies", "devDependencies"].some((section) => {
    const present = value[section];
    return isRecord(present) && present[name] !== undefined;
  });
}

function newPackage({ name, license, tsop }: PackageNeeds): Record<string, unknown> {
  return {
    name,
    version: "0.1.0",
    private: true,
    license,
    type: "module",
    engines: { node: ">=20.19" },
    scripts,
    dependencies: { tsop },
    devDependencies,
  };
}

function print(value: object, indent: string, lineBreak: string): string {
  return `${JSON.stringify(value, undefined, indent)}\n`.replaceAll("\n", lineBreak);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
