/** Sources: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go, k8s.io/apiserver/pkg/util/webhook/validation.go. */
import { X509Certificate } from "node:crypto";
import { parseUrl } from "../../../cel/url.js";
import { forbidden, invalid, notSupported, required, type FieldError } from "../../../core/field-error.js";
import { checkDns1035Label, checkDns1123Subdomain, checkPortNumber } from "../../kinds/validation/names.js";
import type { WebhookClientConfig } from "../../webhooks/webhook-client-config.js";
import type { DefinitionConversion } from "../definition.js";
import { atIndex, child } from "../field-path.js";

export interface ConversionRuleOptions {
  /** A bundle may be wrong until the CRD is established, and stay wrong. */
  readonly allowsInvalidCaBundle: boolean;
}

export function checkConversion(
  { strategy, webhook }: DefinitionConversion,
  path: string,
  { allowsInvalidCaBundle }: ConversionRuleOptions,
): FieldError[] {
  const strategyPath = child(path, "strategy");
  const faults: FieldError[] = [];
  if (strategy === "") faults.push(required(strategyPath));
  else if (strategy !== "None" && strategy !== "Webhook") {
    faults.push(notSupported(strategyPath, strategy, ["None", "Webhook"]));
  }
  const { clientConfig, conversionReviewVersions = [] } = webhook ?? {};
  const configPath = child(path, "webhookClientConfig");
  const versionsPath = child(path, "conversionReviewVersions");
  if (strategy !== "Webhook") {
    const why = "should not be set when strategy is not set to Webhook";
    if (clientConfig !== undefined) faults.push(forbidden(configPath, why));
    if (conversionReviewVersions.length > 0) faults.push(forbidden(versionsPath, why));
    return faults;
  }
  if (clientConfig === undefined) faults.push(required(configPath, "required when strategy is set to Webhook"));
  else {
    faults.push(...checkClientConfig(clientConfig, configPath));
    const wrong = allowsInvalidCaBundle ? undefined : caBundleFault(clientConfig.caBundle ?? "");
    if (wrong !== undefined) faults.push(invalid(child(configPath, "caBundle"), clientConfig.caBundle, wrong));
  }
  return [...faults, ...checkReviewVersions(conversionReviewVersions, versionsPath)];
}

function checkClientConfig({ url, service }: WebhookClientConfig, path: string): FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [required(path, "exactly one of url or service is required")];
  }
  return url !== undefined ? checkUrl(url, child(path, "url")) : checkService(service, child(path, "service"));
}

const form = "; desired format: https://host[/path]";

function checkUrl(url: string, path: string): FieldError[] {
  const parsed = parseUrl(url);
  if (typeof parsed === "string" && !/^[./]?[^:]*$/.test(url)) {
    return [required(path, `url must be a valid URL: ${parsed}${form}`)];
  }
  const [, scheme = "", authority = "", query, fragment] =
    /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*)(?:\/[^?#]*)?|(?!\/\/)[^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(
      url,
    ) ?? [];
  const at = authority.lastIndexOf("@");
  const host = authority.slice(at + 1);
  return [
    ...(scheme.toLowerCase() === "https"
      ? []
      : [invalid(path, scheme.toLowerCase(), `'https' is the only allowed URL scheme${form}`)]),
    ...(host === "" ? [invalid(path, host, `host must be specified${form}`)] : []),
    ...(at === -1 ? [] : [invalid(path, authority.slice(0, at), "user information is not permitted in the URL")]),
    ...((fragment ?? "") === "" ? [] : [invalid(path, fragment, "fragments are not permitted in the URL")]),
    ...((query ?? "") === "" ? [] : [invalid(path, query, "query parameters are not permitted in the URL")]),
  ];
}

function checkService(service: WebhookClientConfig["service"], path: string): FieldError[] {
  // The API server passes name and namespace the wrong way round, so that the other one is said to be missing.
  const { name: namespace = "", namespace: name = "", port = 443, path: target = "" } = service ?? {};
  const ports = checkPortNumber(port);
  return [
    ...(name === "" ? [required(child(path, "name"))] : []),
    ...(namespace === "" ? [required(child(path, "namespace"))] : []),
    ...(ports.length === 0 ? [] : [invalid(child(path, "port"), port, `port is not valid: ${ports.join(", ")}`)]),
    ...checkTarget(target, child(path, "path")),
  ];
}

function checkTarget(target: string, path: string): FieldError[] {
  if (target === "" || target === "/") return [];
  if (target === "//") return [invalid(path, target, "segment[0] may not be empty")];
  const segments = target.slice(1).replace(/\/$/, "").split("/");
  return [
    ...(target.startsWith("/") ? [] : [invalid(path, target, "must start with a '/'")]),
    ...segments.flatMap((segment, index) =>
      segment === ""
        ? [invalid(path, target, `segment[${index}] may not be empty`)]
        : checkDns1123Subdomain(segment).map((why) => invalid(path, target, `segment[${index}]: ${why}`)),
    ),
  ];
}

function checkReviewVersions(versions: readonly string[], path: string): FieldError[] {
  if (versions.length === 0) return [required(path)];
  const faults = versions.flatMap((version, index) => {
    const at = atIndex(path, index);
    if (versions.indexOf(version) < index) return [invalid(at, version, "duplicate version")];
    return checkDns1035Label(version).map((why) => invalid(at, version, why));
  });
  const isKnown = versions.includes("v1") || versions.includes("v1beta1");
  return isKnown ? faults : [...faults, invalid(path, [...versions], "must include at least one of v1, v1beta1")];
}

/** What is wrong with a bundle of certificates; none is no fault. */
export function caBundleFault(bundle: string): string | undefined {
  if (bundle === "") return undefined;
  const pem = Buffer.from(bundle, "base64").toString();
  const blocks = pem.match(/^-----BEGIN CERTIFICATE-----[ \t]*$[^-]*^-----END CERTIFICATE-----[ \t]*$/gm) ?? [];
  if (blocks.length === 0) return "unable to load root certificates: unable to parse bytes as PEM block";
  try {
    for (const block of blocks) new X509Certificate(block);
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `unable to load root certificates: failed to parse certificate: ${why}`;
  }
}
