/** The files of a bundle beside its manifests: annotations, Dockerfile, and the configuration of scorecard. */
import type { Artifact } from "../../core/artifact.js";
import type { ExactJsonObject } from "../../core/json.js";
import { printYaml } from "../../core/yaml.js";
import { bundleFolders, bundleKeys, bundleMediaTypes } from "../annotations.js";
import { customTestSpec } from "../scorecard/custom-tests.js";
import { scorecardApiVersion, scorecardImage, scorecardProgram, scorecardTests } from "../scorecard/test-names.js";

export interface BundleIdentity {
  readonly packageName: string;
  readonly channels: readonly string[];
  readonly defaultChannel: string | undefined;
  /** The program that generates the bundle: `tsop-v0.1.0`. */
  readonly builder: string;
  /** The layout of the project in PROJECT. */
  readonly layout: string;
}

/** Returns the annotations of a bundle, which are also the labels of its image. */
export function bundleAnnotations(identity: BundleIdentity): Record<string, string> {
  const { packageName, channels, defaultChannel, builder, layout } = identity;
  return {
    [bundleKeys.mediaType]: bundleMediaTypes.registry,
    [bundleKeys.manifests]: bundleFolders.manifests,
    [bundleKeys.metadata]: bundleFolders.metadata,
    [bundleKeys.package]: packageName,
    [bundleKeys.channels]: channels.join(","),
    ...(defaultChannel === undefined ? {} : { [bundleKeys.defaultChannel]: defaultChannel }),
    [bundleKeys.metricsBuilder]: builder,
    [bundleKeys.metricsMediaType]: bundleMediaTypes.metrics,
    [bundleKeys.metricsLayout]: layout,
    [bundleKeys.testMediaType]: bundleMediaTypes.scorecard,
    [bundleKeys.testConfig]: bundleFolders.scorecard,
  };
}

export const annotationsFile = "metadata/annotations.yaml";

export function printAnnotations(annotations: Readonly<Record<string, string>>): Artifact {
  return { path: annotationsFile, content: printYaml({ annotations }, { keepOrder: true }) };
}

/** Prints the Dockerfile of the bundle in `folder`, a folder of the project. */
export function printDockerfile(annotations: Readonly<Record<string, string>>, folder: string): string {
  const labels = Object.entries(annotations).map(([key, value]) => `LABEL ${key}=${quote(value)}`);
  const copies = Object.values(bundleFolders).map((each) => `COPY ${folder}/${each.replace(/\/$/, "")} /${each}`);
  return ["FROM scratch", "", ...labels, "", ...copies, ""].join("\n");
}

/** Quotes a value that a Dockerfile would read as several words, as another instruction, or as a variable. */
function quote(value: string): string {
  return /^[\w./,:+-]+$/.test(value) ? value : JSON.stringify(value).replaceAll("$", "\\$");
}

/** Prints the list of files for the build: the operator's .dockerignore excludes the bundle. */
export function printDockerignore(folder: string): string {
  return ["**", ...Object.values(bundleFolders).map((each) => `!${folder}/${each.replace(/\/$/, "")}`), ""].join("\n");
}

const noStorage = { spec: { mountPath: {} } };

/** Returns the configuration of scorecard that runs all its tests, and then these tests in TypeScript. */
export function scorecardConfiguration(customTests: readonly string[]): ExactJsonObject {
  const tests = scorecardTests.map(({ suite, name }) => ({
    entrypoint: [scorecardProgram, name],
    image: scorecardImage,
    labels: { suite, test: `${name}-test` },
    storage: noStorage,
  }));
  const ownTests = customTests.map((name) => ({ ...customTestSpec(name), storage: noStorage }));
  return {
    apiVersion: scorecardApiVersion,
    kind: "Configuration",
    metadata: { name: "config" },
    stages: [{ parallel: true, tests }, ...(ownTests.length === 0 ? [] : [{ tests: ownTests }])],
    storage: noStorage,
  };
}
