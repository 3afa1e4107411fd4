import type { Attack } from "./attack.js";
import type { ListenerInfo } from "./listener.js";
import { type Random, randomOf } from "./random.js";
import { apiAttack, askedReviewAttack } from "./requests/api-requests.js";
import { bodyAttack, framingAttack, reviewAttack, slowAttack } from "./requests/bodies.js";
import { handshakeAttack } from "./requests/handshakes.js";
import { headerAttack, pathAttack, pipelineAttack, requestLineAttack } from "./requests/heads.js";

type MakeAttack = (random: Random, listener: ListenerInfo) => Attack;

/** The attack with a number: the same one in every run with the seed. */
export function makeAttack(listener: ListenerInfo, seed: number, index: number): Attack {
  const random = randomOf(seed, index);
  const weighted = [...everywhere, ...ownOf(listener)];
  let at = random() * weighted.reduce((total, [weight]) => total + weight, 0);
  const [, make] = weighted.find(([weight]) => (at -= weight) < 0) ?? weighted[0]!;
  return make(random, listener);
}

const everywhere: readonly (readonly [weight: number, make: MakeAttack])[] = [
  [15, pathAttack],
  [10, requestLineAttack],
  [20, headerAttack],
  [3, pipelineAttack],
  [8, bodyAttack],
  [15, framingAttack],
  [10, slowAttack],
  [9, handshakeAttack],
];

function ownOf({ speaks }: ListenerInfo): readonly (readonly [weight: number, make: MakeAttack])[] {
  switch (speaks) {
    case "admission":
    case "conversion":
      return [[40, (random, listener) => reviewAttack(random, listener, speaks)]];
    case "api":
      return [
        [40, apiAttack],
        [3, askedReviewAttack],
      ];
    case "plain":
      return [];
  }
}
