/** Source: kubernetes/pkg/apis/networking/validation/validation.go (ValidateIngressSpec). */
import type * as networking from "../../../k8s/networking/v1.js";
import { type ApiObject, objectOf, objectsOf, textOf } from "../../api-object.js";
import { type FieldError, invalid } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import type { KindRules } from "../kind-rules.js";
import { must, rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { readIp, validateIp } from "../validation/addresses.js";
import { checkDns1123Subdomain, checkWildcardDns1123Subdomain } from "../validation/names.js";
import { backend } from "./ingress-backends.js";

type BackendRule = ReturnType<typeof backend>;

const badSequences = ["//", "/./", "/../", "%2f", "%2F"];
const badEndings = ["/..", "/."];
const classAnnotation = "kubernetes.io/ingress.class";
const shownHosts = 3;

/** Rejects an IP address. */
export const notBeIp: rule.Demand<string> = [
  (host) => readIp(host) === undefined,
  "must be a DNS name, not an IP address",
];
const beHost = must.haveForm((host: string) =>
  host.includes("*") ? checkWildcardDns1123Subdomain(host) : checkDns1123Subdomain(host),
);

const pathRules = (backendRule: BackendRule): rule.Table<networking.HTTPIngressPath> => [
  rule.requiredIf("pathType", "pathType must be specified", ({ pathType }) => typeof pathType !== "string"),
  rule.when(
    ({ pathType }) => typeof pathType === "string",
    rule.text("path", (value, at, { object: { pathType: type } }) => {
      const isExact = type === "Exact" || type === "Prefix";
      const needsRoot = isExact || (type === "ImplementationSpecific" && value !== "");
      return [
        ...(needsRoot && !value.startsWith("/") ? ["must be an absolute path"] : []),
        ...badSequences.filter((part) => isExact && value.includes(part)).map((part) => `must not contain '${part}'`),
        ...badEndings.filter((end) => isExact && value.endsWith(end)).map((end) => `cannot end with '${end}'`),
      ].map((detail) => invalid(at, value, detail));
    }),
    rule.text("pathType", must.beOneOf("Exact", "ImplementationSpecific", "Prefix")),
    rule.object("backend", [backendRule]),
  ),
];

const specRules = (backendRule: BackendRule): rule.Table<networking.IngressSpec> => [
  rule.invalidIf(
    ["rules", ""],
    "either `defaultBackend` or `rules` must be specified",
    (object) => objectsOf(object, "rules").length === 0 && objectOf(object, "defaultBackend") === undefined,
  ),
  rule.optional("defaultBackend", [backendRule]),
  rule.each("rules", [
    rule.optionalText("host", notBeIp),
    rule.optionalText("host", beHost),
    rule.optional("http", [rule.list("paths", must.beSet()), rule.each("paths", pathRules(backendRule))]),
  ]),
  rule.each("tls", [rule.eachText("hosts", beHost), rule.optionalText("secretName", must.beSubdomain)]),
  rule.textPointer("ingressClassName", must.beSubdomain),
];

/** @param beServiceName - of the version */
export function ingressValidation(beServiceName: rule.PlainCheck<string>): KindRules {
  const rules: rule.Table<networking.Ingress> = [rule.object("spec", specRules(backend(beServiceName)))];
  return {
    validate: rule.validator([...rules, classOfNew]),
    validateUpdate: rule.validator(rules),
  };
}

function classOfNew({ object: ingress }: rule.Place<unknown>): rule.Faults {
  const annotation = objectOf(objectOf(ingress, "metadata"), "annotations")?.[classAnnotation];
  const name = objectOf(ingress, "spec")?.["ingressClassName"];
  if (annotation === undefined || typeof name !== "string" || annotation === name) return [];
  const detail = "must match `ingressClassName` when both are specified";
  return [invalid(`annotations.${classAnnotation}`, annotation, detail)];
}

export function validateIngressStatus(ingress: ApiObject, old: ApiObject): FieldError[] {
  const valid = ingressPoints(old).map((point) => textOf(point, "ip"));
  const points: rule.Table = [
    rule.each("ingress", [
      rule.optionalText("ip", (ip, at) => validateIp(at, ip, valid)),
      rule.optionalText("hostname", must.beSubdomain),
      rule.optionalText("hostname", notBeIp),
    ]),
  ];
  const balancer = objectOf(objectOf(ingress, "status"), "loadBalancer") ?? {};
  return rule.judge(points, balancer, "status.loadBalancer", undefined);
}

function ingressPoints(ingress: ApiObject): readonly JsonObject[] {
  return objectsOf(objectOf(objectOf(ingress, "status"), "loadBalancer"), "ingress");
}

function showAddresses(ingress: ApiObject): string {
  const addresses = ingressPoints(ingress).map((point) => textOf(point, "ip") || textOf(point, "hostname"));
  return [...new Set(addresses.filter((address) => address !== ""))].toSorted().join(",");
}

export const ingressCells = cell.row(
  cell.nameOf,
  cell.text("spec.ingressClassName", "<none>"),
  (ingress) => showHosts(objectsOf(objectOf(ingress, "spec"), "rules").map((each) => textOf(each, "host"))),
  showAddresses,
  (ingress) => (objectsOf(objectOf(ingress, "spec"), "tls").length === 0 ? "80" : "80, 443"),
  cell.ageOf,
);

function showHosts(hosts: readonly string[]): string {
  const named = hosts.filter((host) => host !== "");
  if (named.length === 0) return "*";
  const shown = named.slice(0, shownHosts).join(",");
  const isFullBeforeLast = hosts.slice(0, -1).filter((host) => host !== "").length >= shownHosts;
  return isFullBeforeLast ? `${shown} + ${hosts.length - shownHosts} more...` : shown;
}
