import { isJsonObject, type UnknownObject } from "../core/json.js";
import { readJson } from "../core/json-fields.js";
import type { Placement } from "./placement.js";
import type { Templates } from "./templates.js";

const file = "package.json";

export const packageJsonTemplate = "init/package.json.hbs";

export interface PackageJsonValues {
  readonly projectName: string;
  readonly license: string | undefined;
  readonly owner: string | undefined;
  /** The version specifier of tsop. */
  readonly tsop: string;
}

/** The entries that an operator's package.json needs and that another package.json may lack. */
interface Wanted {
  readonly type: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Adds a dependency. Reports a collision if package.json lists the package with another version. */
export function placeDependency(placement: Placement, name: string, spec: string): void {
  extend(placement, placement.tree.read(file) ?? "", (existing) => {
    mergeSection(placement, existing, "dependencies", { [name]: spec }, "devDependencies");
  });
}

/** Writes package.json, or extends the existing file. Preserves its indentation and the order of its keys. */
export function placePackageJson(placement: Placement, values: PackageJsonValues): void {
  const text = placement.tree.read(file);
  const wanted = render(placement.templates, values);
  if (text === undefined) {
    placement.tree.create(file, wanted);
    return;
  }
  extend(placement, text, (existing) => {
    merge(placement, existing, JSON.parse(wanted) as Wanted); // the template has this shape
  });
}

function extend(placement: Placement, text: string, change: (existing: UnknownObject) => void): void {
  const existing = readJson(text.replace(/^\uFEFF/, ""));
  if (!isJsonObject(existing)) {
    placement.refuse("scaffold/collision", "package.json is not a JSON object, so tsop cannot add to it", {
      file,
      hint: "Correct the file, and repeat the command.",
    });
    return;
  }
  const before = JSON.stringify(existing);
  change(existing);
  if (JSON.stringify(existing) === before) return;
  const merged = JSON.stringify(existing, null, indentOf(text)) + text.slice(text.trimEnd().length);
  placement.tree.overwrite(file, text.includes("\r\n") ? merged.replaceAll(/\r?\n/g, "\r\n") : merged);
}

function render(templates: Templates, { projectName, license, owner, tsop }: PackageJsonValues): string {
  const quoted = (text: string | undefined): string => (text === undefined ? "" : JSON.stringify(text));
  const view = { name: quoted(projectName), license: quoted(license), author: quoted(owner), tsop: quoted(tsop) };
  return templates.render(packageJsonTemplate, view);
}

function merge(placement: Placement, existing: UnknownObject, wanted: Wanted): void {
  const type = existing["type"];
  if (type !== undefined && type !== wanted.type && !placement.force) {
    placement.collide(
      file,
      `package.json: "type" is ${JSON.stringify(type)}, and an operator is an ES module ("module")`,
    );
  } else existing["type"] = wanted.type;
  existing["engines"] ??= wanted.engines;
  mergeSection(placement, existing, "scripts", wanted.scripts);
  mergeSection(placement, existing, "dependencies", wanted.dependencies, "devDependencies");
  mergeSection(placement, existing, "devDependencies", wanted.devDependencies, "dependencies");
}

/**
 * Adds missing entries. Reports a collision if this section, or the alternative section, contains the name with another
 * value.
 */
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

function has(value: unknown, name: string): boolean {
  return isJsonObject(value) && Object.hasOwn(value, name);
}

/** Returns the white space before the first key. */
export function indentOf(text: string): string {
  return /^\s*\{\s*?\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
}
