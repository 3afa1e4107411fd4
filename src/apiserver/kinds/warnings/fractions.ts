import type { JsonObject } from "../../../core/json.js";
import { readQuantity } from "../pods/resource-lists.js";

/** Warns about fractions of bytes. */
export function fractionWarnings(
  list: JsonObject | undefined,
  path: string,
  names: readonly string[] = ["memory", "ephemeral-storage"],
): string[] {
  return names.flatMap((name) => {
    const value = list?.[name];
    const quantity = readQuantity(value);
    if (quantity === undefined || quantity.scale >= 0) return [];
    if (quantity.digits % 10n ** BigInt(-quantity.scale) === 0n) return [];
    return [`${path}[${name}]: fractional byte value ${JSON.stringify(value)} is invalid, must be an integer`];
  });
}
