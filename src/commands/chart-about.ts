import { readFileSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import type { ChartAbout } from "../helm/chart-files.js";
import { isSemanticVersion } from "../helm/package/chart-metadata.js";

/**
 * Returns the metadata of the operator from package.json.
 *
 * @throws TsopError `helm/no-version`
 */
export function chartAbout(root: string, name: string): ChartAbout {
  const { version, description } = readPackageJson(root);
  if (typeof version !== "string" || !isSemanticVersion(version)) {
    throw new TsopError(
      "helm/no-version",
      version === undefined
        ? "package.json has no version"
        : `the version ${JSON.stringify(version)} in package.json is not a semantic version`,
      {
        at: { file: "package.json" },
        hint: "The chart uses the version of the project. Set one: npm pkg set version=0.1.0",
      },
    );
  }
  const isDescribed = typeof description === "string" && description !== "";
  return { name, version, description: isDescribed ? description : `The Kubernetes operator ${name}` };
}

function readPackageJson(root: string): { readonly version?: unknown; readonly description?: unknown } {
  try {
    const value: unknown = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8").replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null ? value : {};
  } catch (cause) {
    throw new TsopError("helm/no-version", `cannot read package.json: ${String(cause)}`, {
      at: { file: "package.json" },
      hint: "Correct the file: the chart uses its version.",
      cause,
    });
  }
}
