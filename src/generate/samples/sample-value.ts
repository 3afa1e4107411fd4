/** Creates a valid sample value for a schema: an example, the default, or another value that the schema allows. */
import type { ExactJsonValue } from "../../core/json.js";
import { fillDefaults, findFault } from "../../schema/check-value.js";
import type { Patterns } from "../../schema/patterns.js";
import type { Schema } from "../../schema/schema.js";
import { countFields } from "./count-fields.js";
import { isScalar, scalarSamples, type ScalarTraits } from "./scalar-samples.js";
import { sampleList } from "./sample-list.js";
import { sampleObject } from "./sample-object.js";
import { choicePoints, type Chosen, shapesOf } from "./shapes.js";

/** A path without a valid value. */
export interface Gap {
  readonly path: string;
  readonly schema: Schema;
  /** The API server's message for the value, if it violates a rule. Undefined: there is no value. */
  readonly broken?: string;
}

/** Called for each required field without a valid value. */
export type OnGap = (gap: Gap) => void;

export interface SampleContext {
  readonly patterns: Patterns;
  readonly onGap: OnGap;
  /**
   * The number of levels of optional fields to show, each with a value. Default: 0, which shows only required fields and
   * fields with an example or a default.
   */
  readonly levels?: number;
  /** The form to use, and therefore show, at one path. */
  readonly choice?: Chosen & { readonly path: string };
  readonly traits?: Traits;
}

/** Facts that a schema itself does not contain. */
export interface Traits extends ScalarTraits {
  /** Returns whether it is a type of Kubernetes itself. */
  isImported(schema: Schema): boolean;
}

/** The created value, and its gaps. */
export interface Made {
  readonly value: ExactJsonValue | undefined;
  readonly gaps: readonly Gap[];
}

/** Returns undefined if no valid value is found; `onGap` then has been called. */
export function sampleValue(
  schema: Schema,
  name: string,
  path: string,
  context: SampleContext,
): ExactJsonValue | undefined {
  const { value, gaps } = new SampleMaker(context).make(schema, name, path, context.levels ?? 0);
  for (const gap of gaps) context.onGap(gap);
  return value;
}

/** An imported Kubernetes type with more fields shows only required fields: a pod has a thousand. */
export const largestImported = 24;
/** The maximum number of attempts; after that, only the first form of each schema is tried. */
const maxAttempts = 20_000;

export class SampleMaker {
  readonly context: SampleContext;
  #attempts = 0;

  constructor(context: SampleContext) {
    this.context = context;
  }

  make(schema: Schema, name: string, path: string, levels: number): Made {
    const { patterns, traits } = this.context;
    const leads = this.leadsToChoice(path);
    const given = schema.example === undefined ? schema.default : fillDefaults(schema.example, schema);
    const isShown = schema.example !== undefined || levels === 0 || isScalar(schema);
    if (given !== undefined && isShown && !leads && this.isValid(given, schema)) return { value: given, gaps: [] };
    if (isScalar(schema)) {
      const [value] = scalarSamples(schema, name, { patterns, traits });
      return value === undefined ? { value, gaps: [{ path, schema }] } : { value, gaps: [] };
    }
    const isLarge = levels > 0 && traits?.isImported(schema) === true && countFields(schema) > largestImported;
    const made = this.#makeShape(schema, name, path, isLarge ? 0 : levels);
    // A value that is invalid with all fields can be valid with fewer.
    if (levels === 0 || isLarge || (made.value !== undefined && made.gaps.length === 0)) return made;
    if (given !== undefined && !leads && this.isValid(given, schema)) return { value: given, gaps: [] };
    const plain = this.#makeShape(schema, name, path, 0);
    return plain.gaps.length < made.gaps.length ? plain : made;
  }

  isValid(value: ExactJsonValue, schema: Schema): boolean {
    return this.isWellFormed(value, schema) && !this.breaksRule(value, schema);
  }

  breaksRule(value: ExactJsonValue, schema: Schema): boolean {
    return this.context.traits?.brokenRule(schema, value) !== undefined;
  }

  /** Returns whether it is valid, apart from rules. */
  isWellFormed(value: ExactJsonValue, schema: Schema): boolean {
    return findFault(this.context.patterns, value, schema) === undefined;
  }

  /** Returns whether the path of the chosen form is here or deeper. */
  leadsToChoice(path: string): boolean {
    const target = this.context.choice?.path;
    return (
      target !== undefined && (target === path || (target.startsWith(path) && /^[.[{]/.test(target.slice(path.length))))
    );
  }

  #makeShape(schema: Schema, name: string, path: string, levels: number): Made {
    const { choice } = this.context;
    let best: Made | undefined;
    for (const shape of shapesOf(schema, choice?.path === path ? choice : undefined)) {
      if (this.#losesChoice(shape, schema, path)) continue;
      this.#attempts += 1;
      const made = this.#build(shape, schema, { name, path, levels });
      if (made.gaps.length === 0 && made.value !== undefined && this.isValid(made.value, schema)) return made;
      // A value with a gap is still useful: the user fills the gap.
      if (best === undefined || (best.value === undefined && made.gaps.length > 0)) {
        best = made.gaps.length > 0 ? made : this.#faulty(made.value, schema, path);
      }
      if (this.#attempts > maxAttempts) break;
    }
    return best ?? { value: undefined, gaps: [{ path, schema }] };
  }

  /** Returns a well-formed value that violates a rule, with a gap. It is also useful: the user only needs to change it. */
  #faulty(value: ExactJsonValue | undefined, schema: Schema, path: string): Made {
    if (value !== undefined && this.isWellFormed(value, schema)) {
      const broken = this.context.traits?.brokenRule(schema, value);
      if (broken !== undefined) return { value, gaps: [{ path, schema, broken }] };
    }
    return { value: undefined, gaps: [{ path, schema }] };
  }

  /** Returns whether the chosen form, or a field that contains it, is missing in the shape. */
  #losesChoice({ properties = {} }: Schema, whole: Schema, path: string): boolean {
    const { choice } = this.context;
    if (choice?.path === path) {
      const shows = choicePoints(whole)[choice.point]?.forms[choice.form]?.shows ?? [];
      return !shows.every((name) => Object.hasOwn(properties, name));
    }
    if (choice?.path.startsWith(`${path}.`) !== true) return false;
    return !Object.keys(properties).some((name) => this.leadsToChoice(`${path}.${name}`));
  }

  #build(shape: Schema, whole: Schema, place: Place): Made {
    if (shape.enum !== undefined || (shape.type === undefined && shape.properties === undefined)) {
      return { value: shape.enum?.find((each) => each !== null) ?? {}, gaps: [] };
    }
    return shape.type === "array" ? sampleList(this, shape, place) : sampleObject(this, shape, whole, place);
  }
}

/** The position of a value. */
export interface Place {
  readonly name: string;
  readonly path: string;
  readonly levels: number;
}
