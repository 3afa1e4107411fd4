/** The imports of a types file, with their local names. */
import type { KnownTypeName } from "../model/type-model.js";
import type { BuiltInType } from "./built-in-types.js";
import type { TypeNames } from "./type-names.js";

/** The imports of every file that declares a kind. */
const always = ["type CustomResource", "defineKind"];

const width = 120;

export class TypeImports {
  readonly #kind: string;
  readonly #names: TypeNames;
  readonly #own = new Set<string>();
  /** Maps module and name to the local name. */
  readonly #builtIn = new Map<string, Map<string, string>>();

  constructor(kind: string, names: TypeNames) {
    this.#kind = kind;
    this.#names = names;
  }

  /** Imports a type of `tsop`. A kind with the same name keeps its name. */
  own(name: KnownTypeName): string {
    const local = name === this.#kind ? `Tsop${name}` : name;
    this.#own.add(withAlias(name, local));
    return local;
  }

  /** Imports a type of `tsop/k8s/*`. */
  builtIn({ module, name }: BuiltInType): string {
    const names = this.#builtIn.get(module) ?? new Map<string, string>();
    this.#builtIn.set(module, names);
    const local = names.get(name) ?? this.#names.reserve(name, capitalized(module));
    names.set(name, local);
    return local;
  }

  /** Prints the import statements of the file. */
  print(): string {
    const own = printImport("import", [...always, ...[...this.#own].map((name) => `type ${name}`)], "tsop");
    const others = [...this.#builtIn]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([module, names]) =>
        printImport(
          "import type",
          [...names].map(([name, local]) => withAlias(name, local)),
          `tsop/k8s/${module}`,
        ),
      );
    return [own, ...others].join("\n");
  }
}

function withAlias(name: string, local: string): string {
  return name === local ? name : `${name} as ${local}`;
}

function printImport(start: string, names: readonly string[], module: string): string {
  const key = (name: string): string => name.replace(/^type /, "").toLowerCase();
  const sorted = names.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  const line = `${start} { ${sorted.join(", ")} } from "${module}";`;
  return line.length <= width
    ? line
    : `${start} {\n${sorted.map((name) => `  ${name},\n`).join("")}} from "${module}";`;
}

/** Converts `core/v1` → `Core`. */
function capitalized(module: string): string {
  const group = module.split("/")[0] ?? "";
  return group.charAt(0).toUpperCase() + group.slice(1);
}
