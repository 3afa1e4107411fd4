/** Source: kubernetes/pkg/apis/networking/validation/validation.go (ValidateIngressSpec). */
import type { Json, JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, invalid, notSupported, required } from "../../../core/field-error.js";
import { objectOf, objectsOf, textOf, textsOf } from "../../json-fields.js";
import { ageOf } from "../table-times.js";
import { nameOf } from "../tables/cells.js";
import { readIp, validateIp } from "../validation/addresses.js";
import { checkDns1123Subdomain, checkWildcardDns1123Subdomain, nameIsDnsSubdomain } from "../validation/names.js";
import { validateBackend } from "./ingress-backends.js";

const pathTypes = ["Exact", "ImplementationSpecific", "Prefix"];
const badSequences = ["//", "/./", "/../", "%2f", "%2F"];
const badEndings = ["/..", "/."];
const classAnnotation = "kubernetes.io/ingress.class";
const shownHosts = 3;

export function validateIngressCreate(ingress: ApiObject): FieldError[] {
  const faults = validateIngress(ingress);
  const annotation = ingress.metadata.annotations?.[classAnnotation];
  const { ingressClassName } = objectOf(ingress, "spec") ?? {};
  if (annotation === undefined || typeof ingressClassName !== "string" || annotation === ingressClassName)
    return faults;
  const detail = "must match `ingressClassName` when both are specified";
  return [...faults, invalid(`annotations.${classAnnotation}`, annotation, detail)];
}

export function validateIngress(ingress: ApiObject): FieldError[] {
  const spec = objectOf(ingress, "spec") ?? {};
  const rules = objectsOf(spec, "rules");
  const backend = objectOf(spec, "defaultBackend");
  const { ingressClassName } = spec;
  return [
    ...(rules.length === 0 && backend === undefined
      ? [invalid("spec", spec["rules"] ?? null, "either `defaultBackend` or `rules` must be specified")]
      : []),
    ...(backend === undefined ? [] : validateBackend(backend, "spec.defaultBackend")),
    ...rules.flatMap((rule, index) => validateRule(rule, `spec.rules[${index}]`)),
    ...objectsOf(spec, "tls").flatMap((tls, index) => validateTls(tls, `spec.tls[${index}]`)),
    ...(typeof ingressClassName === "string"
      ? nameIsDnsSubdomain(ingressClassName, false).map((fault) =>
          invalid("spec.ingressClassName", ingressClassName, fault),
        )
      : []),
  ];
}

export function validateIngressStatus(ingress: ApiObject, old: ApiObject): FieldError[] {
  const valid = ingressPoints(old).map((point) => textOf(point, "ip"));
  return ingressPoints(ingress).flatMap((point, index) => {
    const path = `status.loadBalancer.ingress[${index}]`;
    const [ip, hostname] = [textOf(point, "ip"), textOf(point, "hostname")];
    const faults = ip === "" ? [] : validateIp(`${path}.ip`, ip, valid);
    return hostname === "" ? faults : [...faults, ...validateHostname(hostname, `${path}.hostname`)];
  });
}

function validateHostname(hostname: string, path: string): FieldError[] {
  const faults = checkDns1123Subdomain(hostname).map((fault) => invalid(path, hostname, fault));
  if (readIp(hostname) === undefined) return faults;
  return [...faults, invalid(path, hostname, "must be a DNS name, not an IP address")];
}

function validateRule(rule: JsonObject, path: string): FieldError[] {
  const host = textOf(rule, "host");
  const http = objectOf(rule, "http");
  const faults: FieldError[] = [];
  if (host !== "") {
    const at = `${path}.host`;
    if (readIp(host) !== undefined) faults.push(invalid(at, host, "must be a DNS name, not an IP address"));
    faults.push(...checkHost(host).map((fault) => invalid(at, host, fault)));
  }
  if (http === undefined) return faults;
  const paths = objectsOf(http, "paths");
  if (paths.length === 0) faults.push(required(`${path}.http.paths`));
  return [...faults, ...paths.flatMap((each, index) => validatePath(each, `${path}.http.paths[${index}]`))];
}

function checkHost(host: string): string[] {
  return host.includes("*") ? checkWildcardDns1123Subdomain(host) : checkDns1123Subdomain(host);
}

function validatePath(object: JsonObject, path: string): FieldError[] {
  const type = object["pathType"];
  const value = textOf(object, "path");
  if (typeof type !== "string") return [required(`${path}.pathType`, "pathType must be specified")];
  const wrong = (detail: string): FieldError => invalid(`${path}.path`, value, detail);
  const faults: FieldError[] = [];
  const isAbsolute = value.startsWith("/");
  if (type === "Exact" || type === "Prefix") {
    if (!isAbsolute) faults.push(wrong("must be an absolute path"));
    for (const part of badSequences) if (value.includes(part)) faults.push(wrong(`must not contain '${part}'`));
    for (const end of badEndings) if (value.endsWith(end)) faults.push(wrong(`cannot end with '${end}'`));
  } else if (type === "ImplementationSpecific") {
    if (value !== "" && !isAbsolute) faults.push(wrong("must be an absolute path"));
  } else {
    faults.push(notSupported(`${path}.pathType`, type, pathTypes));
  }
  return [...faults, ...validateBackend(objectOf(object, "backend") ?? {}, `${path}.backend`)];
}

function validateTls(tls: JsonObject, path: string): FieldError[] {
  const secret = textOf(tls, "secretName");
  return [
    ...textsOf(tls, "hosts").flatMap((host, index) =>
      checkHost(host).map((fault) => invalid(`${path}.hosts[${index}]`, host, fault)),
    ),
    ...(secret === "" ? [] : nameIsDnsSubdomain(secret, false)).map((fault) =>
      invalid(`${path}.secretName`, secret, fault),
    ),
  ];
}

function ingressPoints(ingress: ApiObject): readonly JsonObject[] {
  return objectsOf(objectOf(objectOf(ingress, "status"), "loadBalancer"), "ingress");
}

export function ingressCells(ingress: ApiObject, now: number): Json[] {
  const spec = objectOf(ingress, "spec");
  const rules = objectsOf(spec, "rules");
  const addresses = ingressPoints(ingress).map((point) => textOf(point, "ip") || textOf(point, "hostname"));
  return [
    nameOf(ingress),
    textOf(spec, "ingressClassName") || "<none>",
    showHosts(rules.map((rule) => textOf(rule, "host"))),
    [...new Set(addresses.filter((address) => address !== ""))].toSorted().join(","),
    objectsOf(spec, "tls").length === 0 ? "80" : "80, 443",
    ageOf(ingress, now),
  ];
}

function showHosts(hosts: readonly string[]): string {
  const named = hosts.filter((host) => host !== "");
  if (named.length === 0) return "*";
  const shown = named.slice(0, shownHosts).join(",");
  const isFullBeforeLast = hosts.slice(0, -1).filter((host) => host !== "").length >= shownHosts;
  return isFullBeforeLast ? `${shown} + ${hosts.length - shownHosts} more...` : shown;
}
