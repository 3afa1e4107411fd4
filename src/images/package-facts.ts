export interface PackageFacts {
  readonly name: string;
  readonly version: string;
  /** The licence in package.json. */
  readonly license?: string | undefined;
  /** The integrity in the lockfile: `sha512-…`. */
  readonly integrity?: string | undefined;
  /** Whether the package comes from the registry, where it has this name and version. */
  readonly isFromRegistry: boolean;
}
