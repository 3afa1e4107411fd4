import { instance } from "@viz-js/viz";
import { inTheme } from "../src/graph/svg.js";

/** Graphviz leaves room for letters of these sizes. The picture has smaller ones, because fonts can be wider on other systems. */
const sizes = { node: 17, edge: 15 };
const shown = 0.82;
const fontname = "Helvetica,Arial,sans-serif";

/**
 * Draws a picture of the documentation. The name of the graph becomes the title of the picture.
 *
 * @param source - a graph in Graphviz's language; the classes `own` and `code` highlight nodes
 * @throws Error if Graphviz rejects the source
 */
export async function drawPicture(source: string): Promise<string> {
  const viz = await instance();
  const drawn = viz.renderString(source, {
    format: "svg",
    engine: "dot",
    graphAttributes: { fontname, fontsize: sizes.node, nodesep: 0.35, ranksep: 0.5, pad: 0.2 },
    nodeAttributes: { fontname, fontsize: sizes.node, shape: "box", style: "rounded", margin: "0.15,0.08" },
    edgeAttributes: { fontname, fontsize: sizes.edge },
  });
  const body = drawn.slice(drawn.indexOf("<svg")).replace(/<!-- .*? -->\n/g, "");
  const [title = ""] = /<title>[^<]*<\/title>/.exec(body) ?? [];
  // Each node and edge has a title too: its name in the source, which a reader would see as a tooltip.
  const plain = body
    .replace(/<title>[^<]*<\/title>\n/g, "")
    .replace("<svg", '<svg role="img"')
    .replace(/font-size="([\d.]+)"/g, (_, size: string) => `font-size="${(Number(size) * shown).toFixed(1)}"`);
  return inTheme(plain).replace("<style>", `${title}\n<style>`);
}
