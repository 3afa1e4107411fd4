/** Amounts of metrics, in thousandths. */
import { doubleOf } from "../../../cel/quantity.js";
import type { Json } from "../../../core/json.js";
import { readAmount } from "../../types/amount.js";
import { printQuantity } from "../../types/quantity-text.js";

/** Returns an amount in thousandths, rounded up; 0 for no amount. */
export function thousandths(quantity: Json | undefined): number {
  const amount = readAmount(quantity);
  return amount === undefined ? 0 : Math.ceil(doubleOf({ ...amount.quantity, scale: amount.quantity.scale + 3 }));
}

/** Returns an amount as a quantity: `1500m`. */
export function showThousandths(amount: number): string {
  return printQuantity({ digits: BigInt(Math.round(amount)), scale: -3, isBig: false }, "decimal");
}
