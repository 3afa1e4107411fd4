import { describe, expect, test } from "vitest";
import type { Node } from "../../src/render/node.js";
import { readAnyYaml } from "../../src/render/read-any-yaml.js";
import { readPlainYaml } from "../../src/render/read-plain-yaml.js";
import { seeded } from "../support/seeded.js";
import { corpus } from "./corpus/index.js";

const versions = ["1.1", "1.2"] as const;

/** What the library makes of it; nothing where it refuses. */
function readByLibrary(text: string, version: "1.1" | "1.2"): Node | undefined {
  try {
    return readAnyYaml(text, { file: "a.yaml", version, firstLine: 1 });
  } catch {
    return undefined;
  }
}

const files = Object.values(corpus).flatMap(({ files: each }) => Object.values(each));
const documents = [...new Set(files.flatMap((text) => text.split(/(?<=\n)---\n/)))];

test("what it reads of the corpus, it reads as the library does", () => {
  let read = 0;
  for (const text of documents) {
    for (const version of versions) {
      const node = readPlainYaml(text, version);
      if (node === undefined) continue;
      read += 1;
      expect(node).toEqual(readByLibrary(text, version));
    }
  }
  expect(read / documents.length / versions.length).toBeGreaterThan(0.3);
});

const values = [
  ..."a b 1 1.5 yes ~ 2001-01-01 .5 -1 --x 0x1f '' 'q' 'q q' \"\" \"d\" {} [] http://x:1 a#b a:b =".split(" "),
  ...["a b", "'it''s'", '"a\\nb"', "x # comment", "# comment", "a  b", "(x)", "<y>", "é…", "a, b", "a' \"b"],
];
/** Beyond it, or wrong, or both. */
const oddities = [
  ..."| |- > >- |+ |2 - ? : & * &x *x !t !!str % @ ` , << [a] {a: 'q \" \"\\x\" 'a'b --- ...".split(" "),
  ...["x: y", "a:", "? a", "- a", "\t", "a ", "'k': v", "{}: a", "{} x", '"d" x', "%YAML 1.1", "'a' # c", "\ufeffa"],
];

function randomText(random: () => number): string {
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  let indent = 0;
  const lines = Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
    const chance = random();
    indent = Math.max(0, indent + pick([0, 0, 0, 2, 2, -2, -2, 1]));
    const margin = " ".repeat(indent);
    if (chance < 0.04) return "";
    if (chance < 0.08) return `${margin}# comment`;
    const value = random() < 0.15 ? pick(oddities) : random() < 0.3 ? pick(["", "", "|", "|-"]) : pick(values);
    const key = pick(["a:", "b:", "c:", "x.y/z:", "d:", "n:", ""]);
    return `${margin}${pick(["", "", "", "- ", "- ", "- - "])}${key}${key === "" || value === "" ? "" : " "}${value}`;
  });
  return `${pick(["", "", "---\n"])}${lines.join("\n")}\n`;
}

describe("of texts at random", () => {
  test.each(Array.from({ length: 10 }, (_, index) => index))("seed %i", (seed) => {
    const random = seeded(seed);
    let read = 0;
    for (let round = 0; round < 60; round += 1) {
      const text = randomText(random);
      for (const version of versions) {
        const node = readPlainYaml(text, version);
        if (node === undefined) continue;
        read += 1;
        expect({ text, node }).toEqual({ text, node: readByLibrary(text, version) });
      }
    }
    expect(read).toBeGreaterThan(5);
  });
});
