import type { Templates } from "./templates.js";

export const boilerplateFile = "hack/boilerplate.ts.txt";

/** The licences that a project can have. */
export const licenses = ["apache2", "mit", "none"] as const;
export type License = (typeof licenses)[number];

export interface LicenseChoice {
  readonly license: License;
  /** The owner, on one line; undefined if none is named. */
  readonly owner: string | undefined;
  readonly year: number;
  /** The text of `--license-file`. It is the header, whatever the licence. */
  readonly customHeader: string | undefined;
}

/** Returns the text of LICENSE, or undefined if the choice has none. */
export function licenseText(choice: LicenseChoice, templates: Templates): string | undefined {
  const { license } = choice;
  return license === "none"
    ? undefined
    : templates.render(`license/${license}.hbs`, { copyright: copyrightLine(choice) });
}

/** The licence identifiers for package.json. */
export const spdx: Readonly<Record<License, string | undefined>> = {
  apache2: "Apache-2.0",
  mit: "MIT",
  none: undefined,
};

/** Returns the header of each source file as a comment, or an empty text. */
export function licenseHeader(choice: LicenseChoice, templates: Templates): string {
  const { license, owner, customHeader } = choice;
  const copyright = copyrightLine(choice);
  if (customHeader !== undefined) return asComment(customHeader);
  if (license === "none") return owner === undefined ? "" : printBlockComment(copyright);
  return printBlockComment(templates.render(`license/${license}-header.hbs`, { copyright }));
}

/** Returns a text as a header. Keeps a comment unchanged, and turns other text into a comment. */
export function asComment(text: string): string {
  const trimmed = text.replaceAll("\r\n", "\n").trim();
  if (trimmed === "") return "";
  const isBlock = trimmed.startsWith("/*") && trimmed.length >= 4 && trimmed.indexOf("*/", 2) === trimmed.length - 2;
  const isLines = !/[\r\u2028\u2029]/.test(trimmed) && trimmed.split("\n").every((line) => line.startsWith("//"));
  return isBlock || isLines ? trimmed : printBlockComment(trimmed);
}

/** Prints a text as a block comment, and escapes any end of a comment in the text. */
function printBlockComment(text: string): string {
  const lines = text.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n").trim();
  return `/*\n${lines.replaceAll("*/", "* /")}\n*/`;
}

/** Returns the header and a blank line, or an empty text. */
export function headerOf(comment: string): string {
  return comment === "" ? "" : `${comment}\n\n`;
}

/** Puts a text from a flag on one line: without control characters and line breaks. */
export function toOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

function copyrightLine({ year, owner }: LicenseChoice): string {
  return owner === undefined ? `Copyright ${year}` : `Copyright ${year} ${owner}`;
}
