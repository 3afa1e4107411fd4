/**
 * The web address of the documentation, without a trailing slash: `docs/how-to/dev.md` is at `${address}/how-to/dev`. It is defined
 * only here; `homepage` of package.json has the same value. Undefined as long as there is no public address.
 */
const address: string | undefined = undefined;

/**
 * Returns the reference to a page of the documentation for messages: its address on the web, or the command that prints its
 * location in the installed package.
 *
 * @param page - the path of a file below docs/, without its ending
 * @param anchor - a heading in it, as links name it
 */
export function documentation(page: string, anchor?: string, base: string | undefined = address): string {
  const place = anchor === undefined ? "" : `#${anchor}`;
  return base === undefined
    ? `npx tsop manual ${page.slice(page.lastIndexOf("/") + 1)}${place}`
    : `${base}/${page}${place}`;
}

/** Returns the anchor that GitHub generates for a heading. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}
