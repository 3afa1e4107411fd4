/** Which server has a kind, and where its objects are. */
import type { Verdicts } from "./change.js";
import type { Crd } from "./crd.js";
import { compatible } from "./verdict.js";

export interface Served {
  /** Whether an extension API server serves the kind: a definition takes the place of the CRD. */
  readonly isDefinition: boolean;
  /** Whether clients write objects. They only read those that a server computes. */
  readonly isWritten: boolean;
  /** The reason why no object of the one state is an object of the other one; undefined if they share their objects. */
  readonly apart: string | undefined;
}

export const servedAsCrd: Served = { isDefinition: false, isWritten: true, apart: undefined };

export function servedBy(before: Crd, after: Crd): Served {
  const isComputed = [before, after].some(({ store }) => store === "virtual");
  return {
    isDefinition: isDefinition(after),
    isWritten: !isComputed,
    apart: isComputed
      ? "The server computes the objects for each read, and stores none."
      : isMoved(before, after)
        ? "No stored object moves to the other storage."
        : undefined,
  };
}

export function isDefinition({ store }: Crd): boolean {
  return store !== "etcd";
}

/** Returns whether the objects of the one state are elsewhere than those of the other one. */
export function isMoved(before: Crd, after: Crd): boolean {
  if (isDefinition(before) !== isDefinition(after)) return true;
  return before.store !== after.store && before.store !== "unknown" && after.store !== "unknown";
}

/** Returns whether code converts objects between the versions, and not only their apiVersion. */
export function isConverted({ conversion }: Crd): boolean {
  return conversion !== "None";
}

/** Returns the verdicts without those on stored objects, where no object of one state meets the other one. */
export function withoutStored(verdicts: Verdicts, { apart }: Served): Verdicts {
  if (apart === undefined) return verdicts;
  return { objects: compatible(apart), clients: verdicts.clients, rollback: compatible(apart) };
}
