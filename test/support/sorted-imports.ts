/** Sorts the names in each import of a text: a rename keeps their order, and `create` sorts them. */
export function sortImportedNames(text: string): string {
  return text.replace(
    /^import \{ (.*) \} from/gm,
    (_, names: string) => `import { ${names.split(", ").toSorted().join(", ")} } from`,
  );
}
