/**
 * Returns the errors in names, with the API server's messages; an empty list for a valid name.
 * Source: k8s.io/apimachinery/pkg/util/validation/validation.go, pkg/api/validate/content, pkg/api/validation/generic.go.
 */

const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain = `${label}(\\.${label})*`;
const labelKey = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const underscoreLabel = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";

type TextCheck = (value: string) => string[];

/** `source`: the regular expression that the whole string must match. */
function form(source: string, rule: string, examples: readonly string[], maxLength = Infinity): TextCheck {
  const pattern = new RegExp(`^(?:${source})$`);
  const fault = explain(rule, source, examples);
  return (value) => [
    ...(Buffer.byteLength(value) > maxLength ? [`must be no more than ${maxLength} characters`] : []),
    ...(pattern.test(value) ? [] : [fault]),
  ];
}

const checkLabel = form(
  label,
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  ["my-name", "123-abc"],
  63,
);
export const checkDns1123Subdomain = form(
  subdomain,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  ["example.com"],
  253,
);
export const checkDns1123SubdomainWithUnderscore = form(
  `${underscoreLabel}(\\.${underscoreLabel})*`,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
  ["example.com"],
  253,
);
export const checkWildcardDns1123Subdomain = form(
  `\\*\\.${subdomain}`,
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  ["*.example.com"],
  253,
);
export const checkDns1035Label = form(
  "[a-z]([-a-z0-9]*[a-z0-9])?",
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  ["my-name", "abc-123"],
  63,
);
const checkLabelForm = form(
  `(${labelKey})?`,
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  ["MyValue", "my_value", "12345"],
);
export const checkPercent = form(
  "[0-9]+%",
  "a valid percent string must be a numeric string followed by an ending '%'",
  ["1%", "93%"],
);
export const checkHeaderName = form(
  "[-A-Za-z0-9]+",
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  ["X-Header-Name"],
);
const checkKeyForm = form(
  "[-._a-zA-Z0-9]+",
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  ["key.name", "KEY_NAME", "key-name"],
  253,
);
export const checkConditionReason = form(
  "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?",
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
  ["my_name", "MY_NAME", "MyName", "ReasonA,ReasonB", "ReasonA:ReasonB"],
);

const labelPattern = new RegExp(`^${label}$`);
const subdomainPattern = new RegExp(`^${subdomain}$`);

export function checkDns1123Label(value: string): string[] {
  const faults = checkLabel(value);
  const hasDots = !labelPattern.test(value) && subdomainPattern.test(value);
  return hasDots ? [...faults.slice(0, -1), "must not contain dots"] : faults;
}

/** Checks the key of a label, annotation, or taint: a name, optionally with a domain before it. */
export function checkQualifiedName(value: string): string[] {
  const parts = value.split("/");
  const rule =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
  const explanation = explain(rule, labelKey, ["MyName", "my.name", "123-abc"]);
  if (parts.length > 2) {
    return [
      `a valid label key ${explanation} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const [name = "", prefix] = parts.toReversed();
  const faults: string[] = [];
  if (prefix === "") faults.push("prefix part must be non-empty");
  else if (prefix !== undefined) faults.push(...checkPrefix(prefix).map((fault) => `prefix part ${fault}`));
  if (name === "") faults.push("name part must be non-empty");
  else if (Buffer.byteLength(name) > 63) faults.push("name part must be no more than 63 bytes");
  if (!new RegExp(`^${labelKey}$`).test(name)) faults.push(`name part ${explanation}`);
  return faults;
}

/** The package that checks label keys uses the word bytes where the other package uses characters. */
function checkPrefix(prefix: string): string[] {
  return checkDns1123Subdomain(prefix).map((fault) => fault.replace(/characters$/, "bytes"));
}

export function checkLabelValue(value: string): string[] {
  const faults = checkLabelForm(value);
  return Buffer.byteLength(value) > 63 ? ["must be no more than 63 bytes", ...faults] : faults;
}

/** Checks the key of a ConfigMap or Secret, which becomes a file name. */
export function checkConfigMapKey(value: string): string[] {
  return [...checkKeyForm(value), ...checkFileName(value)];
}

export function checkEnvironmentName(value: string): string[] {
  const faults = value === "" ? ["environment variable name must be non-empty"] : [];
  if (/^[\x20-\x3c\x3e-\x7e]*$/.test(value)) return faults;
  return [
    ...faults,
    "a valid environment variable name must consist only of printable ASCII characters other than '='",
  ];
}

function checkFileName(value: string): string[] {
  if (value === ".") return ["must not be '.'"];
  if (value === "..") return ["must not be '..'"];
  return value.startsWith("..") ? ["must not start with '..'"] : [];
}

export function checkPortNumber(port: number): string[] {
  return port >= 1 && port <= 65535 ? [] : ["must be between 1 and 65535, inclusive"];
}

export function checkPortName(name: string): string[] {
  const faults: string[] = [];
  if (Buffer.byteLength(name) > 15) faults.push("must be no more than 15 characters");
  if (!/^[-a-z0-9]+$/.test(name)) faults.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  if (!/[a-z]/.test(name)) faults.push("must contain at least one letter (a-z)");
  if (name.includes("--")) faults.push("must not contain consecutive hyphens");
  if (name.startsWith("-") || name.endsWith("-")) faults.push("must not begin or end with a hyphen");
  return faults;
}

/** The check of an object name. A prefix may end with a dash, because more text follows it. */
export type NameCheck = (name: string, isPrefix: boolean) => string[];

export const nameIsDnsSubdomain: NameCheck = (name, isPrefix) => checkDns1123Subdomain(beginning(name, isPrefix));
export const nameIsDnsLabel: NameCheck = (name, isPrefix) => checkDns1123Label(beginning(name, isPrefix));
export const nameIsDns1035Label: NameCheck = (name, isPrefix) => checkDns1035Label(beginning(name, isPrefix));

function beginning(name: string, isPrefix: boolean): string {
  return isPrefix && name.length > 1 && name.endsWith("-") ? `${name.slice(0, -2)}a` : name;
}

/** Checks a name that is one segment of a URL, such as a ClusterRole's. Source: k8s.io/apimachinery/pkg/api/validation/path. */
export const nameIsPathSegment: NameCheck = (name, isPrefix) => {
  const faults: string[] = [];
  if (!isPrefix && name === ".") return ["may not be '.'"];
  if (!isPrefix && name === "..") return ["may not be '..'"];
  for (const illegal of ["/", "%"]) if (name.includes(illegal)) faults.push(`may not contain '${illegal}'`);
  return faults;
};

function explain(rule: string, source: string, examples: readonly string[]): string {
  const shown = examples.map((example) => `'${example}', `).join(" or ");
  return `${rule} (e.g. ${shown}regex used for validation is '${source}')`;
}
