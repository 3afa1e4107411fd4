/** The locations of kinds that other projects define: `path` and `module` of such a kind in PROJECT. */
import type { NameProblem } from "../core/names.js";
import { isProjectPath } from "../machinery/check-targets.js";

/** Returns whether the types are in a file of the project, and not in a package. */
export function isExternalFile(path: string): boolean {
  return /\.m?ts$/.test(path) || path.startsWith("./");
}

/** Returns the path as PROJECT records it. */
export function externalPath(path: string): string {
  return isExternalFile(path) ? path.replace(/^(?:\.\/)+/, "") : path;
}

const packageName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/;
const subpath = /^(?:\/[\w.~-]+)*$/;

/** Returns the package of a module: `@acme/kinds/v1` → `@acme/kinds`. */
export function packageOf(module: string): string {
  return module.split("/", module.startsWith("@") ? 2 : 1).join("/");
}

/** Checks a path: a file of the project, or a module of a package. */
export function checkExternalPath(path: string): NameProblem | undefined {
  const shown = JSON.stringify(path);
  const file = externalPath(path);
  if (isExternalFile(path) || /^(?:\.\.?[/\\]|[/\\]|[A-Za-z]:)/.test(path)) {
    const isSource = /(?<!\.d)\.m?ts$/.test(file);
    if (isProjectPath(file) && isSource) return undefined;
    return isProjectPath(file)
      ? {
          message: `${shown} is not a TypeScript source`,
          hint: "Name the file with its extension: external/bar_types.ts",
        }
      : {
          message: `${shown} is not a path in the project`,
          hint: "Copy the file into the project: external/bar_types.ts",
        };
  }
  const name = packageOf(path);
  const rest = path.slice(name.length);
  if (path.lastIndexOf("@") > 0) {
    const message = `${shown} contains a version, and a path names only the module`;
    return { message, hint: `Write the version into --external-api-module: ${name}` };
  }
  const isSafe = packageName.test(name) && name.length <= 214 && subpath.test(rest) && !/\/\.\.?(?:\/|$)/.test(rest);
  if (isSafe) return undefined;
  return {
    message: `${shown} is neither a module of a package nor a file`,
    hint: "Write a module as in an import (@acme/kinds/v1), or a file of the project (external/bar_types.ts).",
  };
}

/** A package and its version, as package.json lists them. */
export interface ExternalModule {
  readonly name: string;
  /** Undefined: the installed version. */
  readonly spec: string | undefined;
}

/** Parses `name@version`; undefined for an invalid text. */
export function parseExternalModule(text: string): ExternalModule | undefined {
  const at = text.indexOf("@", 1);
  const [name, spec] = at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
  if (!packageName.test(name) || name.length > 214) return undefined;
  return spec === undefined || isSpec(spec) ? { name, spec } : undefined;
}

/** Accepts versions, ranges and tags of the registry, tarballs of the project, and https URLs of tarballs. */
function isSpec(spec: string): boolean {
  if (spec.startsWith("file:")) return isProjectPath(spec.slice("file:".length).replace(/^\.\//, ""));
  return /^https:\/\/[^\s"'@]+$/.test(spec) || /^[\w^~<>=*](?:[\w.^~<>=|*+ -]*[\w.*])?$/.test(spec);
}
