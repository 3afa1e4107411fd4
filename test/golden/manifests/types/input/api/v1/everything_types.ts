import type {
  Base64,
  Condition,
  CustomResource,
  Duration,
  Int32,
  Int64,
  Integer,
  IntOrString,
  MicroTime,
  ObjectMeta,
  Quantity,
  Time,
} from "tsop";
import { defineKind } from "tsop";
import * as shared from "./index.js";
import { Colour, type Level, type Owned, type Page, type PortNumber, type Size } from "./index.js";

interface Base {
  /** From the base. */
  inherited: string;
  /** Widened in the base. */
  narrowed: string;
}

export interface EverythingSpec extends Base, Owned {
  narrowed: "this" | "that";
  text: string;
  flag: boolean;
  whole: Integer;
  small: Int32;
  big: Int64;
  bytes: Base64;
  amount: Quantity;
  port: IntOrString;
  alsoPort?: string | Int32;
  when: Time;
  exactly: MicroTime;
  howLong: Duration;
  list: readonly string[];
  matrix: Array<Int32[]>;
  pair: [string, string];
  labels: Record<string, string>;
  byName: { [name: string]: { value: Int32 } };
  fixed: Record<"left" | "right", boolean>;
  limits: shared.Limits;
  colour: Colour;
  level: Level;
  size: Size;
  one: "only";
  numbers: 1 | 2 | -3;
  maybe?: string | null;
  orUndefined: string | undefined;
  /** A literal. */
  inline: {
    /** Deep inside. */
    deep: { value?: string }[];
  };
  page: Page<Target>;
  pageOfNumbers: Page<Int32, { total: Int32 }>;
  patch?: Partial<Target>;
  picked: Pick<Target, "host">;
  without: Omit<Target, "host" | "note">;
  strict: Required<Target>;
  both: Target & { weight?: Int32 };
  nested: Target["inner"];
  portNumber: PortNumber;
  template?: { metadata?: ObjectMeta };
  conditions?: Condition[];
  "quoted-name"?: string;
  /** @ignore */
  onlyForTheProgram?: Map<string, () => void>;
  /** @preserveUnknownFields */
  anything?: unknown;
  /** @preserveUnknownFields */
  object?: Record<string, unknown> & Base;
}

/** Where to. */
interface Target {
  host: string;
  port?: PortNumber;
  note?: string;
  /** Inside. */
  inner: { name: string };
}

interface Target {
  /** Added by a second declaration. */
  merged?: boolean;
}

/**
 * Everything that has a schema.
 *
 * ```yaml
 * @notATag: 1
 * +neither
 * ```
 *
 * See {@link Target | the target} and {@link Base}.
 * +1 for prose.
 * @remarks Not part of the description,
 * nor this line.
 * @see https://example.com
 */
export interface Everything extends CustomResource<"example.abc.com/v1", "Everything"> {
  spec: EverythingSpec;
}
export const Everything = defineKind<Everything>("example.abc.com/v1", "Everything");
