/**
 * Reads an audit policy. Sources: k8s.io/apiserver/pkg/apis/audit/v1/types.go and pkg/apis/audit/validation/validation.go.
 * kube-apiserver ignores unknown fields with a warning; here, they are problems: a misspelled field would widen its rule.
 */
import { isJsonObject } from "../../core/json.js";
import { isSubdomain } from "../../core/name-forms.js";
import { nearest } from "../../core/suggest.js";
import type { AuditedResources, AuditPolicy, AuditRule } from "./policy.js";
import type { AuditStage } from "./audit-event.js";
import type { AuditLevel } from "./audit-notes.js";

export interface PolicyProblem {
  /** The steps from the root to the value. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint: string;
}

export type PolicyReading =
  | { readonly kind: "policy"; readonly policy: AuditPolicy }
  /** All problems, at least one. */
  | { readonly kind: "problems"; readonly problems: readonly PolicyProblem[] };

const apiVersion = "audit.k8s.io/v1";
const levels: readonly AuditLevel[] = ["None", "Metadata", "Request", "RequestResponse"];
const stages: readonly AuditStage[] = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"];

const policyFields = ["apiVersion", "kind", "metadata", "rules", "omitStages", "omitManagedFields"];
const ruleFields = [
  ...["level", "users", "userGroups", "verbs", "resources", "namespaces", "nonResourceURLs", "omitStages"],
  "omitManagedFields",
];
const resourceFields = ["group", "resources", "resourceNames"];

/** @param hasKind - whether the value must contain its apiVersion and its kind, as in a file */
export function readAuditPolicy(value: unknown, hasKind: boolean): PolicyReading {
  const reader = new Reader();
  const policy = reader.policy(value, hasKind);
  const { problems } = reader;
  return problems.length === 0 ? { kind: "policy", policy } : { kind: "problems", problems };
}

type Path = PolicyProblem["path"];

class Reader {
  readonly problems: PolicyProblem[] = [];

  policy(value: unknown, hasKind: boolean): AuditPolicy {
    const fields = this.#object(value, [], policyFields);
    if (fields === undefined) return { rules: [] };
    if (hasKind || fields["apiVersion"] !== undefined) this.#constant(fields, "apiVersion", apiVersion);
    if (hasKind || fields["kind"] !== undefined) this.#constant(fields, "kind", "Policy");
    const rules = this.#list(fields["rules"], ["rules"]);
    if (rules.length === 0 && (isAbsent(fields["rules"]) || Array.isArray(fields["rules"]))) {
      this.#report(["rules"], "a policy needs at least one rule", "To log every request, write `- level: Metadata`.");
    }
    return {
      rules: rules.map((rule, index) => this.#rule(rule, ["rules", index])),
      omitStages: this.#stages(fields["omitStages"], ["omitStages"]),
      omitManagedFields: this.#flag(fields["omitManagedFields"], ["omitManagedFields"]) ?? false,
    };
  }

  #rule(value: unknown, path: Path): AuditRule {
    const fields = this.#object(value, path, ruleFields);
    if (fields === undefined) return { level: "None" };
    const texts = (name: string): string[] => this.#texts(fields[name], [...path, name]);
    const omitManagedFields = this.#flag(fields["omitManagedFields"], [...path, "omitManagedFields"]);
    const rule = {
      level: this.#choice(fields["level"], [...path, "level"], levels) ?? "None",
      ...{ users: texts("users"), userGroups: texts("userGroups"), verbs: texts("verbs") },
      resources: this.#list(fields["resources"], [...path, "resources"]).map((each, index) =>
        this.#resources(each, [...path, "resources", index]),
      ),
      ...{ namespaces: texts("namespaces"), nonResourceURLs: texts("nonResourceURLs") },
      omitStages: this.#stages(fields["omitStages"], [...path, "omitStages"]),
      ...(omitManagedFields === undefined ? {} : { omitManagedFields }),
    };
    this.#checkUrls(rule, [...path, "nonResourceURLs"]);
    return rule;
  }

  #checkUrls({ nonResourceURLs, resources, namespaces }: Required<RuleTargets>, path: Path): void {
    for (const [index, url] of nonResourceURLs.entries()) {
      if (url !== "*" && !url.startsWith("/")) {
        this.#report(
          [...path, index],
          `the path ${quote(url)} does not begin with a slash`,
          `Write ${quote(`/${url}`)}.`,
        );
      }
      if (url.slice(0, -1).includes("*")) {
        const hint = "Write the star at the end: `/healthz*` matches all paths that begin with /healthz.";
        this.#report([...path, index], `a star can only end a path: ${quote(url)}`, hint);
      }
    }
    if (nonResourceURLs.length === 0 || (resources.length === 0 && namespaces.length === 0)) return;
    const hint = "Write two rules: one with nonResourceURLs, and one with resources or namespaces.";
    this.#report(path, "a rule cannot match both resources and other paths", hint);
  }

  #resources(value: unknown, path: Path): AuditedResources {
    const fields = this.#object(value, path, resourceFields);
    if (fields === undefined) return {};
    const group = this.#text(fields["group"], [...path, "group"]);
    const resources = this.#texts(fields["resources"], [...path, "resources"]);
    const resourceNames = this.#texts(fields["resourceNames"], [...path, "resourceNames"]);
    if (group !== "" && !isSubdomain(group)) {
      const hint = "Write the group without its version: `apps`; the core group is an empty text.";
      this.#report([...path, "group"], `${quote(group)} is not an API group`, hint);
    }
    if (resourceNames.length > 0 && resources.length === 0) {
      const hint = 'Add the resources that have these names: `resources: ["configmaps"]`.';
      this.#report([...path, "resourceNames"], "resourceNames need resources", hint);
    }
    return { group, resources, resourceNames };
  }

  #stages(value: unknown, path: Path): AuditStage[] {
    return this.#list(value, path).flatMap((each, index) => this.#choice(each, [...path, index], stages) ?? []);
  }

  #constant(fields: Fields, name: string, wanted: string): void {
    const given = fields[name];
    if (given === wanted) return;
    const shown = given === undefined ? `${name} is missing` : `unknown ${name} ${quote(given)}`;
    this.#report([name], shown, `Write \`${name}: ${wanted}\`.`);
  }

  #choice<T extends string>(value: unknown, path: Path, choices: readonly T[]): T | undefined {
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    const what = nameOf(path);
    const meant = typeof value === "string" ? nearest(value, choices) : undefined;
    const message = isAbsent(value) ? `the rule has no ${what}` : `unknown ${what} ${quote(value)}`;
    this.#report(path, message, meant === undefined ? `Write one of ${choices.join(", ")}.` : `Did you mean ${meant}?`);
    return undefined;
  }

  #flag(value: unknown, path: Path): boolean | undefined {
    if (isAbsent(value)) return undefined;
    if (typeof value === "boolean") return value;
    this.#report(
      path,
      `${nameOf(path)} must be true or false, not ${quote(value)}`,
      "Write true or false without quotes.",
    );
    return undefined;
  }

  #text(value: unknown, path: Path): string {
    if (isAbsent(value)) return "";
    if (typeof value === "string") return value;
    this.#report(path, `${nameOf(path)} must be a text, not ${quote(value)}`, "Write it in quotes.");
    return "";
  }

  #texts(value: unknown, path: Path): string[] {
    return this.#list(value, path).map((each, index) => this.#text(each, [...path, index]));
  }

  #list(value: unknown, path: Path): readonly unknown[] {
    if (isAbsent(value)) return [];
    if (Array.isArray(value)) return value;
    this.#report(
      path,
      `${nameOf(path)} must be a list, not ${quote(value)}`,
      `Write \`${nameOf(path)}: [${quote(value)}]\`.`,
    );
    return [];
  }

  #object(value: unknown, path: Path, known: readonly string[]): Fields | undefined {
    if (!isJsonObject(value)) {
      const hint = `Write an object with these fields: ${known.join(", ")}.`;
      this.#report(path, `${nameOf(path)} must be an object, not ${quote(value)}`, hint);
      return undefined;
    }
    for (const name of Object.keys(value)) {
      if (known.includes(name)) continue;
      const meant = nearest(name, known);
      const hint = meant === undefined ? `The fields are ${known.join(", ")}.` : `Did you mean ${meant}?`;
      this.#report([...path, name], `unknown field ${quote(name)}`, hint);
    }
    return Object.fromEntries(known.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]]));
  }

  #report(path: Path, message: string, hint: string): void {
    this.problems.push({ path, message, hint });
  }
}

type Fields = Readonly<Record<string, unknown>>;

type RuleTargets = Pick<AuditRule, "nonResourceURLs" | "resources" | "namespaces">;

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Returns the name of a field; an item of a list has the name of the list. */
function nameOf(path: Path): string {
  return path.findLast((step) => typeof step === "string") ?? "the policy";
}

const maxQuoted = 60;

function quote(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text;
}
