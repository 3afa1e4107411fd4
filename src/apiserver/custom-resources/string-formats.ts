/**
 * The string formats that the API server checks. It ignores all other formats.
 * Sources: k8s.io/kube-openapi/pkg/validation/strfmt, k8s.io/apiextensions-apiserver/pkg/apiserver/validation/formats.go.
 */
import { ownOf } from "../../core/own-members.js";
import { isSince, type KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { JsonSchema } from "./json-schema.js";
import { isLabel, isSubdomain } from "../../core/name-forms.js";
import { parseFormatDuration } from "../../cel/times.js";
import { parseUrl } from "../../cel/url.js";
import { isCidr, isIPv4, isIPv6, isMac } from "./address-formats.js";
import { isCreditCard, isIsbn } from "./check-digits.js";
import { isEmail } from "./email-format.js";

export type FormatCheck = (text: string) => boolean;

const numberFormats: Readonly<Record<string, readonly string[]>> = {
  integer: ["int32", "int64"],
  number: ["float", "double"],
};

/** Reports whether the API server checks the format of a schema. It checks the formats of numbers since 1.36. */
export function isKnownFormat({ type = "", format = "" }: JsonSchema, version: KubernetesVersion): boolean {
  const isText = type === "" || type === "string";
  if (isText || !isSince(version, "1.37")) return checkOfFormat(format) !== undefined;
  return ownOf(numberFormats, type)?.includes(format) === true;
}

/** Returns undefined for an unchecked format. Hyphens in the name do not count: `datetime` is `date-time`. */
export function checkOfFormat(format: string): FormatCheck | undefined {
  return checks.get(format.replaceAll("-", ""));
}

const uuid = (version: string, variant: string): FormatCheck => {
  const pattern = new RegExp(
    `^[0-9a-f]{8}-?[0-9a-f]{4}-?${version}[0-9a-f]{3}-?${variant}[0-9a-f]{3}-?[0-9a-f]{12}$`,
    "i",
  );
  return (text) => pattern.test(text);
};

const matching =
  (pattern: RegExp): FormatCheck =>
  (text) =>
    pattern.test(text);

const channel = String.raw`\s*(?:0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*`;
const hostnamePattern =
  /^(?:[a-zA-Z0-9\p{S}\p{L}](?:-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?|(?:[a-zA-Z0-9\p{S}\p{L}](?:[a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?\.)+[a-zA-Z\p{L}]{2,63})$/u;

const checks: ReadonlyMap<string, FormatCheck> = new Map<string, FormatCheck>([
  ["bsonobjectid", matching(/^[0-9a-fA-F]{24}$/)],
  ["uri", (text) => typeof parseUrl(text) !== "string"],
  ["email", isEmail],
  ["hostname", isHostname],
  ["ipv4", isIPv4],
  ["ipv6", isIPv6],
  ["cidr", isCidr],
  ["mac", isMac],
  ["uuid", uuid("[0-9a-f]", "[0-9a-f]")],
  ["uuid3", uuid("3", "[0-9a-f]")],
  ["uuid4", uuid("4", "[89ab]")],
  ["uuid5", uuid("5", "[89ab]")],
  ["isbn", (text) => isIsbn(text, 10) || isIsbn(text, 13)],
  ["isbn10", (text) => isIsbn(text, 10)],
  ["isbn13", (text) => isIsbn(text, 13)],
  ["creditcard", isCreditCard],
  ["ssn", (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ["hexcolor", matching(/^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)],
  ["rgbcolor", matching(new RegExp(`^rgb\\(${channel},${channel},${channel}\\)$`))],
  // The API server rejects an empty string as base64.
  ["byte", matching(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/)],
  ["password", () => true],
  ["date", isDate],
  ["duration", (text) => parseFormatDuration(text) !== undefined],
  ["datetime", isDateTime],
  ["k8sshortname", isLabel],
  ["k8slongname", isSubdomain],
]);

function isDate(text: string): boolean {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === "") return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** Go checks only the parts before and after the first T. */
function isDateTime(text: string): boolean {
  const [date = "", time] = text.toLowerCase().split("t");
  if (time === undefined || !isDate(date)) return false;
  const [, hours = "", minutes = "", seconds = ""] =
    /^(\d{2}):(\d{2}):(\d{2})(?:.[0-9]+)?(?:z|[+-]\d{2}:\d{2})$/.exec(time) ?? [];
  return hours !== "" && hours <= "23" && minutes <= "59" && seconds <= "59";
}

function isHostname(text: string): boolean {
  if (!hostnamePattern.test(text) || Buffer.byteLength(text) > 255) return false;
  return text.split(".").every((part) => Buffer.byteLength(part) <= 63);
}
