/** Prints numbers like Go does. */

/** Prints `%g` of a float64: the fewest digits that identify it. */
export function printDouble(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  return inGoNotation(value, value.toExponential());
}

/** Prints `%g` of the nearest float32. */
export function printSingle(value: number): string {
  const single = Math.fround(value);
  if (single === 0 || !Number.isFinite(single)) return printDouble(single);
  for (let digits = 0; digits < 9; digits += 1) {
    const text = single.toExponential(digits);
    if (Math.fround(Number(text)) === single) return inGoNotation(Number(text), text);
  }
  return printDouble(single);
}

function inGoNotation(value: number, scientific: string): string {
  const [digits = "", exponent = "0"] = scientific.split("e");
  const power = Number(exponent);
  // In this range, JavaScript has no exponent either.
  if (power >= -4 && power < 6) return String(value);
  return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}
