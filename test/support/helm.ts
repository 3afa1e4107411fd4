/** Runs a real helm, and parses the rendered charts. */
import path from "node:path";
import { execa } from "execa";
import { parseAllDocuments } from "yaml";
import { assetsFolder } from "./control-plane.js";
import { existsSync } from "node:fs";

export const helmBinary = assetsFolder === undefined ? undefined : path.join(assetsFolder, "helm");
export const hasHelm = helmBinary !== undefined && existsSync(helmBinary);
export const helmReason = hasHelm ? "" : " (needs KUBEBUILDER_ASSETS, a folder with helm)";

/** Helm's caches and settings belong to the test only. */
export async function helm(args: readonly string[], options: { readonly cwd: string; readonly kubeconfig?: string }) {
  const home = path.join(options.cwd, ".helm-home");
  return execa(helmBinary ?? "helm", [...args], {
    cwd: options.cwd,
    reject: false,
    all: true,
    env: {
      HELM_CACHE_HOME: home,
      HELM_CONFIG_HOME: home,
      HELM_DATA_HOME: home,
      ...(options.kubeconfig === undefined ? {} : { KUBECONFIG: options.kubeconfig }),
    },
  });
}

export interface TemplatedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** Returns the objects that `helm template` prints, without the tests of the chart; whole numbers are exact. */
export async function template(cwd: string, args: readonly string[]): Promise<readonly TemplatedObject[]> {
  const { stdout, all, exitCode } = await helm(["template", "--skip-tests", ...args], { cwd });
  if (exitCode !== 0) throw new Error(all);
  return parseObjects(stdout);
}

export function parseObjects(text: string): readonly TemplatedObject[] {
  const documents = parseAllDocuments(text, { intAsBigInt: true, uniqueKeys: true });
  if ("empty" in documents) return [];
  return documents.flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    const value = document.toJS() as TemplatedObject | null;
    return value === null ? [] : [value];
  });
}
