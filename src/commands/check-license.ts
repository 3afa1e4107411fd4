/** Validates `--license`, `--license-file` and `--owner`. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { nearest } from "../core/suggest.js";
import { type License, licenses, toOneLine } from "../scaffold/license.js";
import type { Context } from "./context.js";
import type { Refuse } from "./refusals.js";

export interface LicenseOptions {
  readonly license?: string;
  readonly licenseFile?: string;
  readonly owner?: string;
}

export interface CheckedLicense {
  readonly license: License | undefined;
  /** On one line; undefined if none is named. */
  readonly owner: string | undefined;
  readonly customHeader: string | undefined;
}

/** Use the result only after the refusals have been thrown. */
export function checkLicense(
  { license, licenseFile, owner }: LicenseOptions,
  { cwd }: Pick<Context, "cwd">,
  refuse: Refuse,
): CheckedLicense {
  const known = licenses.find((each) => each === license);
  if (license !== undefined && known === undefined) {
    refuse({
      message: `unknown license ${JSON.stringify(license)}: write ${licenses.join(", ")}`,
      hint: `--license ${nearest(license, licenses) ?? "apache2"}`,
    });
  }
  const line = toOneLine(owner ?? "");
  return {
    license: known,
    owner: line === "" ? undefined : line,
    customHeader: licenseFile === undefined ? undefined : readLicenseFile(licenseFile, cwd, refuse),
  };
}

function readLicenseFile(file: string, cwd: string, refuse: Refuse): string | undefined {
  try {
    return readFileSync(path.resolve(cwd, file), "utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    refuse({
      message: `cannot read the license file ${JSON.stringify(file)}: ${why}`,
      hint: "Check the path after --license-file.",
    });
    return undefined;
  }
}
