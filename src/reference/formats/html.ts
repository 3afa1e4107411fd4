/** Prints a page as one HTML file, without scripts and without anything that a browser would have to load. */
import type { Block, Inline, Line, Page } from "./block.js";

export const htmlStamp = '<meta name="generator" content="tsop docs">';

export function printHtml({ title, blocks }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
${htmlStamp}
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
${blocks.map(printBlock).join("\n")}
</main>
</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 75rem; margin: 0 auto; padding: 1rem; overflow-wrap: break-word; }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
th, td { border: 1px solid #8888; padding: .4rem .6rem; text-align: left; vertical-align: top; }
td:nth-child(3) { min-width: 20rem; }
pre { background: #8882; padding: .8rem; overflow-x: auto; }
code { font-family: ui-monospace, monospace; font-size: .9em; }
`;

function printBlock(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `<h${block.level} id="${escape(block.anchor)}">${escape(block.text)}</h${block.level}>`;
    case "paragraph":
      return `<p>${printLine(block.line)}</p>`;
    case "list":
      return `<ul>\n${block.items.map((item) => `<li>${printLine(item)}</li>\n`).join("")}</ul>`;
    case "code":
      return `<pre tabindex="0"><code>${escape(block.text)}</code></pre>`;
    case "table": {
      const head = block.head.map((text) => `<th scope="col">${escape(text)}</th>`).join("");
      const rows = block.rows.map(
        (cells) => `<tr>${cells.map((cell) => `<td>${cell.map(printLine).join("<br>")}</td>`).join("")}</tr>\n`,
      );
      return `<table tabindex="0">\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join("")}</tbody>\n</table>`;
    }
  }
}

function printLine(line: Line): string {
  return line.map(printInline).join("");
}

function printInline(inline: Inline): string {
  if (typeof inline === "string") return escape(inline);
  switch (inline.kind) {
    case "code":
      return `<code>${escape(inline.text)}</code>`;
    case "link":
      return `<a href="${escape(inline.to)}">${printInline(inline.content)}</a>`;
    case "strong":
      return `<strong>${escape(inline.text)}</strong>`;
    case "emphasis":
      return `<em>${escape(inline.text)}</em>`;
  }
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
