import { describe, expect, test } from "vitest";
import { generatedFolder } from "../../site/pages.js";
import { headingsOf, renderForSearch, tokenize } from "../../site/search.js";

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

describe("the HTML to index", () => {
  const highlight = (code: string): string => `<pre class="shiki">${code}</pre>`;
  const md = (render: (code: string) => string) => ({
    options: { highlight },
    render(source: string): string {
      return render(this.options.highlight(source));
    },
  });
  const page = (relativePath: string) => ({ path: relativePath, relativePath, cleanUrls: true });

  test("has code without colors, as the text that a page shows", () => {
    const renderer = md((code) => code);
    expect(renderForSearch('if (a < b && c) return "d";', page("docs/a.md"), renderer)).toBe(
      '<pre>if (a &#x3C; b &#x26;&#x26; c) return "d";</pre>',
    );
    expect(renderer.options.highlight).toBe(highlight);
  });

  test("has the headings of Kubernetes' types", () => {
    const renderer = md(() => "<h2>Pod</h2><p>x</p>");
    expect(renderForSearch("", page(`${generatedFolder}/reference/api/tsop/k8s/core/v1/index.md`), renderer)).toBe(
      "<h2>Pod</h2> ",
    );
  });

  test("leaves the renderer as it is if a page is faulty", () => {
    const renderer = md(() => {
      throw new Error("faulty");
    });
    expect(() => renderForSearch("", page("docs/a.md"), renderer)).toThrow("faulty");
    expect(renderer.options.highlight).toBe(highlight);
  });
});
