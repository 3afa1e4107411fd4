/** The results of Go's libraries, obtained with go.yaml.in/yaml v2.4.3 and v3.0.4. */
import { expect, test } from "vitest";
import { type Resolved, resolvePlain } from "../../src/core/resolve-plain.js";

const same: readonly (readonly [text: string, tag: Resolved["tag"], value: Resolved["value"]])[] = [
  ["", "!!null", null],
  ["~", "!!null", null],
  ["nULL", "!!str", "nULL"],
  ["True", "!!bool", true],
  ["tRUE", "!!str", "tRUE"],
  ["-0", "!!int", 0n],
  ["-0.0", "!!float", -0],
  ["+1_000", "!!int", 1000n],
  ["007", "!!int", 7n],
  ["08", "!!float", 8],
  ["0o17", "!!int", 15n],
  ["-0X1f", "!!int", -31n],
  ["0b-1", "!!int", -1n],
  ["0B-1", "!!str", "0B-1"],
  ["0x", "!!str", "0x"],
  ["18446744073709551615", "!!int", 2n ** 64n - 1n],
  ["+18446744073709551615", "!!float", 2 ** 64],
  ["18446744073709551616", "!!float", 2 ** 64],
  ["0xFFFFFFFFFFFFFFFFF", "!!str", "0xFFFFFFFFFFFFFFFFF"],
  ["-9223372036854775808", "!!int", -(2n ** 63n)],
  ["5.", "!!float", 5],
  [".5e1", "!!float", 5],
  [".1_2", "!!float", 0.12],
  ["._1", "!!str", "._1"],
  ["1__2._3", "!!float", 12.3],
  ["1e400", "!!str", "1e400"],
  [".1e400", "!!str", ".1e400"],
  ["+.inf", "!!float", Infinity],
  [".iNf", "!!str", ".iNf"],
  ["190:20:30", "!!str", "190:20:30"],
  ["2023-02-29", "!!str", "2023-02-29"],
  ["<<", "!!str", "<<"],
];

test.each(same)("%j is %s", (text, tag, value) => {
  for (const version of ["1.1", "1.2"] as const) expect(resolvePlain(text, version)).toStrictEqual({ tag, value });
});

test.each([
  ["yes", { tag: "!!bool", value: true }, { tag: "!!str", value: "yes" }],
  ["OFF", { tag: "!!bool", value: false }, { tag: "!!str", value: "OFF" }],
  ["yEs", { tag: "!!str", value: "yEs" }, { tag: "!!str", value: "yEs" }],
  ["0o-7", { tag: "!!str", value: "0o-7" }, { tag: "!!int", value: -7n }],
  ["2001-1-1", { tag: "!!timestamp", value: "2001-1-1" }, { tag: "!!timestamp", value: "2001-01-01T00:00:00Z" }],
] as const)("%j depends on the version", (text, old, current) => {
  expect([resolvePlain(text, "1.1"), resolvePlain(text, "1.2")]).toStrictEqual([old, current]);
});
