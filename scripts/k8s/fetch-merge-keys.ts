/**
 * `npm run fetch:merge-keys` writes data/merge-keys.json: the lists of Kubernetes' types that kustomize merges, and the
 * keys of their elements. The source is the Kubernetes 1.21 schemas that kustomize contains, not data/openapi:
 * kustomize replaces newer lists as a whole. Needs Go in the PATH.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";

/** The version in kustomize v5.8.1. */
const version = "v0.21.1";

interface Field {
  readonly type?: string;
  /** Set for a list whose elements are merged; a single empty key for scalars. */
  readonly keys?: readonly string[];
  readonly list?: boolean;
  readonly map?: boolean;
}

interface Found {
  readonly kinds: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, Readonly<Record<string, Field>>>>;
}

const folder = mkdtempSync(path.join(os.tmpdir(), "merge-keys-"));
try {
  cpSync(fileURLToPath(new URL("merge-keys", import.meta.url)), folder, { recursive: true });
  const requirement = `sigs.k8s.io/kustomize/kyaml ${version}`;
  writeFileSync(path.join(folder, "go.mod"), `module example.com/keys\n\ngo 1.25\n\nrequire ${requirement}\n`);
  const { stdout } = await execa("go", ["run", "-mod=mod", "."], { cwd: folder });
  writeFileSync(
    fileURLToPath(new URL("../../data/merge-keys.json", import.meta.url)),
    print(JSON.parse(stdout) as Found),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Prints one kind or type per line, with only the fields that lead to a merged list. */
function print({ kinds, types }: Found): string {
  const leading = leadingTypes(types);
  const wanted = Object.entries(kinds).filter(([kind, type]) => leading.has(type) && isApplied(kind));
  const reached = reachedTypes(
    wanted.map(([, type]) => type),
    types,
    leading,
  );
  const typeLines = [...reached].toSorted().map((name) => {
    const fields = fieldsOf(types[name], leading).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const printed = fields.map(([field, { type, keys, map }]) => [
      field,
      {
        ...(type !== undefined && leading.has(type) ? { type: shorten(type) } : {}),
        ...(keys === undefined ? {} : { keys }),
        ...(map === true ? { map } : {}),
      },
    ]);
    return `    ${JSON.stringify(shorten(name))}: ${JSON.stringify(Object.fromEntries(printed))}`;
  });
  const kindLines = wanted
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, type]) => `    ${JSON.stringify(kind)}: ${JSON.stringify(shorten(type))}`);
  return `{\n  "kinds": {\n${kindLines.join(",\n")}\n  },\n  "types": {\n${typeLines.join(",\n")}\n  }\n}\n`;
}

function isApplied(kind: string): boolean {
  return !kind.endsWith("List") && !kind.startsWith("kustomize.config.k8s.io");
}

function leadingTypes(types: Found["types"]): Set<string> {
  const leading = new Set<string>();
  for (let before = -1; before < leading.size;) {
    before = leading.size;
    for (const [name, fields] of Object.entries(types)) {
      if (fieldsOf(fields, leading).length > 0) leading.add(name);
    }
  }
  return leading;
}

/** Returns the fields. A list that is not merged is replaced, whatever it contains. */
function fieldsOf(fields: Readonly<Record<string, Field>> = {}, leading: ReadonlySet<string>): [string, Field][] {
  return Object.entries(fields).filter(
    ([, { type = "", keys, list }]) => keys !== undefined || (list !== true && leading.has(type)),
  );
}

function reachedTypes(roots: readonly string[], types: Found["types"], leading: ReadonlySet<string>): Set<string> {
  const reached = new Set<string>();
  const visit = (name: string): void => {
    if (reached.has(name) || !leading.has(name)) return;
    reached.add(name);
    for (const [, { type = "" }] of fieldsOf(types[name], leading)) visit(type);
  };
  roots.forEach(visit);
  return reached;
}

function shorten(name: string): string {
  return name.replace(/^io\.k8s\.(?:api\.|apimachinery\.pkg\.apis\.|apiextensions-apiserver\.pkg\.apis\.|)/, "");
}
