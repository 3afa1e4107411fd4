/** Quantities for calculation and display. Source: k8s.io/apimachinery/pkg/api/resource/quantity.go. */
import {
  addQuantities,
  compareQuantities,
  parseQuantity,
  type Quantity,
  quantityOf,
  subtractQuantities,
} from "../../cel/quantity.js";
import type { Json, JsonObject } from "../../core/json.js";
import { objectOf } from "../api-object.js";
import { formatOf, printQuantity, type QuantityFormat } from "./quantity-text.js";

export interface Amount {
  readonly quantity: Quantity;
  readonly format: QuantityFormat;
  /** The original text; missing for a calculated amount. */
  readonly text?: string;
}

/** The amounts by resource name: `cpu`, `requests.memory`. */
export type Amounts = ReadonlyMap<string, Amount>;

export function amountOf(count: number): Amount {
  return { quantity: quantityOf(BigInt(count)), format: "decimal" };
}

export const noAmount = amountOf(0);

/** Returns undefined for an invalid quantity. */
export function readAmount(value: Json | undefined): Amount | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value);
  const quantity = parseQuantity(text);
  return typeof quantity === "string" ? undefined : { quantity, format: formatOf(text), text };
}

/** Returns the quantities of a list such as `requests` or `hard`. */
export function readAmounts(holder: JsonObject | undefined, list: string): Map<string, Amount> {
  const entries = Object.entries(objectOf(holder, list) ?? {});
  return new Map(entries.map(([name, value]) => [name, readAmount(value) ?? noAmount]));
}

export function showAmount({ quantity, format, text }: Amount): string {
  return text ?? printQuantity(quantity, format);
}

export function showAmounts(amounts: Amounts): Record<string, string> {
  return Object.fromEntries([...amounts].map(([name, amount]) => [name, showAmount(amount)]));
}

/** Zero takes the format of the other operand. */
function reckoned(reckon: typeof addQuantities, left: Amount, right: Amount): Amount {
  const { format } = isZero(left) ? right : left;
  return { quantity: reckon(left.quantity, right.quantity), format };
}

export function addAmount(left: Amount, right: Amount): Amount {
  return reckoned(addQuantities, left, right);
}

export function subtractAmount(left: Amount, right: Amount): Amount {
  return reckoned(subtractQuantities, left, right);
}

export function compareAmounts(left: Amount, right: Amount): -1 | 0 | 1 {
  return compareQuantities(left.quantity, right.quantity);
}

export function isZero({ quantity }: Amount): boolean {
  return quantity.digits === 0n;
}

export function addAll(left: Amounts, right: Amounts): Map<string, Amount> {
  return joined(left, right, addAmount);
}

/** Returns the greater amount of each resource. */
export function maximaOf(left: Amounts, right: Amounts): Map<string, Amount> {
  return joined(left, right, (known, amount) => (compareAmounts(amount, known) > 0 ? amount : known));
}

function joined(left: Amounts, right: Amounts, join: (known: Amount, amount: Amount) => Amount): Map<string, Amount> {
  const all = new Map(left);
  for (const [name, amount] of right) {
    const known = all.get(name);
    all.set(name, known === undefined ? amount : join(known, amount));
  }
  return all;
}

export function only(amounts: Amounts, isWanted: (name: string, amount: Amount) => boolean): Map<string, Amount> {
  return new Map([...amounts].filter(([name, amount]) => isWanted(name, amount)));
}

export function isSameAmounts(left: Amounts, right: Amounts): boolean {
  if (left.size !== right.size) return false;
  return [...left].every(([name, amount]) => {
    const other = right.get(name);
    return other !== undefined && compareAmounts(amount, other) === 0;
  });
}
