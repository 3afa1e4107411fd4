/** The names and name servers of a pod. Source: pkg/apis/core/validation/validation.go. */
import type { PodDNSConfig, PodSpec } from "../../../k8s/core/v1.js";
import { forbidden } from "../../../core/field-error.js";
import { isSet, textsOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { validateIp } from "../validation/addresses.js";
import { checkDns1123SubdomainWithUnderscore } from "../validation/names.js";

const config: rule.Table<PodDNSConfig> = [
  rule.invalidIf(
    "nameservers",
    "must not have more than 3 nameservers",
    (dns) => textsOf(dns, "nameservers").length > 3,
  ),
  rule.eachText("nameservers", (server, path) => validateIp(path, server)),
  rule.invalidIf("searches", "must not have more than 32 search paths", (dns) => textsOf(dns, "searches").length > 32),
  rule.invalidIf(
    "searches",
    "must not have more than 2048 characters (including spaces) in the search list",
    (dns) => Buffer.byteLength(textsOf(dns, "searches").join(" ")) > 2048,
  ),
  rule.eachText("searches", (search, path) => {
    const name = search.replace(/\.$/, "");
    return search === "." ? [] : must.haveForm(checkDns1123SubdomainWithUnderscore)(name, path);
  }),
  rule.each("options", [rule.text(["name", ""], must.beSet("must not be empty"))]),
];

const noneNeeds = "when `dnsPolicy` is None";

export const dnsConfig: rule.Rule<PodSpec, unknown> = rule.first(
  rule.when(
    ({ dnsPolicy }) => dnsPolicy === "None",
    rule.requiredObject("dnsConfig", `must provide \`dnsConfig\` ${noneNeeds}`, [
      rule.list("nameservers", must.beSet(`must provide at least one DNS nameserver ${noneNeeds}`)),
    ]),
  ),
  rule.optional("dnsConfig", config),
);

export const hostAliases: rule.Rule<PodSpec, unknown> = rule.each("hostAliases", [
  rule.text("ip", (ip, path) => validateIp(path, ip)),
  rule.eachText("hostnames", must.beSubdomain),
]);

export const hostnameOverride: rule.Table<PodSpec> = [
  rule.textPointer("hostnameOverride", (_name, path, { object }) =>
    ["setHostnameAsFQDN", "hostNetwork"]
      .filter((field) => isSet(object, field))
      .map((field) => forbidden(path, `may not be specified when ${field} is true`)),
  ),
  rule.textPointer("hostnameOverride", must.fit(64)),
  rule.textPointer("hostnameOverride", must.beSubdomain),
];
