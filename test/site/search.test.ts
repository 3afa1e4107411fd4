import { expect, test } from "vitest";
import { headingsOf, tokenize } from "../../site/search.js";

test.each([
  ["Returns the object.", ["Returns", "the", "object"]],
  ["`@minimum 1`", ["@minimum", "minimum", "1"]],
  ["(cluster/forbidden)", ["cluster/forbidden", "cluster", "forbidden"]],
  ["requeueAfter(ms),", ["requeueAfter(ms", "requeueAfter", "ms"]],
  ["--dry-run=server", ["--dry-run=server", "dry", "run", "server"]],
  ["spec.replicas:\n  3", ["spec.replicas", "spec", "replicas", "3"]],
  ["naïve — größer", ["naïve", "größer"]],
  ["| --- | … |", []],
  ["", []],
])("the words of %j", (text, words) => {
  expect(tokenize(text)).toEqual(words);
});

test("the browser runs the function from its source text", () => {
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call -- as VitePress does
  const copy = new Function(`return ${tokenize.toString()}`)() as typeof tokenize;
  expect(copy("`cluster/forbidden`")).toEqual(["cluster/forbidden", "cluster", "forbidden"]);
});

test("of Kubernetes' types, the index has the headings", () => {
  expect(headingsOf('<h1 id="a">A</h1><p>text</p>\n<h3 id="b">B <a href="#b"></a></h3><table></table>')).toBe(
    '<h1 id="a">A</h1> <h3 id="b">B <a href="#b"></a></h3> ',
  );
  expect(headingsOf("<p>text</p>")).toBe("");
});
