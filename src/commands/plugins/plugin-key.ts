/** The keys by which PROJECT and `--plugins` name plugins. */
import { nearest } from "../../core/suggest.js";
import { isProjectPath } from "../../machinery/check-targets.js";

/** The origin of a plugin. */
export type PluginKey =
  /** A plugin inside tsop. */
  | { readonly kind: "own"; readonly name: OwnPlugin }
  /** A file of the project. */
  | { readonly kind: "file"; readonly file: string }
  /** A package in the project's node_modules. */
  | { readonly kind: "package"; readonly name: string }
  /** A program that speaks kubebuilder's protocol for external plugins. */
  | { readonly kind: "program"; readonly name: string; readonly version: string };

export const ownPlugins = ["deploy-image"] as const;
export type OwnPlugin = (typeof ownPlugins)[number];

const packageName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const program = /^(?<name>[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)\/(?<version>v[1-9]\d*(?:-(?:alpha|beta))?)$/;

/** Returns undefined for a text that is not a key. */
export function readPluginKey(key: string): PluginKey | undefined {
  const own = ownPlugins.find((name) => name === canonicalKey(key));
  if (own !== undefined) return { kind: "own", name: own };
  if (key.startsWith("./")) {
    const file = key.slice(2);
    return isProjectPath(file) ? { kind: "file", file } : undefined;
  }
  const { name, version } = program.exec(key)?.groups ?? {};
  if (name !== undefined && version !== undefined) return { kind: "program", name, version };
  return key.length <= 214 && packageName.test(key) ? { kind: "package", name: key } : undefined;
}

/** What replaces kubebuilder's other plugins, by their short names. */
const instead: ReadonlyMap<string, string> = new Map([
  ["go", "tsop scaffolds TypeScript: omit the plugin."],
  ["base", "tsop scaffolds TypeScript: omit the plugin."],
  ["kustomize", "Each project has config/ for kustomize: omit the plugin."],
  ["helm", "Use `tsop helm chart`."],
  ["grafana", "tsop has no dashboards: those of kubebuilder work, because the metrics have the same names."],
  ["autoupdate", "Each project has the workflow update.yml, which runs `tsop update`: omit the plugin."],
]);

/** Returns a hint for a key that names no installed plugin: a similar name, or what replaces a plugin of kubebuilder. */
export function hintFor(key: string): string | undefined {
  const name = /^([a-z-]+)(?:\.[a-z.]*kubebuilder\.io)?(?:\/.*)?$/.exec(key)?.[1] ?? key;
  const near = nearest(name, ownPlugins);
  return instead.get(name) ?? (near === undefined ? undefined : `Did you mean ${near}, a plugin inside tsop?`);
}

/** Returns the key that PROJECT contains: kubebuilder's longer keys of a plugin inside tsop become its name. */
export function canonicalKey(key: string): string {
  const [, name] = /^([a-z-]+)(?:\.go\.kubebuilder\.io)?(?:\/v1-alpha)?$/.exec(key) ?? [];
  return ownPlugins.find((own) => own === name) ?? key;
}

/** Returns the keys in the values of `--plugins`: each value can contain several, separated by commas. */
export function keysIn(values: readonly string[] = []): string[] {
  const keys = values.flatMap((value) => value.split(",")).map((key) => canonicalKey(key.trim()));
  return [...new Set(keys.filter((key) => key !== ""))];
}
