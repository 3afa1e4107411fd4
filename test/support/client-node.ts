import * as first from "@kubernetes/client-node";

/** 2.x requires Node 22.19. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isNew = major > 22 || (major === 22 && minor >= 19);

type ClientNodePackage = typeof first;

// 2.x has a separate type, with other private members; the members that the tests use are the same in both.
const second = isNew ? ((await import("client-node-2")) as unknown as ClientNodePackage) : undefined;

/** The major versions that this Node can load, for `describe.each`. */
export const clientNodes: readonly (readonly [string, ClientNodePackage])[] = [
  ["1.x", first],
  ...(second === undefined ? [] : [["2.x", second] as const]),
];
