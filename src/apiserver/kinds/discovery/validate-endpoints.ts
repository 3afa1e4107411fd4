import { printIp } from "../../../cel/addresses.js";
import type { Endpoint, EndpointHints } from "../../../k8s/discovery/v1.js";
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import { textOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { isIpv4, isIpv6, readIp, validateEndpointIp, validateIp } from "../validation/addresses.js";
import { validateLabels } from "../validation/labels.js";
import { checkDns1123Label, checkDns1123Subdomain } from "../validation/names.js";

const maxHints = 8;

/** If a list has too many hints, its items and the hints after it are not validated. */
const hints: rule.Rule<EndpointHints, unknown> = rule.all(
  rule.list("forZones", must.fit(maxHints)),
  rule.when(
    ({ forZones }) => must.fit(maxHints)(forZones ?? null, "").length === 0,
    rule.each("forZones", [rule.text("name", must.beUnique()), rule.text("name", must.beLabelValue)]),
    rule.first(
      rule.list("forNodes", must.fit(maxHints)),
      rule.each("forNodes", [rule.text("name", must.beUnique()), rule.text("name", must.beSubdomain)]),
    ),
  ),
);

export const endpoint: rule.Table<Endpoint & { deprecatedTopology?: Record<string, string> }> = [
  rule.list("addresses", must.beSet("must contain at least 1 address"), must.fit(100)),
  rule.eachText("addresses", (address, path, { parent }) =>
    validateAddress(address, textOf(parent?.object, "addressType"), path),
  ),
  rule.textPointer("nodeName", must.beSubdomain),
  rule.textMap("deprecatedTopology", validateLabels),
  rule.textPointer("hostname", must.beLabel),
  rule.optional("hints", [hints]),
];

function validateAddress(address: string, type: string, path: string): readonly FieldError[] {
  const list = path.replace(/\[\d+\]$/, "");
  switch (type) {
    case "IPv4": {
      const faults = validateIp(path, address);
      if (faults.length > 0) return faults;
      const wrong = isIpv4(address) ? [] : [invalid(list, address, "must be an IPv4 address")];
      return [...wrong, ...validateEndpointIp(path, address)];
    }
    case "IPv6": {
      const faults = validateIp(path, address);
      if (faults.length > 0) return faults;
      const canonical = printIp(readIp(address) ?? []);
      if (canonical !== address) return [invalid(path, address, `must be in canonical form ("${canonical}")`)];
      const wrong = isIpv6(address) ? [] : [invalid(list, address, "must be an IPv6 address")];
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
