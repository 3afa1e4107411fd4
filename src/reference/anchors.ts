import type { NamedType, Package } from "./reference.js";

/** The anchors of packages and types: unique on the page, and independent of the order and of other types. */
export class Anchors {
  readonly #types: ReadonlyMap<NamedType, string>;

  constructor(packages: readonly Package[]) {
    const taken = new Set<string>();
    const anchors = packages.flatMap((each) =>
      [...each.kinds.map(({ type }) => type), ...each.types].map((type) => {
        const anchor = `${this.ofPackage(each)}_${encode(type.name)}`;
        // Kinds of one group can differ in letter case only.
        const free = taken.has(anchor) ? `${anchor}_${taken.size}` : anchor;
        taken.add(free);
        return [type, free] as const;
      }),
    );
    this.#types = new Map(anchors);
  }

  /** A group and a version contain no underscore, so two packages have two anchors. */
  ofPackage({ group, version }: Package): string {
    const anchor = encode(`${group}_${version}`);
    return /^[a-z]/.test(anchor) ? anchor : `_${anchor}`;
  }

  of(type: NamedType): string {
    const anchor = this.#types.get(type);
    if (anchor === undefined) throw new Error(`the type ${type.name} is not on the page`);
    return anchor;
  }
}

/** Replaces the letters and signs of TypeScript's names that an anchor cannot contain in every format. */
function encode(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9._-]/gu, (sign) => `.${(sign.codePointAt(0) ?? 0).toString(16)}.`);
}
