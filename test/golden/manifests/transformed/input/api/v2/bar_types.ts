import { type CustomResource, defineKind, type Int32 } from "tsop";
import type * as v1 from "../v1/bar_types.js";

/** A field is renamed with all that is said of it. */
type Rename<T, From extends keyof T, To extends string> = { [Key in keyof T as Key extends From ? To : Key]: T[Key] };

/** The types of some fields are others. */
type Replace<T, Others> = { [Key in keyof T]: Key extends keyof Others ? Others[Key] : T[Key] };

interface Schedule {
  /** @maximum 23 */
  hour: Int32;
}

interface Endpoint extends Omit<v1.Endpoint, "legacy"> {
  /** The name that it has. */
  host?: string;
}

export type BarSpec = Replace<
  Rename<Rename<v1.BarSpec, "size", "replicas">, "schedule", "timetable">,
  { timetable: Schedule; service: Endpoint; mode: Exclude<v1.BarSpec["mode"], "never" | undefined> }
>;

/** Some fields are kept, under other names. */
type Prefixed = { [Key in keyof v1.BarSpec as Key extends "mode" | "schedule" ? `old${Capitalize<Key>}` : never]?: v1.BarSpec[Key] };

/**
 * Bar in its second version.
 * @storageVersion
 */
export interface Bar extends CustomResource<"foo.abc.com/v2", "Bar"> {
  spec: BarSpec & Prefixed;
  status?: v1.BarStatus;
}
export const Bar = defineKind<Bar>("foo.abc.com/v2", "Bar");
