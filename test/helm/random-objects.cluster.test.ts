/** Whatever texts an object holds, helm makes the same object of its template. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createSlots } from "../../src/helm/slots.js";
import { hasHelm, helmReason, template } from "../support/helm.js";
import { tempFolder } from "../support/temp-folder.js";

const pieces = [
  ...[
    "{{",
    "}}",
    "{",
    "{{{",
    "{{-",
    "-}}",
    "{{/*",
    "*/}}",
    '"',
    "'",
    "`",
    "#",
    " # ",
    ": ",
    "\n",
    "\n\n",
    " ",
    "\t",
    "\\",
    "$",
    "%s",
  ],
  ...[
    ".Values.x",
    "yes",
    "0x1F",
    "1e3",
    "012",
    "é",
    "\u{1f600}",
    "\u2028",
    "---",
    "...",
    "- ",
    "? ",
    "|",
    ">",
    "&a",
    "*a",
    "!t",
    "@",
    "null",
    "~",
  ],
];

/** Numbers from 0 to below 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe.skipIf(!hasHelm)(`templates of random texts${helmReason}`, () => {
  test("are the same after helm", async () => {
    const next = random(7);
    const text = (): string =>
      Array.from({ length: 1 + Math.floor(next() * 6) }, () => pieces[Math.floor(next() * pieces.length)] ?? "").join(
        "",
      );
    const objects = Array.from({ length: 150 }, (_, index) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: `c${index}`, annotations: { a: text(), b: text() } },
      data: Object.fromEntries([0, 1, 2].map((key) => [`k${key}${text()}`, text()])),
      list: [text(), { inner: text(), number: 9007199254740993n }, []],
    }));
    const slots = createSlots(JSON.stringify(objects, (_, value: unknown) => (typeof value === "bigint" ? "" : value)));
    const cwd = tempFolder({ "chart/Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n" });
    mkdirSync(path.join(cwd, "chart/templates"));
    objects.forEach((object, index) => {
      writeFileSync(path.join(cwd, `chart/templates/c${index}.yaml`), slots.print(object));
    });
    const templated = await template(cwd, ["r", "chart"]);
    expect(templated).toHaveLength(objects.length);
    for (const object of objects) {
      expect(templated.find(({ metadata }) => metadata.name === object.metadata.name)).toEqual(object);
    }
  });
});
