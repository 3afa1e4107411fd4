/** Returns whether a text matches a format that the API server checks. The API server accepts unknown formats. */
export function isValidFormat(text: string, format: string): boolean {
  return !Object.hasOwn(formats, format) || formats[format]?.(text) !== false;
}

/** Returns whether a format has a meaning for a type in the API server, which ignores others. */
export function isKnownFormat(format: string, type: string | undefined): boolean {
  if (type === "integer") return format === "int32" || format === "int64";
  if (type === "number") return format === "float" || format === "double";
  return type !== "string" || Object.hasOwn(formatExamples, format);
}

/** Returns a text of the format, for samples, or undefined if the format is unknown. */
export function formatExample(format: string): string | undefined {
  return Object.hasOwn(formatExamples, format) ? formatExamples[format] : undefined;
}

const formatExamples: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  duration: "1h30m",
  byte: "aGVsbG8=",
  uri: "https://example.com",
  email: "someone@example.com",
  hostname: "example.com",
  ipv4: "10.0.0.1",
  ipv6: "fd00::1",
  cidr: "10.0.0.0/24",
  mac: "00:00:5e:00:53:01",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  uuid3: "123e4567-e89b-32d3-a456-426614174000",
  uuid4: "123e4567-e89b-42d3-a456-426614174000",
  uuid5: "123e4567-e89b-52d3-a456-426614174000",
  hexcolor: "#336699",
  rgbcolor: "rgb(51,102,153)",
  isbn10: "0306406152",
  isbn13: "9780306406157",
  isbn: "9780306406157",
  ssn: "078-05-1120",
  creditcard: "4111111111111111",
  bsonobjectid: "507f1f77bcf86cd799439011",
  password: "example",
  "k8s-short-name": "example",
  "k8s-long-name": "example.com",
};

/**
 * Returns an ECMAScript pattern that all texts of the format match, and hardly any others, or undefined if the form of a text
 * is not enough to decide.
 */
export function formatPattern(format: string): string | undefined {
  return Object.hasOwn(forms, format) ? forms[format]?.source : undefined;
}

// Without flags, so that a schema can contain them.
const forms: Readonly<Record<string, RegExp>> = {
  "date-time": /^\d{4}-\d{2}-\d{2}[tT ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[zZ]|[-+]\d{2}:\d{2})$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  duration:
    /^(?:[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h|d|w)(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h|d|w))*|\d+ \w+|0)$/,
  // The API server does not accept an empty text as base64.
  byte: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/,
  mac: /^(?:(?:[0-9A-Fa-f]{2}[:-]){5,19}[0-9A-Fa-f]{2}|(?:[0-9A-Fa-f]{4}\.){2,9}[0-9A-Fa-f]{4})$/,
  uuid: /^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}$/,
  uuid3: /^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?3[0-9A-Fa-f]{3}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}$/,
  uuid4: /^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?4[0-9A-Fa-f]{3}-?[89ABab][0-9A-Fa-f]{3}-?[0-9A-Fa-f]{12}$/,
  uuid5: /^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?5[0-9A-Fa-f]{3}-?[89ABab][0-9A-Fa-f]{3}-?[0-9A-Fa-f]{12}$/,
  hexcolor: /^#?(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/,
  bsonobjectid: /^[0-9A-Fa-f]{24}$/,
};

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  ...Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, (text: string) => form.test(text)])),
  "date-time": (text) => forms["date-time"]?.test(text) === true && isDate(text.slice(0, 10)),
  date: (text) => isDate(text),
  ipv4: (text) => isIPv4(text),
  ipv6: (text) => isIPv6(text),
  cidr: (text) => isCidr(text),
  email: (text) => /^[^\s@]+@[^\s@]+$|<[^\s@<]+@[^\s@]+>$/.test(text),
  uri: (text) => URL.canParse(text) || text.startsWith("/"),
};

function isDate(text: string): boolean {
  if (forms["date"]?.test(text) !== true) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isIPv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

function isIPv6(text: string): boolean {
  return /^[0-9a-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`);
}

function isCidr(text: string): boolean {
  const [, address = "", bits = ""] = /^(.+)\/(\d{1,3})$/.exec(text) ?? [];
  return (isIPv4(address) && Number(bits) <= 32) || (isIPv6(address) && Number(bits) <= 128);
}
