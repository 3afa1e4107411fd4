import { readFileSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import type { ChartAbout } from "../helm/chart-files.js";

/** semver.org's own pattern, which helm follows. */
const semver =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/**
 * What package.json says of the operator.
 *
 * @throws TsopError `helm/no-version`
 */
export function chartAbout(root: string, name: string): ChartAbout {
  const { version, description } = readPackageJson(root);
  if (typeof version !== "string" || !semver.test(version)) {
    throw new TsopError(
      "helm/no-version",
      version === undefined
        ? "package.json has no version"
        : `the version ${JSON.stringify(version)} of package.json is none of semantic versioning`,
      { at: { file: "package.json" }, hint: "A chart has that of the project: npm pkg set version=0.1.0" },
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
      hint: "A chart has the version of the project: correct the file.",
      cause,
    });
  }
}
