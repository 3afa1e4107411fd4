/** Edits the files of a kind that the extension API server serves: its resource, and its rules. */
import { addLastDeclaration, hasClass, removeClass } from "../../refactor/declarations.js";
import type { EditedSource } from "../../refactor/edited-source.js";
import { addImports, importAsType, importedAs, redirectImports, removeImport } from "../../refactor/imports.js";
import { addField, addToList, type KnownBy, removeField, removeFromList } from "../../refactor/object-fields.js";
import type { Placement } from "../placement.js";
import { handlerName, type WebhookType } from "../webhook/webhook-type.js";
import { editFile, editPresent, type Unplaced } from "./edit-file.js";
import { handlers, importHandlerTypes } from "./handler-file.js";

/** A name of a module, as a file imports it. */
export interface Imported {
  readonly exported: string;
  readonly module: string;
}

/** What tsop adds to a resource, or removes from it. */
export interface ResourceRules {
  readonly file: string;
  readonly kind: string;
  readonly rulesModule: string;
  readonly types: readonly WebhookType[];
  /** The module of the types whose objects the code of the author gets. */
  readonly typesModule: string;
  /** The modules of the types of the other versions. */
  readonly otherModules: readonly string[];
  readonly spokes: readonly Imported[];
}

type Version = Pick<ResourceRules, "kind" | "typesModule" | "otherModules">;

/** The fields of an `ExtensionResource` that always exist. */
const resource: KnownBy = ["definition", "storage"];
const place = `one object with the fields ${resource.join(" and ")}`;
const conversion = { field: "conversion", list: "spokes" };
const fields: Readonly<Record<WebhookType, string>> = { defaulting: "defaulter", validation: "validator" };

/** Adds rules and conversions to a resource. A conversion makes the code of the author work with the objects of the hub. */
export function addToResource(placement: Placement, rules: ResourceRules): void {
  const { file, kind, typesModule, rulesModule, types, spokes } = rules;
  editFile(placement, file, placement.tree.read(file) ?? "", (edited) => {
    if (spokes.length > 0) useVersion(edited, rules);
    const other = types.length === 0 ? undefined : usedModule(edited, rules);
    if (other !== undefined) refuseVersion(placement, rules, other);
    const unplaced: Unplaced[] = [];
    for (const type of types) {
      const name = handlerName(type, kind);
      if (addField(edited, resource, fields[type], `new ${name}()`)) {
        addImports(edited, rulesModule, [{ name }]);
      } else {
        unplaced.push({ place, code: `import { ${name} } from "${rulesModule}";\n${fields[type]}: new ${name}(),` });
      }
    }
    const hub = importedAs(edited, typesModule, kind) ?? kind;
    for (const { exported: name, module } of spokes) {
      const value = `{ hub: ${hub}, spokes: [${name}] }`;
      if (addToList(edited, resource, conversion, name) || addField(edited, resource, conversion.field, value)) {
        addImports(edited, typesModule, [{ name: kind, as: hub }]);
        addImports(edited, module, [{ name }]);
      } else {
        unplaced.push({ place, code: `import { ${name} } from "${module}";\n${conversion.field}: ${value},` });
      }
    }
    return unplaced;
  });
}

/** Makes a file import the kind from the types of a version, instead of those of another version. */
export function useVersionIn(placement: Placement, file: string, version: Version): void {
  editPresent(placement, file, (edited) => {
    useVersion(edited, version);
  });
}

function useVersion(edited: EditedSource, version: Version): void {
  const before = usedModule(edited, version);
  if (before !== undefined) redirectImports(edited, before, version.typesModule);
}

/** Returns the module from which a file imports another version of the kind, if it does not import this version. */
function usedModule(edited: EditedSource, { kind, typesModule, otherModules }: Version): string | undefined {
  if (importedAs(edited, typesModule, kind) !== undefined) return undefined;
  return otherModules.find((each) => importedAs(edited, each, kind) !== undefined);
}

function refuseVersion(placement: Placement, { file, kind, typesModule }: ResourceRules, other: string): void {
  placement.refuse("usage/invalid-argument", `${file} works with the ${kind} of ${other}, and not of ${typesModule}`, {
    file,
    hint: "Name the version of that module with --version: rules get the objects of one version, whatever the client sends.",
  });
}

/** Adds the classes of rules to their file. */
export function addRules(
  placement: Placement,
  file: string,
  kind: string,
  types: readonly { readonly type: WebhookType; readonly code: string }[],
): void {
  editFile(placement, file, placement.tree.read(file) ?? "", (edited) => {
    for (const { type, code } of types) {
      importHandlerTypes(edited, type);
      if (!hasClass(edited, handlerName(type, kind))) addLastDeclaration(edited, code);
    }
    return [];
  });
}

/** Removes rules and conversions from a resource. */
export function removeFromResource(placement: Placement, rules: ResourceRules): void {
  const { file, kind, rulesModule, types, typesModule, spokes } = rules;
  editPresent(placement, file, (edited) => {
    for (const type of types) {
      const name = handlerName(type, kind);
      removeField(edited, resource, fields[type], `new ${name}()`);
      removeImport(edited, rulesModule, name);
    }
    for (const { exported, module } of spokes) {
      removeFromList(edited, resource, conversion, exported);
      removeImport(edited, module, exported);
    }
    importAsType(edited, typesModule, kind);
  });
}

/** Removes classes from the file of the rules. */
export function removeRules(placement: Placement, file: string, kind: string, types: readonly WebhookType[]): void {
  editPresent(placement, file, (edited) => {
    for (const type of types) {
      removeClass(edited, handlerName(type, kind));
      for (const name of handlers[type].imported) removeImport(edited, "tsop", name);
    }
  });
}
