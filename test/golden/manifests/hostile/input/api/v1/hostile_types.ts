import { type CustomResource, defineKind } from "tsop";

export interface HostileSpec {
  /**
   * ---not a document
   */
  dashes?: string;
  /** `kind: Evil` # not a comment: {a: [b, *c, &d]} "quoted' %YAML */
  inline?: string;
  /**
   * Text.
   *   indented: more
   * ${{ secrets.TOKEN }} and {{ .Values.x }} and $(whoami)
   * trailing colon:
   */
  block?: string;
  /** @default "yes" */
  yes?: string;
  /** @default "---\nkind: Evil\n" */
  document?: string;
  /** @enum on;"off";"=";"";"null";"1e3" */
  words?: string;
  /** @example "\u2028\u0000" */
  control?: string;
  "key: with # signs"?: string;
  "<<"?: string;
  constructor?: string;
  __proto__?: string;
}

export interface Hostile extends CustomResource<"example.abc.com/v1", "Hostile"> {
  spec?: HostileSpec;
}
export const Hostile = defineKind<Hostile>("example.abc.com/v1", "Hostile");
