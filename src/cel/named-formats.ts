/** The formats of `format.<name>()`, with the API server's messages for texts that do not match. */
import { isValidFormat } from "../schema/formats.js";
import { parseDate } from "./times.js";
import { parseUrl } from "./url.js";

/** Returns the faults of a text, an empty list if it matches the format, or undefined for an unknown format. */
export function validateFormat(name: string, text: string): readonly string[] | undefined {
  return Object.hasOwn(formats, name) ? formats[name]?.(text) : undefined;
}

export function isNamedFormat(name: string): boolean {
  return Object.hasOwn(formats, name);
}

/** Returns the pattern length that the API server assumes for a format when it counts the cost of validating a text. */
export function patternSizeOf(name: string): number {
  return patternSizes[name] ?? 0;
}

const patternSizes: Readonly<Record<string, number>> = {
  dns1123Label: 30,
  dns1123LabelPrefix: 30,
  dns1123Subdomain: 60,
  dns1123SubdomainPrefix: 60,
  dns1035Label: 30,
  dns1035LabelPrefix: 30,
  qualifiedName: 60,
  labelValue: 40,
  uri: 1103,
  uuid: 70,
  byte: 84,
  date: 71,
  datetime: 71,
};

const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain = `${label}(\\.${label})*`;
const oldLabel = "[a-z]([-a-z0-9]*[a-z0-9])?";
const plainName = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const labelValue = `(${plainName})?`;

const formats: Readonly<Record<string, (text: string) => readonly string[]>> = {
  dns1123Label: checkLabel,
  dns1123LabelPrefix: (text) => checkLabel(withoutDash(text)),
  dns1123Subdomain: checkSubdomain,
  dns1123SubdomainPrefix: (text) => checkSubdomain(withoutDash(text)),
  dns1035Label: checkOldLabel,
  dns1035LabelPrefix: (text) => checkOldLabel(withoutDash(text)),
  qualifiedName: checkQualifiedName,
  labelValue: (text) => [
    ...tooLong(text, 63),
    ...unlessMatches(
      text,
      labelValue,
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
      ["MyValue", "my_value", "12345"],
    ),
  ],
  uri: (text) => {
    const parsed = parseUrl(text);
    return typeof parsed === "string" ? [parsed] : [];
  },
  uuid: (text) => (isValidFormat(text, "uuid") ? [] : ["does not match the UUID format"]),
  byte: (text) => (isValidFormat(text, "byte") ? [] : ["invalid base64"]),
  date: (text) => (parseDate(text) === undefined ? ["invalid date"] : []),
  datetime: (text) => (isDateTime(text) ? [] : ["invalid datetime"]),
};

function isDateTime(text: string): boolean {
  const [date = "", time] = text.toLowerCase().split("t");
  const parts = /^(\d{2}):(\d{2}):(\d{2})(?:.\d+)?(?:z|[+-]\d{2}:\d{2})$/.exec(time ?? "");
  if (parts === null || parseDate(date) === undefined) return false;
  const [, hours = "", minutes = "", seconds = ""] = parts;
  return hours <= "23" && minutes <= "59" && seconds <= "59";
}

/** Replaces the dash at the end of a prefix, which is valid because more text follows. */
function withoutDash(text: string): string {
  return text.length > 1 && text.endsWith("-") ? `${text.slice(0, -2)}a` : text;
}

function matches(text: string, pattern: string): boolean {
  return new RegExp(`^${pattern}$`).test(text) && !text.endsWith("\n");
}

function tooLong(text: string, most: number, what = ""): readonly string[] {
  return new TextEncoder().encode(text).length > most ? [`${what}must be no more than ${most} characters`] : [];
}

function unlessMatches(
  text: string,
  pattern: string,
  says: string,
  examples: readonly string[],
  what = "",
): readonly string[] {
  if (matches(text, pattern)) return [];
  const shown = examples.map((example) => `'${example}', `).join(" or ");
  return [`${what}${says} (e.g. ${shown}regex used for validation is '${pattern}')`];
}

function checkLabel(text: string): readonly string[] {
  const says =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  const isSubdomain = !matches(text, label) && matches(text, subdomain);
  const wrong = isSubdomain ? ["must not contain dots"] : unlessMatches(text, label, says, ["my-name", "123-abc"]);
  return [...tooLong(text, 63), ...wrong];
}

const subdomainSays =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";

function checkSubdomain(text: string, what = ""): readonly string[] {
  return [...tooLong(text, 253, what), ...unlessMatches(text, subdomain, subdomainSays, ["example.com"], what)];
}

function checkOldLabel(text: string): readonly string[] {
  const says =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
  return [...tooLong(text, 63), ...unlessMatches(text, oldLabel, says, ["my-name", "abc-123"])];
}

function checkQualifiedName(text: string): readonly string[] {
  const says =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
  const examples = ["MyName", "my.name", "123-abc"];
  const parts = text.split("/");
  const name = parts.at(-1) ?? "";
  if (parts.length > 2) {
    const wrong = unlessMatches("", plainName, `a valid label key ${says}`, examples);
    return wrong.map((fault) => `${fault} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`);
  }
  const [prefix] = parts.length === 2 ? parts : [];
  const faults: string[] = [];
  if (prefix === "") faults.push("prefix part must be non-empty");
  else if (prefix !== undefined) faults.push(...checkSubdomain(prefix, "prefix part "));
  if (name === "") faults.push("name part must be non-empty");
  faults.push(...tooLong(name, 63, "name part "), ...unlessMatches(name, plainName, says, examples, "name part "));
  return faults;
}
