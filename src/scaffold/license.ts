import { toComment, toLine } from "./text.js";

export const licenses = ["apache2", "mit", "none"] as const;
export type License = (typeof licenses)[number];

const identifiers: Readonly<Record<Exclude<License, "none">, string>> = { apache2: "Apache-2.0", mit: "MIT" };

/** The SPDX identifier for package.json. */
export function licenseIdentifier(license: License): string {
  return license === "none" ? "UNLICENSED" : identifiers[license];
}

export interface LicenseChoice {
  readonly license: License;
  readonly owner: string | undefined;
  readonly year: number;
  /** The text of `--license-file`. */
  readonly licenseText: string | undefined;
}

/** What hack/boilerplate.ts.txt holds: a comment, or nothing. */
export function licenseHeader({ license, owner, year, licenseText }: LicenseChoice): string {
  if (licenseText !== undefined) return headerOfFile(licenseText);
  const lines: string[] = [];
  const name = toLine(owner ?? "");
  if (name !== "") lines.push(`Copyright ${year} ${name}`);
  if (license !== "none") lines.push(`SPDX-License-Identifier: ${identifiers[license]}`);
  return lines.length === 0 ? "" : `${toComment(lines)}\n`;
}

/** A text that is one block comment already stays as it is. */
function headerOfFile(text: string): string {
  const trimmed = text.replaceAll("\r\n", "\n").trim();
  if (trimmed === "") return "";
  const isComment = trimmed.startsWith("/*") && trimmed.indexOf("*/") === trimmed.length - 2;
  return `${isComment ? trimmed : toComment(trimmed.split("\n").map((line) => line.trimEnd()))}\n`;
}

/** The header as it opens a file: whatever hack/boilerplate.ts.txt holds must be comments, or it would be code. */
export function toHeader(boilerplate: string): string {
  const trimmed = boilerplate.trim();
  if (trimmed === "") return "";
  const withoutComments = trimmed.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "").trim();
  return withoutComments === "" ? `${trimmed}\n\n` : headerOfFile(trimmed).trimEnd() + "\n\n";
}
