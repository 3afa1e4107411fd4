/** The parts that verdicts consist of. */
import type { Direction, Effect, Level, Verdict, Verdicts } from "./change.js";
import type { Served } from "./served.js";

/** Returns a verdict: what happens, to whom. */
export function compatible(why: string): Verdict {
  return { level: "compatible", why };
}

export function breakingForSome(why: string): Verdict {
  return { level: "breaking for some", why };
}

export function breaking(why: string): Verdict {
  return { level: "breaking", why };
}

/** Returns the same harmless verdict in all directions. */
export function harmless(why: string): Verdicts {
  const verdict = compatible(why);
  return { objects: verdict, clients: verdict, rollback: verdict };
}

/** The words for a change that adds values, removes values, or both. */
export interface Values {
  /** A value that only the old schema allows: "a value that does not match the pattern". */
  readonly lost: string;
  /** A value that only the new schema allows. */
  readonly gained: string;
  readonly field: string;
  readonly level?: Level;
  readonly served: Served;
}

/** Which updates of an object with a value that became invalid succeed. An extension API server is as new as its tsop. */
export function ratcheting({ isDefinition }: Served): string {
  return isDefinition
    ? "The server accepts updates that leave the value unchanged."
    : "Servers from Kubernetes 1.30 on accept updates that leave the value unchanged; older servers reject each update.";
}

/** Returns the verdicts on a change of the allowed values. */
export function verdictsOnValues(
  effect: Effect,
  { lost, gained, field, served, level = "breaking for some" }: Values,
): Verdicts {
  if (effect === "same") return harmless(`${field} allows the same values as before.`);
  const narrows = effect === "narrower" || effect === "other";
  const widens = effect === "wider" || effect === "other";
  const verdict = (why: string): Verdict => ({ level, why });
  return {
    objects: narrows
      ? verdict(`Stored objects with ${lost} in ${field} remain readable, but are invalid. ${ratcheting(served)}`)
      : compatible(`The new schema allows every value of ${field} that the old one allows.`),
    clients: narrows
      ? verdict(`The API server rejects requests of clients that write ${lost} to ${field}.`)
      : verdict(`Clients may read ${gained} in ${field}, which the old API never returns.`),
    rollback: widens
      ? verdict(
          `Objects written with ${gained} in ${field} are invalid under the old schema, and old controllers do not expect it.`,
        )
      : compatible(`The old schema allows every value of ${field} that the new one allows.`),
  };
}

/** Returns verdicts where only some directions break; the others get one sentence. */
export function verdictsWith(harm: Partial<Record<Direction, Verdict>>, otherwise: string): Verdicts {
  const rest = compatible(otherwise);
  return { objects: harm.objects ?? rest, clients: harm.clients ?? rest, rollback: harm.rollback ?? rest };
}
