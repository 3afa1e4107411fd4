/** The code in main.ts for each kind: an import, and a call with the manager. */
import { controllersOf, type Project, type Resource } from "../project/project.js";
import { initView } from "./init.js";
import { capital, type Names, namesOf } from "./naming.js";
import type { Placement } from "./placement.js";

export const mainFile = "main.ts";

/** The code of a kind that main.ts starts: its reconciler, or the set-up of its webhooks. */
export interface Wire {
  readonly module: string;
  readonly exported: string;
  /** The alternative names in main.ts if the exported name is taken. */
  readonly otherNames: readonly string[];
  readonly print: (name: string, manager: string) => string;
}

/**
 * Wires the controller or the webhooks of a kind into main.ts. Regenerates main.ts if it still equals the output of its
 * template for PROJECT; otherwise edits it.
 *
 * @param before - PROJECT without the new kinds or webhooks
 * @param after - PROJECT with it
 */
export async function planMain(
  placement: Placement,
  { before, after, wires }: { readonly before: Project; readonly after: Project; readonly wires: readonly Wire[] },
): Promise<void> {
  const text = placement.tree.read(mainFile);
  if (text === undefined) {
    const exported = wires.map((wire) => wire.exported).join(" and ");
    placement.refuse("scaffold/marker-missing", `${mainFile} does not exist, so tsop cannot add ${exported} to it`, {
      file: mainFile,
      hint: `Restore it from version control, and repeat the command. It must contain:\n${wires.map((wire) => printWire(wire)).join("\n")}`,
    });
    return;
  }
  if (text === renderMain(placement, before)) {
    placement.change(mainFile, renderMain(placement, after));
    return;
  }
  const { editMain } = await import("./edits/main-file.js");
  editMain(placement, text, wires);
}

/** Prints the import and the call, as a user would write them. */
export function printWire(wire: Wire, name = wire.exported): string {
  return `import { ${importOf(wire, name)} } from "${wire.module}";\n${wire.print(name, "manager")}`;
}

/** Returns the text between the braces of the import. */
function importOf({ exported }: Wire, name: string): string {
  return name === exported ? name : `${exported} as ${name}`;
}

export function controllerWire(names: Names): Wire {
  const exported = names.reconciler;
  // Two groups can have a kind with the same name; in that case, the group is a prefix.
  const group = names.rolePrefix.slice(0, Math.max(names.rolePrefix.lastIndexOf("-"), 0)).split(/[.-]/);
  return {
    module: `./${names.controllerPath}/${names.controllerFile}.js`,
    exported,
    otherNames: [group.map(capital).join("") + exported],
    print: (name, manager) => `new ${name}(${manager}.client).setupWithManager(${manager});`,
  };
}

export function webhookWire({ kind, version }: Pick<Resource, "kind" | "version">, names: Names): Wire {
  return {
    module: `./${names.webhookFile.replace(/\.ts$/, ".js")}`,
    exported: `setup${kind}Webhook`,
    otherNames: [
      `setup${kind}${capital(version)}Webhook`,
      `setup${names.controllerName.split("-").map(capital).join("")}${capital(version)}Webhook`,
    ],
    print: (name, manager) => `${name}(${manager});`,
  };
}

/** Returns the name of the import in a file: the first name that is free. */
export function nameOf(
  { exported, otherNames }: Pick<Wire, "exported" | "otherNames">,
  isTaken: (name: string) => boolean,
): string {
  return [exported, ...otherNames].find((name) => !isTaken(name)) ?? otherNames.at(-1) ?? exported;
}

/** Returns main.ts as its template renders it for PROJECT. */
export function renderMain({ templates, header }: Placement, project: Project): string {
  const taken = new Set<string>();
  const wires = project.resources.flatMap((resource) => wiresOf(resource, project));
  const wired = wires.map((wire) => {
    const name = nameOf(wire, (each) => taken.has(each));
    taken.add(name);
    return { imported: importOf(wire, name), module: wire.module, call: wire.print(name, "manager") };
  });
  return templates.render("init/main.ts.hbs", { ...initView(project, header), wired });
}

function wiresOf(resource: Resource, project: Project): Wire[] {
  const names = namesOf(resource, project);
  return [
    ...controllersOf(resource).map((controller) => controllerWire(namesOf(resource, project, controller))),
    ...(resource.webhooks === undefined || resource.extension !== undefined ? [] : [webhookWire(resource, names)]),
  ];
}
