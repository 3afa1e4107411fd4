import { type Document, isMap, isScalar, isSeq, type LineCounter, type Node } from "yaml";
import { defined } from "../core/defined.js";
import type { Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import type { SourceLocation } from "../core/source-location.js";
import { nearest } from "../core/suggest.js";
import { countLines, parseYamlDocuments } from "../core/yaml.js";
import { checkExternalPath, parseExternalModule } from "./external.js";
import {
  extensionStorages,
  type Project,
  projectFileName,
  type Resource,
  type ResourceApi,
  type ResourceWebhooks,
} from "./project.js";

/** The version of kubebuilder's PROJECT schema that tsop reads and writes. */
export const projectVersion = "3";

/** The plugin key, in kubebuilder's format, of the tool that defines the project's layout. */
export const layoutKey = "typescript.tsop.dev/v1";

/**
 * The key below `plugins` with the kinds that the extension API server serves. kubebuilder's tools reject unknown keys of a
 * resource, and accept the configuration of any plugin.
 */
export const extensionKey = "apiserver.tsop.dev/v1";

/** Parses the text of PROJECT. @throws TsopError `project/invalid` or `project/unsupported-version`, with all problems */
export function parseProject(text: string): Project {
  return readProject(text, parseProjectDocument(text));
}

/** Reads the tree of a text. @throws TsopError like `parseProject` */
export function readProject(text: string, document: Document): Project {
  const reader = new Reader(countLines(text), document);
  const version = reader.text([], "version");
  if (version !== undefined && version !== projectVersion) throw unsupported(version, reader.at(["version"]));
  const layout = reader.texts(["layout"]);
  const project: Project = {
    domain: reader.required([], "domain"),
    projectName: reader.required([], "projectName"),
    layout,
    cliVersion: reader.text([], "cliVersion"),
    multigroup: reader.flag([], "multigroup"),
    namespaced: reader.flag([], "namespaced"),
    resources: readResources(reader),
  };
  reader.required([], "version");
  if (layout.length > 0 && !layout.some((key) => key.split("/")[0] === layoutKey.split("/")[0])) {
    reader.report(["layout"], `the project was laid out by another tool (${layout.join(", ")}), not by tsop`);
  }
  reader.throwProblems();
  return project;
}

/** Parses PROJECT to an editable tree. @throws TsopError `project/invalid` */
export function parseProjectDocument(text: string): Document {
  let documents: Document[];
  try {
    documents = parseYamlDocuments(text, projectFileName);
  } catch (error) {
    if (!(error instanceof TsopError)) throw error;
    throw new TsopError("project/invalid", `${projectFileName} is ${error.message}`, {
      ...(error.at === undefined ? {} : { at: error.at }),
      hint: "Correct this line, or restore the file from version control.",
      cause: error,
    });
  }
  const [document] = documents;
  if (documents.length === 1 && document !== undefined && isMap(document.contents)) return document;
  throw new TsopError("project/invalid", `${projectFileName} must contain one map of keys and values`, {
    at: { file: projectFileName, line: 1 },
    hint: "Restore the file from version control, or delete it and run `tsop init`.",
  });
}

function readResources(reader: Reader): Resource[] {
  const resources = reader.items(["resources"]).map((path) => readResource(reader, path));
  if (!reader.hasMap(["plugins", extensionKey])) return resources;
  for (const path of reader.items(["plugins", extensionKey, "resources"])) {
    const named = { group: reader.text(path, "group") ?? "", domain: reader.text(path, "domain") ?? "" };
    const [version, kind] = [reader.required(path, "version"), reader.required(path, "kind")];
    const given = reader.required(path, "storage");
    const storage = extensionStorages.find((each) => each === given);
    const index = resources.findIndex(
      (each) =>
        each.kind === kind && each.version === version && each.group === named.group && each.domain === named.domain,
    );
    const resource = resources[index];
    if (given !== "" && storage === undefined)
      reader.report([...path, "storage"], `storage must be one of ${extensionStorages.join(", ")}`);
    if (kind !== "" && resource === undefined) reader.report(path, `resources has no ${version} ${kind} of this group`);
    if (resource !== undefined && storage !== undefined) resources[index] = { ...resource, extension: { storage } };
  }
  return resources;
}

function readResource(reader: Reader, path: Path): Resource {
  return {
    group: reader.text(path, "group") ?? "",
    domain: reader.text(path, "domain") ?? "",
    version: reader.required(path, "version"),
    kind: reader.required(path, "kind"),
    plural: reader.text(path, "plural"),
    path: reader.text(path, "path"),
    api: readApi(reader, path),
    ...readControllers(reader, path),
    webhooks: readWebhooks(reader, path),
    core: reader.flag(path, "core"),
    ...readExternal(reader, path),
  };
}

/** Reads the location of a kind of another project. Imports contain it, so it must be a module or a file of the project. */
function readExternal(reader: Reader, resource: Path): Pick<Resource, "external" | "module"> {
  if (!reader.flag(resource, "external")) return {};
  const problem = checkExternalPath(reader.required(resource, "path"));
  if (problem !== undefined) reader.report([...resource, "path"], `path: ${problem.message}`);
  const module = reader.text(resource, "module");
  if (module !== undefined && parseExternalModule(module) === undefined)
    reader.report([...resource, "module"], `module: ${JSON.stringify(module)} is not a package with its version`);
  return { external: true, ...defined({ module }) };
}

/** Reads `controller: true`, or the list of named controllers, which takes precedence, as in kubebuilder. */
function readControllers(reader: Reader, resource: Path): Pick<Resource, "controller" | "controllers"> {
  const isSingle = reader.flag(resource, "controller");
  const controllers = reader.items([...resource, "controllers"]).map((path) => reader.required(path, "name"));
  return controllers.length === 0 ? { controller: isSingle } : { controller: true, controllers };
}

function readWebhooks(reader: Reader, resource: Path): ResourceWebhooks | undefined {
  const path = [...resource, "webhooks"];
  if (!reader.hasMap(path)) return undefined;
  return {
    defaulting: reader.flag(path, "defaulting"),
    validation: reader.flag(path, "validation"),
    conversion: reader.flag(path, "conversion"),
    spokes: reader.texts([...path, "spoke"]),
    ...defined({
      defaultingPath: reader.text(path, "defaultingPath"),
      validationPath: reader.text(path, "validationPath"),
    }),
  };
}

function readApi(reader: Reader, path: Path): ResourceApi | undefined {
  if (!reader.hasMap([...path, "api"])) return undefined;
  return {
    crdVersion: reader.text([...path, "api"], "crdVersion") ?? "v1",
    namespaced: reader.flag([...path, "api"], "namespaced"),
  };
}

function unsupported(version: string, at: SourceLocation): TsopError {
  const isNewer = Number.parseInt(version, 10) > Number(projectVersion);
  return new TsopError(
    "project/unsupported-version",
    `${projectFileName} has version ${JSON.stringify(version)}; this tsop reads version "${projectVersion}"`,
    {
      at,
      hint: isNewer
        ? "Use a newer tsop: `npm install tsop@latest`."
        : "Migrate the project with the tool that created it.",
    },
  );
}

type Path = readonly (string | number)[];

/** Reads values from the tree and collects the errors with their locations. */
class Reader {
  readonly #lines: LineCounter;
  readonly #document: Document;
  readonly #problems: Diagnostic[] = [];

  constructor(lines: LineCounter, document: Document) {
    this.#lines = lines;
    this.#document = document;
  }

  text(path: Path, key: string | number): string | undefined {
    const value = this.#scalar([...path, key]);
    if (value === undefined || value === null) return undefined;
    if (typeof value === "string" || typeof value === "number") return String(value);
    this.report([...path, key], `${key} must be a string`);
    return undefined;
  }

  required(path: Path, key: string): string {
    const value = this.text(path, key);
    if (value !== undefined && value !== "") return value;
    const node = this.#node([...path, key]);
    if (node === undefined) this.report(path, `${key} is missing`, this.#suggestKey(path, key));
    else if (isScalar(node) && (node.value === null || node.value === ""))
      this.report([...path, key], `${key} has no value`, "Write a value, or restore the file from version control.");
    return "";
  }

  flag(path: Path, key: string): boolean {
    const value = this.#scalar([...path, key]);
    if (value === undefined || value === null) return false;
    if (typeof value === "boolean") return value;
    this.report([...path, key], `${key} must be true or false`);
    return false;
  }

  /** Reads a text or a list of texts: kubebuilder has written both. */
  texts(path: Path): string[] {
    const node = this.#node(path);
    if (!isSeq(node)) return [this.text(path.slice(0, -1), path.at(-1) ?? "")].filter((value) => value !== undefined);
    return node.items.flatMap((_, index) => this.text(path, index) ?? []);
  }

  items(list: Path): Path[] {
    const node = this.#node(list);
    if (node === undefined || (isScalar(node) && node.value === null)) return [];
    if (!isSeq(node)) {
      this.report(list, `${list.at(-1) ?? ""} must be a list`);
      return [];
    }
    return node.items.map((_, index) => [...list, index]).filter((path) => this.hasMap(path));
  }

  hasMap(path: Path): boolean {
    const node = this.#node(path);
    if (node === undefined || isMap(node)) return node !== undefined;
    this.report(path, `${path.join(".")} must be a map of keys and values`);
    return false;
  }

  report(path: Path, message: string, hint = "Correct it, or restore the file from version control."): void {
    this.#problems.push({ code: "project/invalid", severity: "error", message, at: this.at(path), hint });
  }

  throwProblems(): void {
    if (this.#problems.length > 0) throw TsopError.fromDiagnostics(this.#problems);
  }

  at(path: Path): SourceLocation {
    const { line, col } = this.#lines.linePos(this.#node(path)?.range?.[0] ?? 0);
    return { file: projectFileName, line, column: col };
  }

  #scalar(path: Path): unknown {
    const node = this.#node(path);
    if (node === undefined) return undefined;
    return isScalar(node) ? node.value : node;
  }

  #node(path: Path): Node | undefined {
    // With `keepScalar`, the result is a node of the tree or undefined.
    const node = (path.length === 0 ? this.#document.contents : this.#document.getIn(path, true)) as
      | Node
      | null
      | undefined;
    return node ?? undefined;
  }

  #suggestKey(path: Path, key: string): string {
    const node = this.#node(path);
    const keys = isMap(node) ? node.items.map((pair) => String(pair.key)) : [];
    const found = nearest(key, keys);
    return found === undefined
      ? "Add it, or restore the file from version control."
      : `The key ${JSON.stringify(found)} is unknown: did you mean ${key}?`;
  }
}
