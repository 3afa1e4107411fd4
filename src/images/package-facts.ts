export interface PackageFacts {
  readonly name: string;
  readonly version: string;
  /** As package.json has it. */
  readonly license?: string | undefined;
  /** Of the lockfile: `sha512-…`. */
  readonly integrity?: string | undefined;
  /** Whether the package of this name and version on the registry is the one. */
  readonly isFromRegistry: boolean;
}
