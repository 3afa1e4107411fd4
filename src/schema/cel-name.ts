const celReserved = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

/** Returns the CEL name of a field (KEP-2876: escapes for signs and reserved words). */
export function celName(name: string): string {
  if (celReserved.has(name)) return `__${name}__`;
  if (!/__|[./-]/.test(name)) return name;
  return name
    .replaceAll("__", "__underscores__")
    .replaceAll(".", "__dot__")
    .replaceAll("-", "__dash__")
    .replaceAll("/", "__slash__");
}
