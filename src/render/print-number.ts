/** Numbers as Go prints them. */

/** The shortest form that reads back as the same number: strconv.FormatFloat with `g`. */
export function printFloat(value: number): string {
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [mantissa = "", exponent = "0"] = Math.abs(value).toExponential().split("e");
  const sign = value < 0 ? "-" : "";
  const power = Number(exponent);
  if (power < -4 || power >= 6) return `${sign}${mantissa}e${power < 0 ? "-" : "+"}${padExponent(Math.abs(power))}`;
  return sign + positional(mantissa.replace(".", ""), power);
}

/** A number that has been JSON in between, where whole ones have no exponent. */
export function printThroughJson(value: number | bigint): string {
  if (typeof value === "bigint") return String(value);
  const isWhole = Number.isInteger(value) && value > -(2 ** 63) && value < 2 ** 64;
  return isWhole ? String(BigInt(value)) : printFloat(value);
}

function padExponent(power: number): string {
  return String(power).padStart(2, "0");
}

function positional(digits: string, power: number): string {
  if (power < 0) return `0.${"0".repeat(-power - 1)}${digits}`;
  if (digits.length <= power + 1) return digits.padEnd(power + 1, "0");
  return `${digits.slice(0, power + 1)}.${digits.slice(power + 1)}`;
}
