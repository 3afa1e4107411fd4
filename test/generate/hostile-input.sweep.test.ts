import { expect, test } from "vitest";
import { parseAllYaml } from "../../src/core/yaml.js";
import { seeded } from "../support/seeded.js";
import { type FileMap, goldenCases, runManifests } from "../support/manifest-cases.js";

const cases = [...goldenCases("manifests"), ...goldenCases("diagnostics")];
const scraps = [
  ..."@ + * / \\ { } [ ] ( ) < > | & ; : , . = ? ! \" ' ` $ # - _ ~ % ^ 0 1 -1 1e999 \u0000 \u2028 \ud800 é 😀 \n \r\n".split(
    " ",
  ),
  ..."*/ /** // null undefined constructor __proto__ toString hasOwnProperty extends keyof typeof infer".split(" "),
  ..."@default @enum @cel @items. @values. +kubebuilder: +kubebuilder:validation:items: Record< Array< Partial< unknown".split(
    " ",
  ),
];

function mutate(files: FileMap, random: () => number): FileMap {
  const names = Object.keys(files).filter((name) => name.endsWith(".ts"));
  const name = names[Math.floor(random() * names.length)]!;
  let text = files[name]!;
  for (let change = Math.ceil(random() * 3); change > 0; change -= 1) {
    const start = Math.floor(random() * text.length);
    const end = start + Math.floor(random() * random() * 60);
    const other = Math.floor(random() * text.length);
    const scrap = scraps[Math.floor(random() * scraps.length)]!;
    const inserted = [scrap, "", text.slice(other, other + 40), scrap.repeat(5)][Math.floor(random() * 4)]!;
    text = text.slice(0, start) + inserted + text.slice(end);
  }
  return { ...files, [name]: text };
}

/** Run more of them with ROUNDS=20000; the seed is the same, so the first ones are too. */
const rounds = Number(process.env["ROUNDS"] ?? 200);

test("whatever is done to the sources, there are diagnostics or readable manifests, and never a crash", () => {
  const random = seeded(20_261_121);
  for (let round = 0; round < rounds; round += 1) {
    const { input } = cases[Math.floor(random() * cases.length)]!;
    const files = mutate(input, random);
    try {
      const { artifacts } = runManifests(files);
      for (const { path, content } of round % 10 === 0 ? artifacts : []) parseAllYaml(content, path);
    } catch (error) {
      throw new Error(`round ${round}:\n${JSON.stringify(files, undefined, 1)}`, { cause: error });
    }
  }
}, 600_000);

test("types that are nested beyond measure are refused", () => {
  const nest = (depth: number): string => `${"{ a: ".repeat(depth)}string${" }".repeat(depth)}`;
  const bar = (type: string): FileMap => ({
    "api/v1/bar.ts": `import { type CustomResource, defineKind } from "tsop";
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> { spec: ${type}; }
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");`,
  });
  expect(runManifests(bar(nest(20))).diagnostics).toEqual([]);
  expect(runManifests(bar(nest(20_000))).diagnostics.map(({ code }) => code)).toEqual(["source/syntax"]);
});

test("a tag whose value is nested beyond measure is refused", () => {
  const { diagnostics } = runManifests({
    "api/v1/bar.ts": `import { type CustomResource, defineKind } from "tsop";
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> { spec?: {
  /** @default ${"{a,".repeat(50_000)} */
  a?: string;
} }
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");`,
  });
  expect(diagnostics.map(({ code }) => code)).toEqual(["tag/invalid-argument"]);
});
