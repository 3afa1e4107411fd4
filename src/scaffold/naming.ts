/** The locations of the files of a kind, and the names in them, as in kubebuilder. */
import path from "node:path";
import { toApiVersion } from "../core/gvk.js";
import { pluralize } from "../core/plural.js";
import { isExternalFile } from "../project/external.js";
import { type Project, qualifiedGroup, type Resource } from "../project/project.js";

/** The fields of a kind that determine its names. */
export type NamedResource = Pick<Resource, "group" | "domain" | "version" | "kind" | "core" | "external"> & {
  readonly plural?: string | undefined;
  /** The location of the types in PROJECT: a kind keeps its location when the project becomes a multi-group project. */
  readonly path?: string | undefined;
};

export interface Names {
  readonly group: string;
  readonly apiVersion: string;
  readonly kindLower: string;
  readonly plural: string;
  /** The folder of the types, the module of a built-in kind, or the module or the file of an external kind. */
  readonly typesPath: string;
  readonly typesFile: string;
  readonly controllerPath: string;
  /** The file name without its extension. */
  readonly controllerFile: string;
  readonly controllerName: string;
  /** The class in the controller's file. */
  readonly reconciler: string;
  /** The module from which a controller's file imports the kind. */
  readonly typesModule: string;
  /** The folder of the webhooks of this version. */
  readonly webhookPath: string;
  readonly webhookFile: string;
  /** The module from which a webhook's file imports the kind. */
  readonly webhookTypesModule: string;
  readonly sampleFile: string;
  readonly crdFile: string;
  /** The prefix of the files with the roles for users: `config/rbac/bar`. */
  readonly roleFile: string;
  /** The prefix of the role names: `bar`. */
  readonly rolePrefix: string;
  readonly variable: string;
}

/** @param controller - the name of one of the kind's controllers; default: the name that the kind gives it */
export function namesOf(
  resource: NamedResource,
  { multigroup }: Pick<Project, "multigroup">,
  controller = resource.kind.toLowerCase(),
): Names {
  const { group: short, domain, version, kind, core } = resource;
  const group = qualifiedGroup(resource);
  const kindLower = kind.toLowerCase();
  const plural = resource.plural ?? pluralize(kind);
  // In a multi-group project, each group has a folder. A group that equals the domain gives its folder the first part
  // of the domain.
  const folder = multigroup ? [short === "" ? (domain.split(".")[0] ?? "core") : short] : [];
  const builtIn = `tsop/k8s/${short.split(".")[0] ?? short}/${version}`;
  const typesPath = core ? builtIn : (resource.path ?? ["api", ...folder, version].join("/"));
  const typesFile = resource.external === true ? typesPath : `${typesPath}/${kindLower}_types.ts`;
  const isModule = core || (resource.external === true && !isExternalFile(typesPath));
  const controllerPath = ["controllers", ...folder].join("/");
  const webhookPath = ["webhooks", ...folder, version].join("/");
  const underscored = [...folder, kindLower].join("_");
  const dashed = [...folder, kindLower].join("-");
  return {
    group,
    apiVersion: toApiVersion(group, version),
    kindLower,
    plural,
    typesPath,
    typesFile,
    controllerPath,
    controllerFile: `${controller.replaceAll("-", "_")}_controller`,
    controllerName: [...folder, controller].join("-").replaceAll(".", "-"),
    reconciler: `${controller === kindLower ? kind : controller.split("-").map(capital).join("")}Reconciler`,
    typesModule: isModule ? typesPath : moduleFrom(controllerPath, typesFile),
    webhookPath,
    webhookFile: `${webhookPath}/${kindLower}_webhook.ts`,
    webhookTypesModule: isModule ? typesPath : moduleFrom(webhookPath, typesFile),
    sampleFile: `config/samples/${[short, version, kindLower].filter((part) => part !== "").join("_")}.yaml`,
    crdFile: `bases/${group}_${plural}.yaml`,
    roleFile: `config/rbac/${underscored}`,
    rolePrefix: dashed,
    variable: variableFor(kind),
  };
}

/** Returns the module specifier with which a file in a folder imports another file. */
export function moduleFrom(folder: string, file: string): string {
  const relative = path.posix.relative(folder, file).replace(/\.(m?)ts$/, ".$1js");
  return relative.startsWith(".") ? relative : `./${relative}`;
}

/** Capitalizes a word: `v1` → `V1`. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield " +
    // the names that the scaffolded functions use themselves
    "request context status changed client manager before reconciler describe expect test done"
  ).split(" "),
);

/** Returns a variable name: `Bar` → `bar`, `DNSRecord` → `dnsRecord`, `Class` → `classObject`. */
export function variableFor(kind: string): string {
  const name = kind.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+$|^[A-Z]/, (start) => start.toLowerCase());
  return reserved.has(name) ? `${name}Object` : name;
}
