import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { default as Handlebars } from "handlebars";

/** A renderer of templates. `Views` maps the name of each template to the type of its data. */
export interface Renderer<Views> {
  /**
   * Renders a template whose name ends in `.hbs`, or returns the content of a file that ends in `.raw`.
   *
   * @throws Error when the template wants something that the view does not have: a bug, not a user's mistake
   */
  render<Name extends keyof Views & string>(name: Name, view: Views[Name]): string;
  /** Returns the names of all files below a folder, in order. */
  list<Folder extends string>(folder: `${Folder}/`): `${Folder}/${string}`[];
}

/**
 * Creates a renderer of the templates in a folder. It is strict: a name that the view lacks is an error. The only
 * helpers are `if`, `unless`, and `each`. It escapes nothing, because the output is not HTML.
 */
export async function createRenderer<Views>(folder: URL): Promise<Renderer<Views>> {
  const { default: handlebars } = await import("handlebars");
  const compiled = new Map<string, Handlebars.TemplateDelegate>();
  const compile = (name: string): Handlebars.TemplateDelegate => {
    const text = readFileSync(new URL(name, folder), "utf8");
    if (name.endsWith(".raw")) return () => text;
    return handlebars.compile(text, { strict: true, noEscape: true, knownHelpersOnly: true });
  };
  return {
    render: (name, view) => {
      const template = compiled.get(name) ?? compile(name);
      compiled.set(name, template);
      return template(view);
    },
    list: <Folder extends string>(parent: `${Folder}/`) =>
      readdirSync(new URL(parent, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(fileURLToPath(folder), path.join(entry.parentPath, entry.name)))
        // Every path below the folder starts with the folder's name.
        .map((name) => name.replaceAll(path.sep, "/") as `${Folder}/${string}`)
        .sort(),
  };
}
