/** Checks the links and anchors of the built site. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The files of a built site by path; the text of the HTML files. */
export type Site = ReadonlyMap<string, string | undefined>;

export interface DeadLink {
  readonly page: string;
  readonly href: string;
}

export function readSite(folder: string): Site {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(folder, file).replaceAll(path.sep, "/");
      return [name, name.endsWith(".html") ? readFileSync(file, "utf8") : undefined];
    }),
  );
}

/** Returns the links to files of the site that do not exist, and to anchors that their pages do not have. */
export function deadLinks(site: Site, base: string): DeadLink[] {
  const ids = new Map([...site].map(([file, html]) => [file, html === undefined ? undefined : idsOf(html)]));
  return [...site].flatMap(([page, html]) =>
    html === undefined
      ? []
      : [...new Set(linksOf(html))].filter((href) => isDead(href, page, ids, base)).map((href) => ({ page, href })),
  );
}

function isDead(
  href: string,
  page: string,
  ids: ReadonlyMap<string, ReadonlySet<string> | undefined>,
  base: string,
): boolean {
  if (/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(href)) return false; // leads out of the site
  const here = `${base}${page.replace(/(?:(^|\/)index)?\.html$/, "$1")}`;
  const { pathname, hash } = new URL(href, `http://site${here}`);
  if (!pathname.startsWith(base)) return true;
  const found = fileOf(decodeURIComponent(pathname.slice(base.length)), ids);
  if (found === undefined) return true;
  return hash !== "" && hash !== "#" && ids.get(found)?.has(decodeURIComponent(hash.slice(1))) !== true;
}

/** Returns the file that GitHub Pages serves for a path. */
export function fileOf(target: string, files: { readonly has: (file: string) => boolean }): string | undefined {
  const candidates = target === "" || target.endsWith("/") ? [`${target}index.html`] : [target, `${target}.html`];
  return candidates.find((file) => files.has(file));
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href = ""]) => unescape(href));
}

function idsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => unescape(id)));
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function unescape(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole);
}
