import path from "node:path";
import { checkImage } from "../../../core/image-reference.js";
import type { ContentSource } from "../../../oci/base-image.js";
import { parseImageName } from "../../../oci/image-name.js";
import { cacheContent, type ImageStore } from "../../../oci/image-store.js";
import { openLayout } from "../../../oci/layout.js";
import type { Context } from "../../context.js";
import { openRegistry } from "./open-registry.js";

/** A base image that tsop can read. */
export interface OpenBase {
  /** The name without the digest, for messages and labels. */
  readonly plainName: string;
  readonly repository: string;
  /** The tag or the digest. */
  readonly reference: string;
  /** The registry's name; undefined for a folder. */
  readonly registry: string | undefined;
  readonly source: ContentSource;
  close(): void;
}

interface OpenBaseOptions {
  readonly store: ImageStore;
  readonly tlsVerify: boolean;
  readonly context: Context;
}

/**
 * Opens the source of a base image: a registry, or with `oci:FOLDER[:NAME]` an OCI image layout on disk.
 *
 * @throws TsopError `usage/invalid-argument` for a name that cannot exist
 */
export function openBase(base: string, { store, tlsVerify, context }: OpenBaseOptions): OpenBase {
  if (base.startsWith("oci:")) {
    const [named = "", digest] = base.slice("oci:".length).split("@");
    const [, folder = named, tag = "latest"] = /^(.+):([\w][\w.-]{0,127})$/.exec(named) ?? [];
    return {
      plainName: `oci:${named}`,
      repository: named,
      reference: digest ?? tag,
      registry: undefined,
      source: openLayout(path.resolve(context.cwd, folder)),
      close: () => undefined,
    };
  }
  const name = parseImageName(checkImage(base, "Dockerfile: the base image"));
  const registry = openRegistry(name.registry, tlsVerify, context);
  return {
    plainName: base.split("@")[0] ?? base,
    repository: name.repository,
    reference: name.digest ?? name.tag ?? "latest",
    registry: name.registry,
    source: cacheContent(registry, store),
    close: () => registry.close(),
  };
}
