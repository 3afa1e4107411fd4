/** Returns the path of a part of a schema for messages, as in `spec.rules[].labels{}`; the root has no name. */
export function fieldPath(path: string, name: string): string {
  if (!/^[\w$-]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}

export function itemPath(path: string): string {
  return `${path}[]`;
}

export function valuePath(path: string): string {
  return `${path}{}`;
}
