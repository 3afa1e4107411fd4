/** A kind whose names and types are difficult in at least one of the languages. */
export const hardTypes = {
  "api/v1/import_types.ts": String.raw`import { type CustomResource, defineKind, type Int32, type Quantity, type IntOrString, type Time, type Base64, type Condition, type RawExtension, type Duration } from "tsop";
import type { PodSpec, ObjectReference } from "tsop/k8s/core/v1";
/** Phase of a thing. */
export enum Phase { /** Not yet. */ Pending = "Pending", Ready = "Ready" }
/** A port.
 * @minimum 1 */
export type Port = Int32;
export type Labels = Record<string, string>;
/** Tree. End comment *\/ """ */
export interface Node { value: string;
  /** @recursionDepth 3 */ children?: Node[];
  /** @recursionDepth 2 */ next?: Node }
export interface Disk { type: "disk"; size: Quantity }
export interface Memory { type: "memory"; limit?: Int32 }
/** A "hard" kind with \ and */
export interface Import extends CustomResource<"hard.abc.com/v1", "Import"> {
  spec: {
    class: string; from?: string; type?: "a" | "b"; func: Int32; "in": boolean; "with-dash"?: string; "def"?: Int32 | null;
    str?: string; self?: Labels; Phase?: Phase; port: Port; ports?: Port[]; nested?: Port[][]; byName: Record<string, Node>; maps?: Record<string, Record<string, Disk[]>>;
    tree: Node; storage: Disk | Memory; at?: Time; size: Quantity; target: IntOrString; data?: Base64; raw?: RawExtension; wait?: Duration;
    pod?: PodSpec; ref?: ObjectReference; 
    /** @preserveUnknownFields */
    any?: unknown;
 level?: 1 | 2 | 3; ratio?: 0.5 | 1.5; nullable: string | null; items?: (string | null)[]; labels?: Labels;
    deepCopy?: string; typeMeta?: string; open?: object;
  };
  status?: { conditions?: Condition[] };
}
export const Import = defineKind<Import>("hard.abc.com/v1", "Import");
`,
};

/** An object of the kind, with the keys that are reserved words. */
export const hardObject = {
  apiVersion: "hard.abc.com/v1",
  kind: "Import",
  metadata: { name: "one", namespace: "default" },
  spec: {
    class: "c",
    from: "f",
    func: 1,
    in: true,
    "with-dash": "d",
    def: null,
    port: 80,
    nested: [[1], [2, 3]],
    byName: { a: { value: "x", children: [{ value: "y" }] } },
    tree: { value: "root", next: { value: "leaf" } },
    storage: { type: "disk", size: "1Gi" },
    size: 5,
    target: "http",
    raw: { any: ["thing"] },
    any: [1, "two"],
    nullable: "text",
    items: ["a"],
  },
};
