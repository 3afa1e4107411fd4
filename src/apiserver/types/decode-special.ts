/** Types that read their own JSON. Source: their UnmarshalJSON functions in k8s.io/apimachinery. */
import type { Json } from "../../core/json.js";
import { type Place, wrongTypeFault } from "./go-fault.js";
import { canonicalQuantity } from "./quantity-text.js";
import { readMicroTime, readTime } from "./time-text.js";

export type Reading = { readonly value: Json } | { readonly fault: string };

/** The readers by format. */
export const specialReaders: Readonly<Record<string, (value: Json, place: Place) => Reading>> = {
  quantity: readQuantity,
  "int-or-string": readIntOrString,
  "date-time": (value, place) => readInstant(value, place, readTime),
  "micro-time": (value, place) => readInstant(value, place, readMicroTime),
};

function readQuantity(value: Json): Reading {
  const isText = typeof value === "string" || typeof value === "number";
  const reading = canonicalQuantity(isText ? String(value) : "{}");
  return "fault" in reading ? reading : { value: reading.text };
}

function readIntOrString(value: Json, place: Place): Reading {
  if (typeof value === "string") return { value };
  if (typeof value !== "number") return { fault: wrongTypeFault(value, "int32", place) };
  return isInteger(value, "int32") ? { value } : { fault: wrongTypeFault(value, "int32", place, String(value)) };
}

function readInstant(value: Json, place: Place, read: typeof readTime): Reading {
  if (typeof value !== "string") return { fault: wrongTypeFault(value, "string", place) };
  const reading = read(value);
  return "fault" in reading ? reading : { value: reading.text };
}

export function isInteger(value: number, goType: string): boolean {
  if (!Number.isInteger(value)) return false;
  return goType === "int32" ? Math.abs(value + 0.5) < 2 ** 31 : Math.abs(value) < 2 ** 63;
}

/** Reads and prints bytes as encoding/base64 does. */
export function readBytes(value: string): Reading {
  const text = value.replace(/[\r\n]/g, "");
  const wrong = /[^A-Za-z0-9+/]/.exec(text.replace(/={1,2}$/, ""));
  const at = wrong?.index ?? (text.length % 4 === 0 ? undefined : text.length - (text.length % 4));
  if (at !== undefined) return { fault: `illegal base64 data at input byte ${at}` };
  return { value: Buffer.from(text, "base64").toString("base64") };
}
