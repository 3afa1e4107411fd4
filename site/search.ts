/** What the local search indexes, and how it splits texts into words. */
import type { MarkdownEnv } from "vitepress";
import { generatedFolder } from "./pages.js";

/**
 * Splits a text into words. A name such as `@minimum`, `cluster/forbidden` or `--dry-run` is a word, and so is each of its parts.
 * The browser runs this function from its source text, so it must not use anything outside of itself.
 */
export function tokenize(text: string): string[] {
  return text.split(/\s+/u).flatMap((word) => {
    const name = word.replace(/^[^\p{L}\p{N}@._-]+/u, "").replace(/[^\p{L}\p{N}]+$/u, "");
    const parts = name.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
    return parts.length === 1 && parts[0] === name ? parts : parts.length === 0 ? [] : [name, ...parts];
  });
}

/** The renderer of VitePress. Its own type depends on how the types of markdown-it are resolved. */
interface Renderer {
  readonly options: { highlight?: ((code: string, language: string, attributes: string) => string) | null | undefined };
  render(source: string, env: MarkdownEnv): string;
}

/**
 * Returns the HTML to index, in which code has no colors: to find them takes most of the time. Of Kubernetes' own types, these are the
 * headings: their fields would outweigh everything else.
 */
export function renderForSearch(source: string, env: MarkdownEnv, md: Renderer): string {
  const { highlight = null } = md.options;
  md.options.highlight = (code) => `<pre>${code.replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;")}</pre>`;
  try {
    const html = md.render(source, env);
    return env.relativePath.startsWith(`${generatedFolder}/reference/api/tsop/k8s/`) ? headingsOf(html) : html;
  } finally {
    md.options.highlight = highlight;
  }
}

/** Returns the headings of a page, each with a space as its text: the index omits a heading without text. */
export function headingsOf(html: string): string {
  return [...html.matchAll(/<h([1-6])[^>]*>.*?<\/h\1>/gs)].map(([heading]) => `${heading} `).join("");
}
