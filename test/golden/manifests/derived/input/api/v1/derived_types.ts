import { type CustomResource, defineKind, type Double, type Int32 } from "tsop";

interface Base {
  /**
   * A name.
   * @maxLength 10
   * @pattern ^[a-z]+$
   */
  name: string;
  /** How many. */
  count?: Double;
  /** @ignore */
  internal: () => void;
  kind: "a" | "b" | "c";
  place: { street?: string; city: string };
}

/**
 * A narrower one.
 * @cel self.kind != 'a' || has(self.count) "a needs a count"
 */
interface Narrow extends Base {
  /** @maxLength 20 */
  name: string;
  /** @minimum 2 */
  count: Int32;
  kind: "a" | "b";
}

/** Heirs have the rules of what they extend. */
interface Heir extends Narrow {
  more?: string;
}

class Point {
  /** Across. */
  x: Int32 = 1;
  readonly y?: Int32;
  label = "here";
  static origin = new Point();
  #secret = 1;
  private hidden?: string;

  constructor(
    public depth: Int32,
    notAField?: string,
  ) {
    this.hidden = notAField;
  }

  get length(): number {
    return this.#secret;
  }

  move(): void {
    this.x += 1;
  }
}

class Version {
  major = 1;
  toJSON(): string {
    return `v${this.major}`;
  }
}

const sizes = ["S", "M", "L"] as const;
const weights = { light: 1, heavy: 2 } as const satisfies Record<string, number>;

type Flags = { [K in "left" | "right"]?: boolean };
type AllOptional<T> = { [K in keyof T]?: T[K] };
type Keyed<K extends string, V> = { [Key in K]: V };

export interface DerivedSpec {
  narrow?: Narrow;
  heir?: Heir;
  point?: Point;
  version?: Version;
  size?: (typeof sizes)[number];
  weight?: (typeof weights)[keyof typeof weights];
  weightName?: keyof typeof weights;
  flags?: Flags;
  partial?: AllOptional<Pick<Base, "kind" | "name">>;
  counts?: Keyed<"one" | "two", Int32>;
  anyCounts?: Keyed<string, Int32>;
  without?: Omit<Base, "place" | "internal">;
  field?: keyof Pick<Base, "name" | "kind">;
  street?: Base["place"]["street"];
  joined?: Pick<Base, "name"> & { place: { zip: string } } & Pick<Base, "place">;
  surely?: NonNullable<string | null>;
  anything?: object;
}

export interface Derived extends CustomResource<"derived.abc.com/v1", "Derived"> {
  spec: DerivedSpec;
}
export const Derived = defineKind<Derived>("derived.abc.com/v1", "Derived");
