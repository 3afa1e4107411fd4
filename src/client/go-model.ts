/** The types of a Go package before they are printed. */

/** `plain`: assignment copies it. `struct`: it has DeepCopyInto. `alias`: a named list or map. */
export type GoUse =
  | { readonly kind: "plain" | "struct"; readonly text: string }
  | { readonly kind: "alias"; readonly text: string; readonly of: GoUse }
  | { readonly kind: "bytes" }
  | { readonly kind: "pointer"; readonly to: GoUse }
  /** `name`: the name of the type, if it has one. */
  | { readonly kind: "list"; readonly items: GoUse; readonly name?: string }
  | { readonly kind: "map"; readonly values: GoUse; readonly name?: string };

export interface GoField {
  readonly name: string;
  readonly json: string;
  readonly description: string;
  readonly isOptional: boolean;
  readonly use: GoUse;
}

export type GoType =
  | {
      readonly kind: "struct";
      readonly name: string;
      readonly description: string;
      /** Whether it is the type of a whole object. */
      readonly isKind: boolean;
      readonly fields: readonly GoField[];
    }
  | { readonly kind: "enum"; readonly name: string; readonly description: string; readonly values: readonly string[] }
  | { readonly kind: "alias"; readonly name: string; readonly description: string; readonly use: GoUse };

export function typeText(use: GoUse): string {
  switch (use.kind) {
    case "plain":
    case "struct":
    case "alias":
      return use.text;
    case "bytes":
      return "[]byte";
    case "pointer":
      return `*${typeText(use.to)}`;
    case "list":
      return `[]${typeText(use.items)}`;
    case "map":
      return `map[string]${typeText(use.values)}`;
  }
}
