/** Source: pkg/apis/flowcontrol/validation/validation.go. */
import type * as flowcontrol from "../../../k8s/flowcontrol/v1.js";
import { forbidden, invalid, notSupported, required } from "../../../core/field-error.js";
import { isSet, objectOf, textOf, textsOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { typeIsOneOf } from "../validation/internal-forms.js";
import { checkDns1123Label } from "../validation/names.js";

const maxPrecedence = 10_000;
const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"];

const subjectFields: Readonly<Record<string, string>> = {
  Group: "group",
  ServiceAccount: "serviceAccount",
  User: "user",
};

const subject: rule.Rule<flowcontrol.Subject, unknown> = rule.first(
  rule.text("kind", must.beOneOf(...Object.keys(subjectFields))),
  rule.all(
    ({ object, path }) => {
      const kind = textOf(object, "kind");
      const own = subjectFields[kind] ?? "";
      if (objectOf(object, own) !== undefined) return [];
      return [required(`${path}.${own}`, `${own} is required when subject kind is '${kind}'`)];
    },
    rule.when(
      ({ kind }) => kind === "ServiceAccount",
      rule.optional("serviceAccount", [
        rule.text("name", must.beSet(), (name, path) => (name === "*" ? [] : must.beSubdomain(name, path))),
        rule.text("namespace", must.beSet("must specify namespace for service account"), must.beLabel),
      ]),
    ),
    rule.when(({ kind }) => kind === "User", rule.optional("user", [rule.required("name")])),
    rule.when(({ kind }) => kind === "Group", rule.optional("group", [rule.required("name")])),
    ({ object, path }) =>
      ["ServiceAccount", "User", "Group"].flatMap((kind) => {
        const field = subjectFields[kind] ?? "";
        if (object["kind"] === kind || objectOf(object, field) === undefined) return [];
        return [forbidden(`${path}.${field}`, `${field} is forbidden when subject kind is not '${kind}'`)];
      }),
  ),
);

/** A list of words, or only `*`. Without `*`, `judgeEach` validates the words. */
function wordsOf(
  field: string,
  missing: string,
  noun: string,
  judgeEach: rule.PlainCheck<readonly string[]> = () => [],
): rule.Rule<object, unknown> {
  return ({ object, path }) => {
    const [words, at] = [[...textsOf(object, field)], `${path}.${field}`];
    if (words.length === 0) return missing === "" ? [] : [required(at, missing)];
    if (words.length > 1 && words.includes("*")) {
      return [invalid(at, words, `if '*' is present, must not specify other ${noun}`)];
    }
    return words.includes("*") ? [] : judgeEach(words, at);
  };
}

const verbWords = wordsOf("verbs", "verbs must contain at least one value", "verbs", (given, path) =>
  given.every((verb) => verbs.includes(verb)) ? [] : [notSupported(path, [...given], verbs)],
);

const resourceRule: rule.Table<flowcontrol.ResourcePolicyRule> = [
  verbWords,
  wordsOf("apiGroups", "resource rules must supply at least one api group", "api groups"),
  wordsOf("resources", "resource rules must supply at least one resource", "resources"),
  rule.requiredIf(
    "namespaces",
    "resource rules that are not cluster scoped must supply at least one namespace",
    (object) => textsOf(object, "namespaces").length === 0 && !isSet(object, "clusterScope"),
  ),
  wordsOf("namespaces", "", "namespaces", (names, path) => {
    const start = "each member of this list must be '*' or a DNS-1123 label; ";
    return names.flatMap((name, index) =>
      checkDns1123Label(name).map((fault) => invalid(`${path}[${index}]`, name, `${start}${fault}`)),
    );
  }),
];

const urlRule: rule.Table<flowcontrol.NonResourcePolicyRule> = [
  verbWords,
  wordsOf("nonResourceURLs", "nonResourceURLs must contain at least one value", "non-resource URLs", (urls, path) =>
    urls.flatMap((url, index) => {
      const fault = faultOfUrl(url);
      return fault === "" ? [] : [invalid(`${path}[${index}]`, url, fault)];
    }),
  ),
];

function faultOfUrl(url: string): string {
  if (url === "") return "must not be empty";
  if (url === "/") return "";
  if (!url.startsWith("/")) return "must start with slash";
  if (url.includes(" ")) return "must not contain white-space";
  if (url.includes("//")) return "must not contain double slash";
  const stars = url.split("*").length - 1;
  return stars === 0 || (stars === 1 && url.endsWith("/*")) ? "" : "wildcard can only do suffix matching";
}

const spec: rule.Table<flowcontrol.FlowSchemaSpec> = [
  rule.number("matchingPrecedence", must.beIn(1, Infinity, "must be a positive value")),
  rule.number("matchingPrecedence", must.beIn(-Infinity, maxPrecedence, `must not be greater than ${maxPrecedence}`)),
  rule.number("matchingPrecedence", [
    (precedence, { parent }) => precedence !== 1 || textOf(objectOf(parent?.object, "metadata"), "name") === "exempt",
    "only the schema named 'exempt' may have matchingPrecedence 1",
  ]),
  rule.optional("distinguisherMethod", [
    typeIsOneOf(["ByNamespace", "ByUser"], "flowcontrol.apiserver.k8s.io/v1.FlowDistinguisherMethod", "type"),
  ]),
  rule.object("priorityLevelConfiguration", [
    rule.text("name", must.beSet("must reference a priority level"), must.beSubdomain),
  ]),
  rule.each("rules", [
    rule.list("subjects", must.beSet("subjects must contain at least one value")),
    rule.each("subjects", [subject]),
    ({ object, path }) =>
      ["resourceRules", "nonResourceRules"].every((field) => must.isUnset(object[field]))
        ? [required(path, "at least one of resourceRules and nonResourceRules has to be non-empty")]
        : [],
    rule.each("resourceRules", resourceRule),
    rule.each("nonResourceRules", urlRule),
  ]),
];

/** The conditions of both kinds in the group. */
export const flowConditions: rule.Table<{ status?: { conditions?: { type?: string }[] } }> = [
  rule.optional("status", [
    rule.each("conditions", [rule.text("type", must.beUnique()), rule.text("type", must.beSet())]),
  ]),
];

export const flowSchemaRules: rule.Table<flowcontrol.FlowSchema> = [rule.object("spec", spec), ...flowConditions];
