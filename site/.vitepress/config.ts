import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type DefaultTheme, defineConfigWithTheme } from "vitepress";
import { toAnchor } from "../../src/core/documentation.js";
import { addressOf, apiSidebars, navigationBar, sidebar } from "../navigation.js";
import { configureMarkdown } from "../markdown.js";
import { generatedFolder, home, sections, toPage } from "../pages.js";
import { readReferences } from "../references.js";
import { renderForSearch, tokenize } from "../search.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { version, description } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  version: string;
  description: string;
};

/** The folders with pages. */
const pageFolders = ["docs", "site"];
/** VitePress would take every Markdown file of the repository for a page. */
const excluded = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory()
    ? pageFolders.includes(entry.name)
      ? []
      : [`${entry.name}/**`]
    : toPage(entry.name) === undefined
      ? [entry.name]
      : [],
);

const apiSidebarFile = path.join(root, generatedFolder, "reference/api/typedoc-sidebar.json");
/** The development server works without the pages of the API. */
const apiItems = existsSync(apiSidebarFile)
  ? (JSON.parse(readFileSync(apiSidebarFile, "utf8")) as DefaultTheme.SidebarItem[])
  : [];

const references = readReferences(root);

/** The head of the home page. On GitHub, docs/index.md begins with its own heading, which the site hides. */
const hero = {
  layout: "home",
  hero: {
    name: "tsop",
    text: "Kubernetes operators in TypeScript",
    tagline:
      "Write types and a reconciler. tsop generates the CRDs, the RBAC rules and the webhooks, and runs your operator.",
    actions: [
      { theme: "brand", text: "Get started", link: addressOf(sections[0]?.pages[0] ?? home) },
      { theme: "alt", text: "Command line", link: "/reference/cli" },
      { theme: "alt", text: "API", link: "/reference/api/" },
    ],
  },
};

function titleOf(source: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(path.join(root, source), "utf8")) ?? [];
  if (title === undefined) throw new Error(`${source} has no heading`);
  return title.replaceAll("`", "");
}

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3451b2"/>' +
  '<path d="M8 9h16v4h-6v11h-4V13H8z" fill="#fff"/></svg>';

/** The theme has one setting more than the default theme: the version for the switch. */
type ThemeConfig = DefaultTheme.Config & { readonly minor: string };

export default defineConfigWithTheme<ThemeConfig>({
  title: "tsop",
  description,
  base: process.env["DOCS_BASE"] ?? "/",
  srcDir: "..",
  srcExclude: excluded,
  outDir: path.resolve(root, process.env["DOCS_OUT"] ?? "dist-docs"),
  cacheDir: path.join(root, "node_modules/.cache/vitepress"),
  rewrites: (source: string) => {
    const page = toPage(source);
    if (page === undefined) throw new Error(`${source} is no page of the site: see site/pages.ts`);
    return page;
  },
  cleanUrls: true,
  metaChunk: true,
  head: [["link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    // Braces at the end of a line are text on GitHub.
    attrs: { disable: true },
    anchor: { slugify: toAnchor },
    config: (md) => configureMarkdown(md, root, () => references),
  },
  transformPageData: ({ filePath }) => (filePath === home ? { frontmatter: hero } : undefined),
  vite: { build: { chunkSizeWarningLimit: 8_000 } },
  themeConfig: {
    minor: version.split(".").slice(0, 2).join("."),
    nav: navigationBar(),
    sidebar: { "/": sidebar(titleOf), ...apiSidebars(apiItems) },
    outline: { level: [2, 3] },
    externalLinkIcon: true,
    search: {
      provider: "local",
      options: {
        miniSearch: { options: { tokenize } },
        _render: renderForSearch,
      },
    },
  },
});
