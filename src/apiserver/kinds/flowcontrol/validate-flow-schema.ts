/** Source: pkg/apis/flowcontrol/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { duplicate, type FieldError, forbidden, invalid, notSupported, required } from "../../../core/field-error.js";
import { isSet, numberOf, objectOf, objectsOf, textOf, textsOf } from "../../json-fields.js";
import { nameIsDnsLabel, nameIsDnsSubdomain } from "../validation/names.js";
import { formOfFields, notSupportedInternal } from "../validation/internal-forms.js";
import { faultsAt } from "../validation/values.js";

const maxPrecedence = 10_000;
const methods = ["ByNamespace", "ByUser"];
const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"];
const methodForm = formOfFields("Type:type");

export function validateFlowSchema(object: ApiObject): FieldError[] {
  const spec = objectOf(object, "spec") ?? {};
  const method = objectOf(spec, "distinguisherMethod");
  const level = textOf(objectOf(spec, "priorityLevelConfiguration"), "name");
  const levelPath = "spec.priorityLevelConfiguration.name";
  return [
    ...validatePrecedence(object.metadata.name ?? "", numberOf(spec, "matchingPrecedence") ?? 0),
    ...(method === undefined || methods.includes(textOf(method, "type"))
      ? []
      : [notSupportedInternal("spec.distinguisherMethod.type", method, methodForm, methods)]),
    ...(level === ""
      ? [required(levelPath, "must reference a priority level")]
      : faultsAt(levelPath, level, nameIsDnsSubdomain(level, false))),
    ...objectsOf(spec, "rules").flatMap((rule, index) => validateRule(rule, `spec.rules[${index}]`)),
    ...validateFlowConditions(object),
  ];
}

/** Of both kinds of the group. */
export function validateFlowConditions(object: ApiObject): FieldError[] {
  const types = objectsOf(objectOf(object, "status"), "conditions").map((condition) => textOf(condition, "type"));
  return types.flatMap((type, index) => {
    const at = `status.conditions[${index}].type`;
    return [...(types.indexOf(type) < index ? [duplicate(at, type)] : []), ...(type === "" ? [required(at)] : [])];
  });
}

function validatePrecedence(name: string, precedence: number): FieldError[] {
  const fault = (detail: string): FieldError => invalid("spec.matchingPrecedence", precedence, detail);
  return [
    ...(precedence <= 0 ? [fault("must be a positive value")] : []),
    ...(precedence > maxPrecedence ? [fault(`must not be greater than ${maxPrecedence}`)] : []),
    ...(precedence === 1 && name !== "exempt"
      ? [fault("only the schema named 'exempt' may have matchingPrecedence 1")]
      : []),
  ];
}

function validateRule(rule: JsonObject, path: string): FieldError[] {
  const [subjects, resources, urls] = [
    ...["subjects", "resourceRules", "nonResourceRules"].map((name) => objectsOf(rule, name)),
  ];
  const isEmpty = (resources ?? []).length + (urls ?? []).length === 0;
  return [
    ...((subjects ?? []).length === 0
      ? [required(`${path}.subjects`, "subjects must contain at least one value")]
      : []),
    ...(subjects ?? []).flatMap((subject, index) => validateSubject(subject, `${path}.subjects[${index}]`)),
    ...(isEmpty ? [required(path, "at least one of resourceRules and nonResourceRules has to be non-empty")] : []),
    ...(resources ?? []).flatMap((each, index) => validateResourceRule(each, `${path}.resourceRules[${index}]`)),
    ...(urls ?? []).flatMap((each, index) => validateUrlRule(each, `${path}.nonResourceRules[${index}]`)),
  ];
}

const fieldsOfKinds: Readonly<Record<string, string>> = {
  Group: "group",
  ServiceAccount: "serviceAccount",
  User: "user",
};

function validateSubject(subject: JsonObject, path: string): FieldError[] {
  const kind = textOf(subject, "kind");
  const own = fieldsOfKinds[kind];
  if (own === undefined) return [notSupported(`${path}.kind`, kind, Object.keys(fieldsOfKinds))];
  const others = ["serviceAccount", "user", "group"].filter((field) => field !== own);
  const kindOf = (field: string): string =>
    Object.keys(fieldsOfKinds).find((each) => fieldsOfKinds[each] === field) ?? "";
  const value = objectOf(subject, own);
  return [
    ...(value === undefined
      ? [required(`${path}.${own}`, `${own} is required when subject kind is '${kind}'`)]
      : validateName(value, own, `${path}.${own}`)),
    ...others
      .filter((field) => objectOf(subject, field) !== undefined)
      .map((field) =>
        forbidden(`${path}.${field}`, `${field} is forbidden when subject kind is not '${kindOf(field)}'`),
      ),
  ];
}

function validateName(value: JsonObject, field: string, path: string): FieldError[] {
  const [name, namespace] = [textOf(value, "name"), textOf(value, "namespace")];
  if (field !== "serviceAccount") return name === "" ? [required(`${path}.name`)] : [];
  const isAll = name === "*";
  return [
    ...(name === "" ? [required(`${path}.name`)] : []),
    ...(name === "" || isAll ? [] : faultsAt(`${path}.name`, name, nameIsDnsSubdomain(name, false))),
    ...(namespace === ""
      ? [required(`${path}.namespace`, "must specify namespace for service account")]
      : faultsAt(`${path}.namespace`, namespace, nameIsDnsLabel(namespace, false))),
  ];
}

/** `*` stands alone. */
function isCrowded(values: readonly string[]): boolean {
  return values.length > 1 && values.includes("*");
}

function validateVerbs(rule: JsonObject, path: string): FieldError[] {
  const given = [...textsOf(rule, "verbs")];
  const at = `${path}.verbs`;
  if (given.length === 0) return [required(at, "verbs must contain at least one value")];
  if (isCrowded(given)) return [invalid(at, given, "if '*' is present, must not specify other verbs")];
  return given.includes("*") || given.every((verb) => verbs.includes(verb)) ? [] : [notSupported(at, given, verbs)];
}

function validateUrlRule(rule: JsonObject, path: string): FieldError[] {
  const urls = [...textsOf(rule, "nonResourceURLs")];
  const at = `${path}.nonResourceURLs`;
  const validateUrls = (): FieldError[] => {
    if (urls.length === 0) return [required(at, "nonResourceURLs must contain at least one value")];
    if (isCrowded(urls)) return [invalid(at, urls, "if '*' is present, must not specify other non-resource URLs")];
    return urls.includes("*") ? [] : urls.flatMap((url, index) => validateUrl(url, `${at}[${index}]`));
  };
  return [...validateVerbs(rule, path), ...validateUrls()];
}

function validateUrl(url: string, path: string): FieldError[] {
  const fault = (detail: string): FieldError[] => [invalid(path, url, detail)];
  if (url === "") return fault("must not be empty");
  if (url === "/") return [];
  if (!url.startsWith("/")) return fault("must start with slash");
  if (url.includes(" ")) return fault("must not contain white-space");
  if (url.includes("//")) return fault("must not contain double slash");
  const stars = url.split("*").length - 1;
  if (stars === 0 || (stars === 1 && url.endsWith("/*"))) return [];
  return fault("wildcard can only do suffix matching");
}

const resourceFields = [
  { field: "apiGroups", noun: "api groups", missing: "resource rules must supply at least one api group" },
  { field: "resources", noun: "resources", missing: "resource rules must supply at least one resource" },
] as const;

function validateResourceRule(rule: JsonObject, path: string): FieldError[] {
  return [
    ...validateVerbs(rule, path),
    ...resourceFields.flatMap(({ field, noun, missing }) => {
      const values = [...textsOf(rule, field)];
      if (values.length === 0) return [required(`${path}.${field}`, missing)];
      if (!isCrowded(values)) return [];
      return [invalid(`${path}.${field}`, values, `if '*' is present, must not specify other ${noun}`)];
    }),
    ...validateNamespaces(rule, `${path}.namespaces`),
  ];
}

function validateNamespaces(rule: JsonObject, path: string): FieldError[] {
  const namespaces = [...textsOf(rule, "namespaces")];
  if (namespaces.length === 0 && !isSet(rule, "clusterScope")) {
    return [required(path, "resource rules that are not cluster scoped must supply at least one namespace")];
  }
  if (isCrowded(namespaces)) {
    return [invalid(path, namespaces, "if '*' is present, must not specify other namespaces")];
  }
  if (namespaces.includes("*")) return [];
  const start = "each member of this list must be '*' or a DNS-1123 label; ";
  return namespaces.flatMap((name, index) =>
    nameIsDnsLabel(name, false).map((fault) => invalid(`${path}[${index}]`, name, `${start}${fault}`)),
  );
}
