import { seeded } from "../support/seeded.js";

/** Numbers from 0 to 1, the same ones for the same seed. */
export type Random = () => number;

/** Of one attack: its number and the seed are all that it takes to make it again. */
export function randomOf(seed: number, index: number): Random {
  return seeded(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
}

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!;
}

/** From `least` to `most`, both included. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** Cuts bytes into up to five pieces, as a network may. */
export function cut(random: Random, bytes: Buffer): Buffer[] {
  const cuts = Array.from({ length: between(random, 0, 4) }, () => between(random, 0, bytes.length)).sort(
    (a, b) => a - b,
  );
  const ends = [...cuts, bytes.length];
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end)).filter((piece) => piece.length > 0);
}
