/** The flags of a plugin, and the types of their values. */

/** A flag of a plugin. The name of its option decides how users write it: `egressCidr` is `--egress-cidr`. */
export interface PluginFlag {
  /** The type of the value. A `list` flag can occur several times. */
  readonly type: "string" | "number" | "boolean" | "list";
  /** The description, for `--help`. */
  readonly description: string;
  /** The placeholder of the value in `--help`: `<cidr>`. Default: the type. */
  readonly value?: string;
}

/** The flags of a plugin by the names of their options. */
export type PluginFlags = Readonly<Record<string, PluginFlag>>;

type ValueOf<F extends PluginFlag> = F["type"] extends "boolean"
  ? boolean
  : F["type"] extends "number"
    ? number
    : F["type"] extends "list"
      ? readonly string[]
      : string;

/** The values of the flags. The value of a flag that the user omits is absent. */
export type PluginFlagValues<F extends PluginFlags> = { readonly [Name in keyof F]?: ValueOf<F[Name]> };
