/** Names and name servers of a pod. Source: pkg/apis/core/validation/validation.go. */
import { type FieldError, forbidden, invalid, required, tooLong } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { isSet, objectOf, objectsOf, textOf, textsOf } from "../../json-fields.js";
import { validateIp } from "../validation/addresses.js";
import { checkDns1123Subdomain, checkDns1123SubdomainWithUnderscore } from "../validation/names.js";
import { faultsAt } from "../validation/values.js";

export function validateDnsConfig(spec: JsonObject, path: string): FieldError[] {
  const config = objectOf(spec, "dnsConfig");
  const nameservers = textsOf(config, "nameservers");
  if (textOf(spec, "dnsPolicy") === "None") {
    if (config === undefined) return [required(path, "must provide `dnsConfig` when `dnsPolicy` is None")];
    if (nameservers.length === 0) {
      return [required(`${path}.nameservers`, "must provide at least one DNS nameserver when `dnsPolicy` is None")];
    }
  }
  return [
    ...(nameservers.length > 3
      ? [invalid(`${path}.nameservers`, [...nameservers], "must not have more than 3 nameservers")]
      : []),
    ...nameservers.flatMap((server, index) => validateIp(`${path}.nameservers[${index}]`, server)),
    ...validateSearches(textsOf(config, "searches"), `${path}.searches`),
    ...objectsOf(config, "options").flatMap((option, index) =>
      textOf(option, "name") === "" ? [required(`${path}.options[${index}]`, "must not be empty")] : [],
    ),
  ];
}

function validateSearches(searches: readonly string[], path: string): FieldError[] {
  const tooLongText = "must not have more than 2048 characters (including spaces) in the search list";
  return [
    ...(searches.length > 32 ? [invalid(path, [...searches], "must not have more than 32 search paths")] : []),
    ...(Buffer.byteLength(searches.join(" ")) > 2048 ? [invalid(path, [...searches], tooLongText)] : []),
    ...searches.flatMap((search, index) => {
      if (search === ".") return [];
      const name = search.replace(/\.$/, "");
      return faultsAt(`${path}[${index}]`, name, checkDns1123SubdomainWithUnderscore(name));
    }),
  ];
}

export function validateHostAliases(spec: JsonObject, path: string): FieldError[] {
  return objectsOf(spec, "hostAliases").flatMap((alias, index) => [
    ...validateIp(`${path}[${index}].ip`, textOf(alias, "ip")),
    ...textsOf(alias, "hostnames").flatMap((name, nameIndex) =>
      faultsAt(`${path}[${index}].hostnames[${nameIndex}]`, name, checkDns1123Subdomain(name)),
    ),
  ]);
}

export function validateHostnameOverride(spec: JsonObject, path: string): FieldError[] {
  const name = spec["hostnameOverride"];
  if (typeof name !== "string") return [];
  return [
    ...(isSet(spec, "setHostnameAsFQDN")
      ? [forbidden(path, "may not be specified when setHostnameAsFQDN is true")]
      : []),
    ...(isSet(spec, "hostNetwork") ? [forbidden(path, "may not be specified when hostNetwork is true")] : []),
    ...(Buffer.byteLength(name) > 64 ? [tooLong(path, 64)] : []),
    ...faultsAt(path, name, checkDns1123Subdomain(name)),
  ];
}
