import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { default as Handlebars } from "handlebars";

/** Turns templates into text. `Views` says which data each template wants, by the template's name. */
export interface Renderer<Views> {
  /**
   * A name that ends in `.hbs` is rendered; one that ends in `.raw` is copied as it is.
   *
   * @throws Error when the template wants something that the view does not have: a bug, not a user's mistake
   */
  render<Name extends keyof Views & string>(name: Name, view: Views[Name]): string;
  /** The names of all files below a folder, in order. */
  list<Folder extends string>(folder: `${Folder}/`): `${Folder}/${string}`[];
}

/**
 * A renderer of the templates in a folder. Strict: a name that the view lacks is an error; there are no helpers but
 * `if`, `unless` and `each`; nothing is escaped, because what is made is not HTML.
 */
export async function createRenderer<Views>(folder: URL): Promise<Renderer<Views>> {
  const { default: handlebars } = await import("handlebars");
  const compiled = new Map<string, Handlebars.TemplateDelegate>();
  return {
    render: (name, view) => {
      const text = readFileSync(new URL(name, folder), "utf8");
      if (name.endsWith(".raw")) return text;
      const template =
        compiled.get(name) ?? handlebars.compile(text, { strict: true, noEscape: true, knownHelpersOnly: true });
      compiled.set(name, template);
      return template(view);
    },
    list: <Folder extends string>(parent: `${Folder}/`) =>
      readdirSync(new URL(parent, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(fileURLToPath(folder), path.join(entry.parentPath, entry.name)))
        // Of all places below the folder, the names begin with it.
        .map((name) => name.replaceAll(path.sep, "/") as `${Folder}/${string}`)
        .sort(),
  };
}
