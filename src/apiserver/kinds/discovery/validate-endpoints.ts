import { duplicate, type FieldError, invalid, required, tooMany } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { objectOf, objectsOf, textMapOf, textOf, textsOf } from "../../json-fields.js";
import { printIp } from "../../../cel/addresses.js";
import { isIpv4, isIpv6, readIp, validateEndpointIp, validateIp } from "../validation/addresses.js";
import { validateLabels } from "../validation/labels.js";
import { checkDns1123Label, checkDns1123Subdomain, checkLabelValue, nameIsDnsSubdomain } from "../validation/names.js";

const maxEndpoints = 1000;
const maxAddresses = 100;
const maxHints = 8;

export function validateEndpoints(endpoints: readonly JsonObject[], type: string): FieldError[] {
  if (endpoints.length > maxEndpoints) return [tooMany("endpoints", endpoints.length, maxEndpoints)];
  return endpoints.flatMap((endpoint, index) => validateEndpoint(endpoint, type, `endpoints[${index}]`));
}

function validateEndpoint(endpoint: JsonObject, type: string, path: string): FieldError[] {
  const addresses = textsOf(endpoint, "addresses");
  const at = `${path}.addresses`;
  const { nodeName, hostname } = endpoint;
  return [
    ...(addresses.length === 0 ? [required(at, "must contain at least 1 address")] : []),
    ...(addresses.length > maxAddresses ? [tooMany(at, addresses.length, maxAddresses)] : []),
    ...addresses.flatMap((address, index) => validateAddress(address, type, at, `${at}[${index}]`)),
    ...(typeof nodeName === "string"
      ? nameIsDnsSubdomain(nodeName, false).map((fault) => invalid(`${path}.nodeName`, nodeName, fault))
      : []),
    ...validateLabels(textMapOf(endpoint, "deprecatedTopology"), `${path}.deprecatedTopology`),
    ...(typeof hostname === "string"
      ? checkDns1123Label(hostname).map((fault) => invalid(`${path}.hostname`, hostname, fault))
      : []),
    ...validateHints(objectOf(endpoint, "hints"), `${path}.hints`),
  ];
}

function validateAddress(address: string, type: string, listPath: string, path: string): FieldError[] {
  switch (type) {
    case "IPv4": {
      const faults = validateIp(path, address);
      if (faults.length > 0) return faults;
      const wrong = isIpv4(address) ? [] : [invalid(listPath, address, "must be an IPv4 address")];
      return [...wrong, ...validateEndpointIp(path, address)];
    }
    case "IPv6": {
      const faults = validateIp(path, address);
      if (faults.length > 0) return faults;
      const canonical = printIp(readIp(address) ?? []);
      if (canonical !== address) return [invalid(path, address, `must be in canonical form ("${canonical}")`)];
      const wrong = isIpv6(address) ? [] : [invalid(listPath, address, "must be an IPv6 address")];
      return [...wrong, ...validateEndpointIp(path, address)];
    }
    case "FQDN":
      return validateDomain(address, path);
    default:
      return [];
  }
}

/** Source: k8s.io/apimachinery/pkg/util/validation/validation.go (IsFullyQualifiedDomainName). */
function validateDomain(address: string, path: string): FieldError[] {
  if (address === "") return [required(path)];
  const name = address.replace(/\.$/, "");
  const faults = checkDns1123Subdomain(name);
  if (faults.length > 0) return [invalid(path, name, faults.join(","))];
  const labels = name.split(".");
  if (labels.length < 2) {
    return [invalid(path, name, "should be a domain with at least two segments separated by dots")];
  }
  const wrong = labels.find((label) => checkDns1123Label(label).length > 0);
  return wrong === undefined ? [] : [invalid(path, wrong, checkDns1123Label(wrong).join(","))];
}

function validateHints(hints: JsonObject | undefined, path: string): FieldError[] {
  const zones = objectsOf(hints, "forZones").map((zone) => textOf(zone, "name"));
  const nodes = objectsOf(hints, "forNodes").map((node) => textOf(node, "name"));
  if (zones.length > maxHints) return [tooMany(`${path}.forZones`, zones.length, maxHints)];
  const faults = validateNames(zones, `${path}.forZones`, checkLabelValue);
  if (nodes.length > maxHints) return [...faults, tooMany(`${path}.forNodes`, nodes.length, maxHints)];
  return [...faults, ...validateNames(nodes, `${path}.forNodes`, (name) => nameIsDnsSubdomain(name, false))];
}

function validateNames(names: readonly string[], path: string, check: (name: string) => string[]): FieldError[] {
  return names.flatMap((name, index) => [
    ...(names.indexOf(name) < index ? [duplicate(`${path}[${index}].name`, name)] : []),
    ...check(name).map((fault) => invalid(`${path}[${index}].name`, name, fault)),
  ]);
}
