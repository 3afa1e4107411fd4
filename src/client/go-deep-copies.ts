/** Prints the functions that copy the structs of a Go package, as client-go requires them. */
import { type GoType, type GoUse, typeText } from "./go-model.js";

export function printDeepCopies(
  types: readonly GoType[],
  lists: readonly { readonly name: string; readonly list: string }[],
): string {
  const structs = types.flatMap((type) => (type.kind === "struct" ? [type] : []));
  return [
    ...structs.flatMap(({ name, isKind, fields }) => {
      const meta = isKind ? ["\tin.ObjectMeta.DeepCopyInto(&out.ObjectMeta)"] : [];
      const copied = fields.flatMap((field) => copy(field.use, `in.${field.name}`, `out.${field.name}`, 1));
      return [copyInto(name, [...meta, ...copied]), copyOf(name), ...(isKind ? [copyObject(name)] : [])];
    }),
    ...lists.flatMap(({ name, list }) => {
      const items: GoUse = { kind: "list", items: { kind: "struct", text: name } };
      const body = ["\tin.ListMeta.DeepCopyInto(&out.ListMeta)", ...copy(items, "in.Items", "out.Items", 1)];
      return [copyInto(list, body), copyOf(list), copyObject(list)];
    }),
  ].join("\n");
}

function copyInto(name: string, lines: readonly string[]): string {
  return `// DeepCopyInto copies the receiver into out.
func (in *${name}) DeepCopyInto(out *${name}) {
	*out = *in
${lines.map((line) => `${line}\n`).join("")}}
`;
}

function copyOf(name: string): string {
  return `// DeepCopy returns a copy of the receiver.
func (in *${name}) DeepCopy() *${name} {
	if in == nil {
		return nil
	}
	out := new(${name})
	in.DeepCopyInto(out)
	return out
}
`;
}

function copyObject(name: string): string {
  return `// DeepCopyObject returns a copy of the receiver as an object.
func (in *${name}) DeepCopyObject() runtime.Object {
	if c := in.DeepCopy(); c != nil {
		return c
	}
	return nil
}
`;
}

/** Returns the lines that copy a value; none if an assignment has copied it. */
function copy(use: GoUse, from: string, to: string, depth: number): string[] {
  const indent = "\t".repeat(depth);
  const key = `k${depth}`;
  switch (use.kind) {
    case "plain":
      return [];
    case "struct":
      return [`${indent}${from}.DeepCopyInto(&${to})`];
    case "alias":
      return copy(renamed(use.of, use.text), from, to, depth);
    case "bytes":
      return unlessNil(from, indent, [`${indent}\t${to} = append([]byte{}, ${from}...)`]);
    case "pointer":
      return unlessNil(from, indent, [
        `${indent}\t${to} = new(${typeText(use.to)})`,
        `${indent}\t*${to} = *${from}`,
        ...copy(use.to, `(*${from})`, `(*${to})`, depth + 1),
      ]);
    case "list": {
      const inner = copy(use.items, `${from}[${key}]`, `${to}[${key}]`, depth + 2);
      return unlessNil(from, indent, [
        `${indent}\t${to} = make(${use.name ?? typeText(use)}, len(${from}))`,
        `${indent}\tcopy(${to}, ${from})`,
        ...(inner.length === 0 ? [] : [`${indent}\tfor ${key} := range ${from} {`, ...inner, `${indent}\t}`]),
      ]);
    }
    case "map": {
      // The value of a map has no address.
      const inner = copy(use.values, `v${depth}`, `c${depth}`, depth + 2);
      return unlessNil(from, indent, [
        `${indent}\t${to} = make(${use.name ?? typeText(use)}, len(${from}))`,
        `${indent}\tfor ${key}, v${depth} := range ${from} {`,
        ...(inner.length === 0
          ? [`${indent}\t\t${to}[${key}] = v${depth}`]
          : [`${indent}\t\tc${depth} := v${depth}`, ...inner, `${indent}\t\t${to}[${key}] = c${depth}`]),
        `${indent}\t}`,
      ]);
    }
  }
}

/** Keeps the name of a named list or map, with which Go creates it. */
function renamed(use: GoUse, name: string): GoUse {
  return use.kind === "list" || use.kind === "map" ? { ...use, name } : use;
}

function unlessNil(value: string, indent: string, lines: readonly string[]): string[] {
  return [`${indent}if ${value} != nil {`, ...lines, `${indent}}`];
}
