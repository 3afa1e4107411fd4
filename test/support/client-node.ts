import * as first from "@kubernetes/client-node";

/** 2.x loads from Node 22.19 on. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isNew = major > 22 || (major === 22 && minor >= 19);

type ClientNodePackage = typeof first;

// 2.x is a type of its own, with other private members; what the tests call is the same in both.
const second = isNew ? ((await import("client-node-2")) as unknown as ClientNodePackage) : undefined;

/** The majors that this Node loads, for `describe.each`. */
export const clientNodes: readonly (readonly [string, ClientNodePackage])[] = [
  ["1.x", first],
  ...(second === undefined ? [] : [["2.x", second] as const]),
];
