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
  render(source: string, env: MarkdownEnv): string;
}

/** Returns the HTML to index. Of Kubernetes' own types, these are the headings: their fields would outweigh everything else. */
export function renderForSearch(source: string, env: MarkdownEnv, md: Renderer): string {
  const html = md.render(source, env);
  return env.relativePath.startsWith(`${generatedFolder}/reference/api/tsop/k8s/`) ? headingsOf(html) : html;
}

/** Returns the headings of a page, each with a space as its text: the index omits a heading without text. */
export function headingsOf(html: string): string {
  return [...html.matchAll(/<h([1-6])[^>]*>.*?<\/h\1>/gs)].map(([heading]) => `${heading} `).join("");
}
