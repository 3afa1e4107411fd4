/** Labels of the OCI image specification (annotations.md), from package.json and git. */
import { defined } from "../core/defined.js";
import { field, text } from "../core/json-fields.js";

export interface ImageFacts {
  readonly projectName: string;
  /** The parsed package.json. */
  readonly packageJson: unknown;
  readonly revision: string | undefined;
  readonly baseImage: string | undefined;
  /** Set only if the user has set the time. */
  readonly created: number | undefined;
}

export function imageLabels(facts: ImageFacts): Record<string, string> {
  const { projectName, packageJson, revision, baseImage, created } = facts;
  const [baseName, baseDigest] = baseImage?.split("@") ?? [];
  const labels = defined({
    title: projectName,
    version: text(packageJson, "version"),
    licenses: text(packageJson, "license"),
    source: sourceUrl(packageJson),
    revision,
    "base.name": baseName,
    "base.digest": baseDigest,
    created: created === undefined ? undefined : new Date(created * 1000).toISOString().replace(".000Z", "Z"),
  });
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [`org.opencontainers.image.${name}`, value]));
}

/** Returns the browser URL for `git+https://host/owner/name.git`, `github:owner/name`, and `{ url }`. */
export function sourceUrl(packageJson: unknown): string | undefined {
  const url = text(packageJson, "repository") ?? text(field(packageJson, "repository"), "url");
  if (url === undefined) return undefined;
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(url)?.[1];
  if (short !== undefined) return `https://github.com/${short}`;
  const address = url
    .replace(/^git\+/, "")
    .replace(/^ssh:\/\/git@|^git@([^:/]+):/, (_, host?: string) =>
      host === undefined ? "https://" : `https://${host}/`,
    );
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, pathname } = new URL(address); // without user name and password
  return /^(?:https?|git):$/.test(protocol) ? `https://${host}${pathname.replace(/\.git$/, "")}` : undefined;
}
