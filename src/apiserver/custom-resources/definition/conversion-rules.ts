/** Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go. */
import { X509Certificate } from "node:crypto";
import {
  atKey,
  child,
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
} from "../../../core/field-error.js";
import { checkDns1035Label } from "../../kinds/validation/names.js";
import { checkClientConfig } from "../../webhooks/check-client-config.js";
import type { DefinitionConversion } from "../definition.js";

export interface ConversionRuleOptions {
  /** A CA bundle may be invalid until the CRD is established, and may stay invalid. */
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

function checkReviewVersions(versions: readonly string[], path: string): FieldError[] {
  if (versions.length === 0) return [required(path)];
  const faults = versions.flatMap((version, index) => {
    const at = atKey(path, index);
    if (versions.indexOf(version) < index) return [invalid(at, version, "duplicate version")];
    return checkDns1035Label(version).map((why) => invalid(at, version, why));
  });
  const isKnown = versions.includes("v1") || versions.includes("v1beta1");
  return isKnown ? faults : [...faults, invalid(path, [...versions], "must include at least one of v1, v1beta1")];
}

/** Returns the error in a bundle of certificates. A missing bundle is valid. */
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
