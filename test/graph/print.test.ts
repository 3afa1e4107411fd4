import { describe, expect, test } from "vitest";
import type { UseLink, WiredKind, Wiring, WiringLink } from "../../src/model/wiring.js";
import { buildGraph } from "../../src/graph/build-graph.js";
import type { Graph } from "../../src/graph/graph.js";
import { printMermaid } from "../../src/graph/mermaid.js";
import { printSvg } from "../../src/graph/svg.js";

const at = { file: "controllers/web.ts", line: 1, column: 1 };

const kind = (apiVersion: string, name: string, more: Partial<WiredKind> = {}): WiredKind => ({
  ...{ apiVersion, kind: name, cluster: undefined, isBuiltIn: false },
  ...more,
});
const web = kind("example.com/v1", "Web");
const deployment = kind("apps/v1", "Deployment", { isBuiltIn: true });
const use = (does: UseLink["use"], what: WiredKind, subresource?: string): WiringLink => ({
  ...{ type: "use", controller: "c", use: does, kind: what, subresource, at },
});

const wiring: Wiring = {
  controllers: [{ id: "c", name: "web", at }],
  links: [
    use("writes", deployment),
    use("owns", deployment),
    use("reconciles", web),
    use("reads", web), // the cache answers
    use("writes", web, "status"),
    use("watches", kind("example.com/v2", "Web")), // the same objects
    use("watches", kind("v1", "Secret", { isBuiltIn: true, cluster: "hub" })),
    use("reads", kind("cert-manager.io/v1", "Issuer")),
    { ...use("caches", kind("v1", "Pod", { isBuiltIn: true })), controller: undefined } as UseLink,
    { type: "source", controller: "c", name: "channel", at },
    { type: "webhook", does: "validates", kind: web, at },
    { type: "webhook", does: "defaults", kind: web, at },
    { type: "owner", owner: web, owned: deployment, at: { file: "controllers/other.ts" } },
  ],
  unresolved: [],
};
const source = { projectName: "shop", wiring, kinds: [{ group: "example.com", version: "v1", kind: "Web" }] };

describe("a graph", () => {
  test("is drawn in Mermaid", async () => {
    await expect(printMermaid(buildGraph(source))).toMatchFileSnapshot("../golden/graph/shop.mmd");
  });

  test("is drawn in SVG", async () => {
    await expect(await printSvg(buildGraph(source))).toMatchFileSnapshot("../golden/graph/shop.svg");
  });

  test("is the same whatever the order in which the code was read", () => {
    const graph = buildGraph(source);
    const other = buildGraph({ ...source, wiring: { ...wiring, links: wiring.links.toReversed() } });
    expect(printMermaid(other)).toBe(printMermaid(graph));
  });

  test("has one edge for all relations between two nodes, with their files", () => {
    const { edges } = buildGraph(source);
    expect(edges).toContainEqual({
      ...{ from: "controller_web", to: "kind_Deployment_apps", type: "use" },
      ...{ labels: ["watches", "writes"], files: ["controllers/web.ts"] },
    });
    expect(edges).toContainEqual({
      ...{ from: "kind_Web_example_com", to: "kind_Deployment_apps", type: "owner" },
      ...{ labels: ["owns"], files: ["controllers/other.ts", "controllers/web.ts"] },
    });
  });

  test("tells kinds apart whose names are the same in an identifier", () => {
    const links = ["a.b/v1", "a-b/v1"].map((apiVersion) => use("reads", kind(apiVersion, "Foo")));
    const { nodes } = buildGraph({ projectName: "shop", wiring: { ...wiring, links }, kinds: [] });
    expect(nodes.map(({ id }) => id)).toEqual(["controller_web", "kind_Foo_a_b", "kind_Foo_a_b_2"]);
  });
});

/** Names that contain code of the output formats. */
const hostile = [
  `"]; click a "javascript:alert(1)"`,
  "</text><script>alert(1)</script>",
  "a\n  end\n%%{init: {}}%%",
  "\\N \\G & &lt; #quot; `x`",
  "]]>\u0000\u0007\ud800",
  "--> <!-- x -->",
];

describe.each(hostile)("text of others cannot leave its place: %j", (name) => {
  const graph: Graph = {
    title: name,
    nodes: [
      { id: "a", type: "external", name, detail: name, cluster: undefined },
      { id: "b", type: "own", name, detail: "", cluster: name },
    ],
    edges: [{ from: "a", to: "b", type: "use", labels: [name], files: [] }],
  };

  test("in Mermaid", () => {
    const plain = JSON.parse(JSON.stringify(graph).replaceAll(JSON.stringify(name), '"x"')) as Graph;
    const structure = ['"', "<", ">", "[", "]", "(", ")", "{", "}", "|", "`", "%", "\\", "\n"];
    const count = (text: string): number[] => structure.map((each) => text.split(each).length);
    expect(count(printMermaid(graph))).toEqual(count(printMermaid(plain)));
  });

  test("in SVG", async () => {
    const svg = await printSvg(graph);
    const elements = new Set([...svg.matchAll(/<(\/?[a-z]+)/g)].map(([, element]) => element));
    for (const element of ["script", "a", "foreignObject", "image"]) expect(elements).not.toContain(element);
    // oxlint-disable-next-line no-control-regex -- what XML cannot hold
    expect(svg).not.toMatch(/[\u0000-\u0008]|[\ud800-\udfff]/);
    expect(svg.match(/<!--/g)).toHaveLength(1);
  });
});

test("the SVG is well-formed", async () => {
  const text = await printSvg(buildGraph(source));
  const open: string[] = [];
  for (const [, close, name = "", self] of text.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
    if (close === "/") expect(open.pop()).toBe(name);
    else if (self !== "/") open.push(name);
  }
  expect(open).toEqual([]);
});
