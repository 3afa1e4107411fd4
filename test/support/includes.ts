/** Files, and regions of files, that Markdown pages show: `<!-- include FILE#REGION -->` above a fenced block. */

/** A fenced block of a page. */
export interface Block {
  /** The path of the file that it shows, from the root of the repository; undefined for a block without an include. */
  readonly file: string | undefined;
  readonly region: string | undefined;
  /** The word after the fence, such as `console`. */
  readonly info: string;
  readonly text: string;
}

const fence = /(?:^<!-- include ([^\s#]+)(?:#(\S+))? -->\n)?^```(\S*)\n([\s\S]*?)^```$/gm;
const regionLine = /^\s*(?:\/\/|#|<!--) ?#(end)?region\b ?(\S+)?/;

export function blocksOf(page: string): Block[] {
  return [...page.matchAll(fence)].map(([, file, region, info = "", text = ""]) => ({ file, region, info, text }));
}

/** Returns the page with each included block as its file has it. */
export function refreshIncludes(page: string, read: (file: string) => string): string {
  return page.replaceAll(fence, (block, file: string | undefined, region: string | undefined, info: string) => {
    if (file === undefined) return block;
    const place = region === undefined ? file : `${file}#${region}`;
    return `<!-- include ${place} -->\n\`\`\`${info}\n${sectionOf(read(file), region, place)}\`\`\``;
  });
}

/** Returns a file without the lines that mark regions, or the lines of one region. */
export function sectionOf(text: string, region?: string, place = region ?? "a file"): string {
  const { inside, open } = split(text, region);
  if (region !== undefined && inside.length === 0) throw new Error(`${place}: the file has no such region`);
  if (open.length > 0) throw new Error(`${place}: the region ${open.join(", ")} has no end`);
  return inside.map((line) => `${line}\n`).join("");
}

/** Returns the lines of a file outside of these regions. */
export function linesOutside(text: string, regions: readonly string[]): string[] {
  const open = new Set<string>();
  return linesOf(text).filter((line) => {
    const [marker, end, name = ""] = regionLine.exec(line) ?? [];
    if (marker === undefined) return !regions.some((region) => open.has(region));
    if (end === undefined) open.add(name);
    else open.delete(name);
    return false;
  });
}

function split(text: string, region: string | undefined): { readonly inside: string[]; readonly open: string[] } {
  const open = new Set<string>();
  const inside: string[] = [];
  for (const line of linesOf(text)) {
    const [marker, end, name = ""] = regionLine.exec(line) ?? [];
    if (marker === undefined) {
      if (region === undefined || open.has(region)) inside.push(line);
    } else if (end === undefined) open.add(name);
    else open.delete(name);
  }
  return { inside, open: [...open] };
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}
