/** Lists of resources: `{ cpu: "100m", memory: "1Gi" }`. */
import { addQuantities, compareQuantities, parseQuantity, type Quantity, quantityOf } from "../../../cel/quantity.js";
import type { Json, JsonObject } from "../../../core/json.js";
import { objectOf } from "../../api-object.js";
import { canonicalQuantity } from "../../types/quantity-text.js";

export const zero = quantityOf(0n);

/** Returns undefined for an invalid quantity. */
export function readQuantity(value: Json | undefined): Quantity | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const quantity = parseQuantity(String(value));
  return typeof quantity === "string" ? undefined : quantity;
}

/** Returns the quantities of a list by name. */
export function quantitiesOf(holder: JsonObject | undefined, list: string): Map<string, Quantity> {
  const entries = Object.entries(objectOf(holder, list) ?? {});
  return new Map(entries.map(([name, value]) => [name, readQuantity(value) ?? zero]));
}

export function isPositive(quantity: Quantity): boolean {
  return compareQuantities(quantity, zero) > 0;
}

export function isNegative(quantity: Quantity): boolean {
  return compareQuantities(quantity, zero) < 0;
}

/** Adds to the sum of a name. */
export function addTo(sums: Map<string, Quantity>, name: string, quantity: Quantity): void {
  const sum = sums.get(name);
  sums.set(name, sum === undefined ? quantity : addQuantities(sum, quantity));
}

/** Rounds limits and requests up to a thousandth. Source: SetDefaults_ResourceList. */
export function setResourceDefaults(resources: JsonObject | undefined): void {
  for (const name of ["limits", "requests"]) roundUp(objectOf(resources, name));
}

export function roundUp(list: JsonObject | undefined): void {
  for (const [name, value] of Object.entries(list ?? {})) {
    const quantity = readQuantity(value);
    if (list === undefined || quantity === undefined || quantity.scale >= -3) continue;
    const unit = 10n ** BigInt(-3 - quantity.scale);
    const away = quantity.digits % unit > 0n ? 1n : quantity.digits % unit < 0n ? -1n : 0n;
    const rounded = canonicalQuantity(`${quantity.digits / unit + away}m`);
    if ("text" in rounded) list[name] = rounded.text;
  }
}
