/**
 * Checks the names that Kubernetes and TypeScript accept, and suggests corrections. Every check returns undefined for a valid
 * name, so that a command can report all invalid names at once.
 */
import { isDomain } from "./name-forms.js";

/** A fault of a name, and its correction. */
export interface NameProblem {
  readonly message: string;
  readonly hint: string;
}

const dns1035Label = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

/** Checks RFC 1123, section 2.1, as Kubernetes applies it to the group of an API. */
export function checkDomain(domain: string): NameProblem | undefined {
  if (isDomain(domain)) return undefined;
  return {
    message: `${quote(domain)} is not a domain: it must consist of lower case letters, digits, "-" and ".", such as "example.com"`,
    hint: `--domain ${toSubdomain(domain) || "example.com"}`,
  };
}

/** Checks the part of an API group before the domain; if it is empty, the group is the domain itself. */
export function checkGroup(group: string, domain: string): NameProblem | undefined {
  const full = group === "" ? domain : `${group}.${domain}`;
  if (group !== "" && !isDomain(group)) {
    return {
      message: `${quote(group)} is not an API group: it must consist of lower case letters, digits, "-" and ".", such as "apps"`,
      hint: `--group ${toSubdomain(group) || "apps"}`,
    };
  }
  if (!isDomain(full)) {
    return { message: `the API group ${quote(full)} is longer than 253 characters`, hint: "Choose a shorter --group." };
  }
  if (full.includes(".")) return undefined;
  return {
    message: `the API group would be ${quote(full)}, but Kubernetes requires a dot in it`,
    hint: "--group apps, or create the project with a domain such as example.com",
  };
}

/** Checks Kubernetes' own pattern: v1, v2beta1, v1alpha3. */
export function checkVersion(version: string): NameProblem | undefined {
  if (/^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$/.test(version)) return undefined;
  return {
    message: `${quote(version)} is not an API version: it must look like v1, v1beta1 or v1alpha1`,
    hint: `--version ${toVersion(version)}`,
  };
}

function toVersion(version: string): string {
  const [, major = "1", level, minor = "1"] =
    /^v?([1-9][0-9]*)?(?:[-_.]?(a|b)[a-z]*[-_.]?([1-9][0-9]*)?)?/i.exec(version) ?? [];
  return `v${major}${level === undefined ? "" : `${level.toLowerCase() === "a" ? "alpha" : "beta"}${minor}`}`;
}

/**
 * Names that the scaffolded files use for something else, or that a module cannot use for its own values: a kind with such a
 * name would not compile.
 */
const takenKinds = new Set([
  ...["Client", "Condition", "CustomResource", "Infinity", "Int32", "Manager", "NaN", "Object", "Promise"],
  ...["ReconcileContext", "ReconcileRequest", "ReconcileResult", "Reconciler"],
]);

export function checkKind(kind: string): NameProblem | undefined {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(kind)) {
    return {
      message: `${quote(kind)} is not a kind: it must be one word of letters and digits in PascalCase`,
      hint: `--kind ${toKind(kind)}`,
    };
  }
  if (kind.length > 63) {
    return {
      message: `the kind ${quote(kind)} has ${kind.length} characters; at most 63 are allowed`,
      hint: `--kind ${kind.slice(0, 63)}`,
    };
  }
  if (!takenKinds.has(kind)) return undefined;
  return {
    message: `the kind ${quote(kind)} would not compile: TypeScript or tsop already uses the name`,
    hint: `Choose another name, such as --kind My${kind}`,
  };
}

/**
 * Returns the name of the types of a kind: the kind itself, unless TypeScript does not allow the name or uses it for
 * something else.
 *
 * @param kind - any name that the API server accepts
 */
export function typeNameOf(kind: string): string {
  const name = toKind(kind);
  return takenKinds.has(name) ? `${name}Kind` : name;
}

export function checkPlural(plural: string): NameProblem | undefined {
  if (isDns1035Label(plural)) return undefined;
  return {
    message: `${quote(plural)} is not a plural: it must be one word of at most 63 lower case letters, digits and "-"`,
    hint: `--plural ${toLabel(plural).slice(0, 63) || "bars"}`,
  };
}

/** Checks the name of a controller. */
export function checkController(name: string): NameProblem | undefined {
  if (isDns1035Label(name)) return undefined;
  return {
    message: `${quote(name)} is not a controller name: it must be one word of at most 63 lower case letters, digits and "-", and start with a letter`,
    hint: `--controller-name ${toLabel(name).slice(0, 63) || "bar-backup"}`,
  };
}

export function checkShortName(shortName: string): NameProblem | undefined {
  if (isDns1035Label(shortName)) return undefined;
  return {
    message: `${quote(shortName)} is not a short name: it must be one word of lower case letters, digits and "-"`,
    hint: `--short-name ${toLabel(shortName).slice(0, 63) || "br"}`,
  };
}

/** The longest suffix of a name with the project's name as its prefix: a Service name, of at most 63 characters. */
const longestSuffix = "-controller-manager-metrics-service";
const maxProjectName = 63 - longestSuffix.length;

/** Checks the project's name, which is the prefix of Service names, which must be DNS-1035 labels. */
export function checkProjectName(name: string): NameProblem | undefined {
  const hint = `--project-name ${toProjectName(name)}`;
  if (!dns1035Label.test(name)) {
    return {
      message: `${quote(name)} is not a project name: it must consist of lower case letters, digits and "-", and start with a letter`,
      hint,
    };
  }
  if (name.length <= maxProjectName) return undefined;
  return {
    message: `the project name ${quote(name)} has ${name.length} characters; at most ${maxProjectName} are allowed, because "${name}${longestSuffix}" must fit into 63`,
    hint,
  };
}

/** Returns the valid project name nearest to any text (a folder's name). */
export function toProjectName(text: string): string {
  const name = toLabel(text);
  const started = name === "" || /^[a-z]/.test(name) ? name : `op-${name}`;
  return started.slice(0, maxProjectName).replace(/(?<!-)-+$/, "") || "operator";
}

function isDns1035Label(text: string): boolean {
  return text.length <= 63 && dns1035Label.test(text);
}

function toSubdomain(text: string): string {
  return text
    .replace(/^[a-z]+:\/\//i, "")
    .split(".")
    .map((part) => toLabel(part).slice(0, 63))
    .filter((part) => part !== "")
    .join(".")
    .slice(0, 253);
}

function toLabel(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "");
}

function toKind(text: string): string {
  const words = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .split(/[^A-Za-z0-9]+/);
  const kind = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Z]/.test(kind) ? kind.slice(0, 63) : kind === "" ? "Bar" : `My${kind}`.slice(0, 63);
}

/** Quotes like JSON, so that any text stays on one line. */
function quote(text: string): string {
  return JSON.stringify(text);
}
