/** The identity of a bundle: from the flags, from the existing bundle, or from the project. */
import semver from "semver";
import type { Diagnostic } from "../../core/diagnostic.js";
import { TsopError } from "../../core/errors.js";
import { isLabel } from "../../core/name-forms.js";
import { field, text } from "../../core/json-fields.js";
import { parseYaml } from "../../core/yaml.js";
import type { Snapshot } from "../../machinery/snapshot.js";
import { bundleKeys } from "../../olm/annotations.js";
import { annotationsFile, type BundleIdentity } from "../../olm/generate/metadata.js";
import { jsonOf } from "../../project/files.js";
import type { Project } from "../../project/project.js";
import type { BundleOptions } from "../declared/olm.js";
import { packageVersion } from "../version.js";

/** The folder of the bundle. */
export const bundleFolder = "bundle";

/** The channel of a new bundle. Catalogs recommend names that start with candidate, fast or stable. */
const firstChannel = "candidate";

export interface VersionedIdentity extends BundleIdentity {
  readonly version: string;
}

/** @throws TsopError `usage/invalid-argument`, `bundle/no-version`, with all problems */
export function bundleIdentity(
  options: Pick<BundleOptions, "version" | "package" | "channels" | "defaultChannel">,
  root: string,
  files: Snapshot,
  project: Project,
): VersionedIdentity {
  const existing = existingAnnotations(files);
  const packageName = options.package ?? existing.get(bundleKeys.package) ?? project.projectName;
  const channels = (options.channels ?? existing.get(bundleKeys.channels) ?? firstChannel).split(",").map(trim);
  const known = existing.get(bundleKeys.defaultChannel);
  const defaultChannel =
    options.defaultChannel ?? (known !== undefined && channels.includes(known) ? known : undefined);
  const version = options.version ?? text(jsonOf(root, "package.json"), "version");
  const problems = [
    ...checkName(packageName),
    ...channels.flatMap((channel) => checkChannel("--channels", channel)),
    ...(defaultChannel === undefined ? [] : checkDefault(defaultChannel, channels)),
    ...checkVersion(version, options.version !== undefined),
  ];
  if (problems.length > 0) throw TsopError.fromDiagnostics(problems);
  return {
    ...{ packageName, channels, defaultChannel, version: version ?? "" },
    builder: `tsop-v${packageVersion()}`,
    layout: project.layout.join(","),
  };
}

function trim(word: string): string {
  return word.trim();
}

function existingAnnotations(files: Snapshot): ReadonlyMap<string, string> {
  const file = `${bundleFolder}/${annotationsFile}`;
  const annotations = field(parseYaml(files.read(file) ?? "", file), "annotations");
  const entries = typeof annotations === "object" && annotations !== null ? Object.entries(annotations) : [];
  return new Map(entries.flatMap(([key, value]) => (typeof value === "string" && value !== "" ? [[key, value]] : [])));
}

function invalid(message: string, hint: string): Diagnostic {
  return { code: "usage/invalid-argument", severity: "error", message, hint };
}

function checkName(name: string): Diagnostic[] {
  if (isLabel(name)) return [];
  return [
    invalid(
      `${JSON.stringify(name)} cannot be the name of a package`,
      "Use lower case letters, digits and hyphens: --package memcached-operator",
    ),
  ];
}

function checkChannel(flag: string, channel: string): Diagnostic[] {
  if (/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(channel)) return [];
  const hint = "Use letters, digits, hyphens and dots: --channels candidate,stable-v1";
  return [invalid(`${flag}: ${JSON.stringify(channel)} is not a channel`, hint)];
}

function checkDefault(channel: string, channels: readonly string[]): Diagnostic[] {
  if (channels.includes(channel)) return [];
  return [
    invalid(
      `--default-channel ${channel} is not one of the channels ${channels.join(", ")}`,
      `Add it: --channels ${[...channels, channel].join(",")}`,
    ),
  ];
}

function checkVersion(version: string | undefined, isFlag: boolean): Diagnostic[] {
  if (version !== undefined && semver.valid(version) === version) return [];
  if (isFlag) {
    const hint = "Write three numbers, without a leading v: --version 0.1.0";
    return [invalid(`--version ${JSON.stringify(version)} is not a semantic version`, hint)];
  }
  return [
    {
      code: "bundle/no-version",
      severity: "error",
      message:
        version === undefined
          ? "package.json has no version"
          : `the version ${JSON.stringify(version)} in package.json is not a semantic version`,
      at: { file: "package.json" },
      hint: "Set one: npm pkg set version=0.1.0; or name it: --version 0.1.0",
    },
  ];
}
