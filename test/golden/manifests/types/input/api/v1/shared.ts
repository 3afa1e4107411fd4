import type { Int32, Quantity as Amount } from "tsop";

/** Who is responsible. */
export interface Owned {
  /** The team. */
  team: string;
  /** Who to call. */
  contact?: string | null;
}

export enum Colour {
  Red = "red",
  Green = "green",
}

export enum Level {
  Low,
  High = 5,
  Higher,
}

export const sizes = ["S", "M", "L"] as const;
export type Size = (typeof sizes)[number];

export interface Page<Item, Meta = Record<string, string>> {
  items: Item[];
  meta?: Meta;
}

export type Limits = { readonly [resource: string]: Amount };
export type Port = Int32;
