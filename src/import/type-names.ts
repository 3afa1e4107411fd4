/** Chooses names for the types of a file: short, unique, and built from the names of the fields. */
import { pluralize } from "../core/plural.js";

/** Names with another meaning in every TypeScript file, or in the generated files. */
const taken =
  "Array Record Object String Number Boolean Symbol Function BigInt Map Set WeakMap WeakSet Date Promise Error RegExp JSON " +
  "Math Proxy Reflect Intl Infinity NaN Partial Required Readonly Pick Omit Exclude Extract NonNullable Uppercase " +
  "Lowercase Capitalize Uncapitalize ReadonlyArray ReadonlyMap ReadonlySet Iterator Iterable Generator ThisType Awaited " +
  "Parameters ReturnType InstanceType CustomResource";

/** Words that are too vague without their context. */
const vague = new Set(
  "Annotation Config Configuration Data Item Key Kind Label Metadata Name Object Option Parameter Params Property Reference Ref Rule Setting Settings Spec Status Source Template Type Value".split(
    " ",
  ),
);

export class TypeNames {
  readonly #kind: string;
  readonly #taken: Set<string>;

  /** @param others - names that the file uses for other declarations */
  constructor(kind: string, others: Iterable<string>) {
    this.#kind = kind;
    this.#taken = new Set([...taken.split(" "), ...others, kind]);
  }

  /** @param path - the names of the fields from the kind to the type; items and values belong to their field */
  choose(path: readonly string[]): string {
    const words = path.map(pascalCase).filter((word) => word !== "");
    const last = words.at(-1) ?? "Type";
    const first = words.length < 2 || vague.has(last) ? 2 : 1;
    for (let length = first; length < words.length; length += 1) {
      const name = joinWords(words.slice(-length));
      if (/^[A-Z]/.test(name) && this.#take(name)) return name;
    }
    // `spec` and everything below it belong to the kind.
    const full = this.#kind + joinWords(words).slice(0, 80);
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? full : `${full}${number}`;
      if (this.#take(name)) return name;
    }
  }

  /** Reserves the name or, if it is taken, a name with a prefix. */
  reserve(name: string, prefix: string): string {
    return [name, prefix + name].find((each) => this.#take(each)) ?? this.choose([prefix, name]);
  }

  #take(name: string): boolean {
    if (name.length > 60 && !name.startsWith(this.#kind)) return false;
    if (this.#taken.has(name)) return false;
    this.#taken.add(name);
    return true;
  }
}

/** Returns the letters and digits of a name in PascalCase; empty if it has none. */
export function pascalCase(name: string): string {
  const letters = name.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const words = letters.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
    .slice(0, 60);
}

/** Omits a word if the next one begins with it: Template + TemplateSpec. */
export function joinWords(words: readonly string[]): string {
  return words.filter((word, index) => !(words[index + 1] ?? "").startsWith(word)).join("");
}

/** Returns the singular: `rules` → `rule`, `addresses` → `address`; a word that is not a plural remains unchanged. */
export function singularOf(name: string): string {
  if (/(?:us|ss|is)$/i.test(name) || !/s$/i.test(name)) return name;
  const stem = name.slice(0, -1);
  const candidates = [
    ...(/ies$/.test(name) ? [`${name.slice(0, -3)}y`] : []),
    ...(/(?:ss|sh|ch|x|us|ias)es$/.test(name) ? [name.slice(0, -2)] : []),
    stem,
  ];
  const lower = name.toLowerCase();
  return candidates.find((candidate) => pluralize(candidate) === lower) ?? stem;
}
