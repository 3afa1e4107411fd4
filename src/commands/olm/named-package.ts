import { TsopError } from "../../core/errors.js";
import { nearest } from "../../core/suggest.js";
import { partsOf } from "../../olm/catalog/check/check-catalog.js";
import type { Catalog } from "../../olm/catalog/read/catalog.js";
import type { ChannelEntry } from "../../olm/catalog/read/shapes.js";

export interface NamedPackage {
  readonly name: string;
  readonly defaultChannel: string;
  /** The file with its document. */
  readonly file: string;
}

/**
 * Returns the named package, or the only one of the catalog.
 *
 * @throws TsopError `usage/invalid-argument`
 */
export function namedPackage({ packages }: Catalog, given: string | undefined): NamedPackage {
  const names = packages.map(({ fields }) => fields.name ?? "");
  const wanted = given ?? (names.length === 1 ? names[0] : undefined);
  const found = packages.find(({ fields }) => fields.name === wanted);
  if (found !== undefined && wanted !== undefined) {
    return { name: wanted, defaultChannel: found.fields.defaultChannel ?? "", file: found.blob.file };
  }
  const near = given === undefined ? undefined : nearest(given, names);
  const message =
    given !== undefined
      ? `the catalog has no package ${JSON.stringify(given)}`
      : names.length === 0
        ? "the catalog has no package"
        : "the catalog has several packages";
  throw new TsopError("usage/invalid-argument", message, {
    hint:
      names.length === 0
        ? "Add a bundle first: tsop catalog add"
        : near === undefined
          ? `Pass --package with one of ${names.join(", ")}.`
          : `Did you mean ${near}?`,
  });
}

export interface NamedChannel {
  readonly name: string;
  readonly entries: readonly ChannelEntry[];
}

/**
 * Returns the named channel of a package, or its default channel.
 *
 * @throws TsopError `usage/invalid-argument`
 */
export function namedChannel(
  catalog: Catalog,
  { name: packageName, defaultChannel }: NamedPackage,
  given: string | undefined,
): NamedChannel {
  const channels = partsOf(catalog).channelsOf(packageName);
  const wanted = given ?? defaultChannel;
  const found = channels.find(({ fields }) => fields.name === wanted);
  if (found !== undefined) return { name: wanted, entries: found.fields.entries ?? [] };
  const names = channels.map(({ fields }) => fields.name ?? "");
  const near = nearest(wanted, names);
  const message = `the package ${packageName} has no channel ${JSON.stringify(wanted)}`;
  throw new TsopError("usage/invalid-argument", message, {
    hint: near === undefined ? `The channels are ${names.join(", ")}.` : `Did you mean ${near}?`,
  });
}
