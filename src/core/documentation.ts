/**
 * Where the documentation can be read on the web, without a slash at its end: `docs/dev.md` is at `${address}/docs/dev.md`. The
 * only place that knows; `homepage` of package.json says the same. Undefined as long as there is no public address.
 */
const address: string | undefined = undefined;

/**
 * What a message says to name a page of the documentation: its address on the web, or the command that prints where the
 * installed package has it.
 *
 * @param page - the name of a file in docs/, without its ending
 * @param anchor - a heading in it, as links name it
 */
export function documentation(page: string, anchor?: string, base: string | undefined = address): string {
  const place = anchor === undefined ? "" : `#${anchor}`;
  return base === undefined ? `npx tsop docs ${page}${place}` : `${base}/docs/${page}.md${place}`;
}

/** What GitHub makes of a heading. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}
