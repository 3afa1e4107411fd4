/** How the site renders Markdown that is written for GitHub. */
import path from "node:path";
import type { MarkdownEnv, MarkdownRenderer } from "vitepress";
import { addressOf } from "./navigation.js";
import { toPage } from "./pages.js";
import { findReference, type References, rowAnchor, tablePages } from "./references.js";

type State = Parameters<Parameters<MarkdownRenderer["core"]["ruler"]["push"]>[1]>[0];
type Token = State["tokens"][number];

/** Adds the rules of the site to the renderer. */
export function configureMarkdown(md: MarkdownRenderer, root: string, references: () => References): void {
  md.core.ruler.push("site_links", (state) => {
    const source = sourceOf(state, root);
    for (const token of state.tokens) {
      for (const child of token.children ?? []) rewriteLink(child, source);
    }
  });
  md.core.ruler.push("site_rows", (state) => {
    if (tablePages.includes(sourceOf(state, root))) addRowAnchors(state.tokens);
  });
  md.core.ruler.push("site_references", (state) => addReferences(state, sourceOf(state, root), references()));
  for (const name of ["text", "code_inline"] as const) {
    const rule = md.renderer.rules[name];
    if (rule === undefined) throw new Error(`the renderer has no rule ${name}`);
    // Vue would take the text between two such braces for an expression.
    md.renderer.rules[name] = (...args) => rule(...args).replaceAll("{{", "&#123;&#123;");
  }
}

/** Returns the file of a page as a path from the root. The search index passes it in another field than the build. */
function sourceOf(state: State, root: string): string {
  const { realPath, path: file } = state.env as MarkdownEnv;
  return path.relative(root, realPath ?? file).replaceAll(path.sep, "/");
}

/** Turns a relative link between files into the address of the page. */
function rewriteLink(token: Token, source: string): void {
  const href = token.type === "link_open" ? token.attrGet("href") : null;
  if (href === null || /^(?:[a-z][a-z+.-]*:|\/|#)/i.test(href)) return;
  const [file = "", ...anchor] = href.split("#");
  const target = path.posix.join(path.posix.dirname(source), decodeURI(file));
  token.attrSet("href", [targetAddress(target, source), ...anchor].join("#"));
}

/** @throws Error for a link to a file that the site does not contain */
function targetAddress(target: string, source: string): string {
  // The home page says what the README says.
  if (target === "README.md") return "/";
  if (toPage(target) === undefined) throw new Error(`${source} links to ${target}, which is no page of the site`);
  return addressOf(target);
}

/** Gives each row whose first cell begins with code an anchor. */
function addRowAnchors(tokens: readonly Token[]): void {
  const seen = new Set<string>();
  for (const [index, row] of tokens.entries()) {
    const [cell, content] = [tokens[index + 1], tokens[index + 2]];
    const [first] = content?.children ?? [];
    if (row.type !== "tr_open" || cell?.type !== "td_open" || first?.type !== "code_inline") continue;
    const anchor = rowAnchor(first.content);
    if (!seen.has(anchor)) row.attrSet("id", anchor);
    seen.add(anchor);
  }
}

/** Links code to the place that explains it: the first occurrence of each section. */
function addReferences(state: State, source: string, references: References): void {
  const own = toPage(source) === undefined ? undefined : addressOf(source);
  let seen = new Set<string>();
  let isHeading = false;
  for (const token of state.tokens) {
    if (token.type === "heading_open") seen = new Set();
    if (token.type.startsWith("heading_")) isHeading = token.nesting === 1;
    if (token.children === null || isHeading) continue;
    let depth = 0;
    token.children = token.children.flatMap((child) => {
      if (child.type === "link_open" || child.type === "link_close") depth += child.nesting;
      const target = child.type === "code_inline" && depth === 0 ? findReference(references, child.content) : undefined;
      if (target === undefined || seen.has(target) || target.split("#")[0] === own) return child;
      seen.add(target);
      const open = new state.Token("link_open", "a", 1);
      open.attrSet("href", target);
      return [open, child, new state.Token("link_close", "a", -1)];
    });
  }
}
