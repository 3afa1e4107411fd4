/** The verdicts on a difference between two schemas. */
import { printExactJson } from "../core/exact-json.js";
import type { ExactJsonValue } from "../core/json.js";
import { type Effect, showPath, type Step, type Verdicts } from "./change.js";
import type { SchemaDifference } from "./compare-schemas.js";
import { judgeForReaders } from "./judge-for-readers.js";
import { judgeRuleChange } from "./judge-rule-change.js";
import { judgeStructureChange } from "./judge-structure-change.js";
import { type Served, servedAsCrd, withoutStored } from "./served.js";
import { breaking, breakingForSome, compatible, harmless, verdictsOnValues, verdictsWith } from "./verdict.js";

/** @param served - default: a CRD defines the kind on both sides */
export function judgeSchemaChange(difference: SchemaDifference, served = servedAsCrd): Verdicts {
  if (served.isWritten) return withoutStored(judgeWritten(difference, served), served);
  const clients = judgeForReaders(difference, (each) => judgeWritten(each, served).clients);
  return withoutStored({ ...judgeWritten(difference, served), clients }, served);
}

function judgeWritten(difference: SchemaDifference, served: Served): Verdicts {
  const { path, detail } = difference;
  const field = nameOf(path);
  const onValues = (effect: Effect, lost: string, gained = lost): Verdicts =>
    verdictsOnValues(effect, { lost, gained, field, served });
  switch (detail.kind) {
    case "field-added":
      return judgeAdded(difference, field);
    case "field-removed":
      return judgeRemoved(difference, field, detail.isPreserved);
    case "type-changed":
      return judgeType(detail, field, served);
    case "required-added":
      return judgeRequired(detail, `${prefixOf(path)}${detail.field}`, field);
    case "required-removed":
      return judgeOptional(difference, `${prefixOf(path)}${detail.field}`, detail.field);
    case "enum-changed": {
      const { before, after, added, removed } = detail;
      const effect = enumEffect(before === undefined, after === undefined, added.length > 0, removed.length > 0);
      const lost = before === undefined ? `a value other than ${listOf(after)}` : oneOf(removed);
      const gained = after === undefined ? `a value other than ${listOf(before)}` : oneOf(added);
      return onValues(effect, lost, gained);
    }
    case "bound-changed": {
      const { before, after, keyword } = detail;
      const outside = (bound: typeof before): string =>
        `a value ${keyword.startsWith("min") ? "below" : "above"} ${keyword} ${bound === undefined ? "" : String(bound.value)}`;
      return onValues(detail.effect, outside(after), outside(before));
    }
    case "multiple-changed": {
      const not = (value: number | bigint | undefined): string => `a value that is not a multiple of ${String(value)}`;
      return onValues(detail.effect, not(detail.after), not(detail.before));
    }
    case "pattern-changed": {
      const { effect, before, after, example } = detail;
      const not = (pattern: string | undefined, isShown: boolean): string =>
        `a text that does not match ${JSON.stringify(pattern ?? "")}${isShown && example !== undefined ? ` (for example ${JSON.stringify(example)})` : ""}`;
      return onValues(
        effect === "unknown" ? "other" : effect,
        not(after, effect !== "wider"),
        not(before, effect === "wider"),
      );
    }
    case "format-changed": {
      if (detail.effect !== "same" && [detail.before, detail.after].includes("int32"))
        return verdictsWith(
          { clients: breakingForSome(`Typed clients cannot decode a number in ${field} that an int32 does not hold.`) },
          "The API server does not check the format int32.",
        );
      const not = (format: string | undefined): string => `a value that is not of the format ${format ?? ""}`;
      return onValues(detail.effect, not(detail.after), not(detail.before));
    }
    case "branches-changed":
      return onValues(
        detail.effect,
        `a value that the new ${detail.keyword} rejects`,
        `a value that the old ${detail.keyword} rejects`,
      );
    case "nullable-added":
      return verdictsWith(
        {
          clients: breakingForSome(`Clients may read null in ${field}, which the old API never returns.`),
          rollback: breakingForSome(`The old schema does not allow null in ${field}.`),
        },
        `No stored object has null in ${field}.`,
      );
    case "nullable-removed":
      return verdictsWith(
        {
          objects: breakingForSome(
            `Objects with null in ${field} change or become invalid: the new schema does not allow null.`,
          ),
          clients: breakingForSome(`The API server drops or rejects null in ${field}, which clients may write.`),
        },
        `The old schema allows every value of ${field} that the new one allows.`,
      );
    case "default-changed":
      return judgeDefault(difference, field);
    case "documentation-changed":
      return harmless("Only people read it.");
    case "rule-added":
    case "rule-removed":
    case "rule-changed":
      return judgeRuleChange(detail, field, served);
    default:
      return judgeStructureChange(detail, field, { isInAtomic: difference.isInAtomic === true, served });
  }
}

/** Returns the name of a field in a sentence. */
export function nameOf(path: readonly Step[]): string {
  return path.length === 0 ? "the object" : showPath(path);
}

function prefixOf(path: readonly Step[]): string {
  return path.length === 0 ? "" : `${showPath(path)}.`;
}

function judgeAdded({ path, before, after, detail }: SchemaDifference, field: string): Verdicts {
  if (isImplicit(path)) return harmless("Every object has this field, whether the schema declares it or not.");
  const last = path.at(-1);
  const isOpen = before?.["x-kubernetes-preserve-unknown-fields"] === true || before?.otherFields === true;
  const isOfMap = last?.kind === "field" && before?.additionalProperties !== undefined;
  const isClosed = last?.kind === "value" && after?.otherFields !== true && isOpen;
  if (isOpen || isOfMap || isClosed)
    return verdictsWith(
      {
        objects: breakingForSome(`Stored objects may have any value in ${field}, and the new schema restricts it.`),
        clients: breakingForSome(`Clients may write any value to ${field}, and the new schema restricts it.`),
      },
      `The old schema allows any value in ${field}.`,
    );
  const isDefaulted = detail.kind === "field-added" && detail.after.default !== undefined;
  return verdictsWith(
    {
      rollback: breakingForSome(
        `The old schema does not have ${field}: the API server drops it from objects that set it.`,
      ),
    },
    `No object has ${field} yet${isDefaulted ? ", and those without it get its default" : ""}.`,
  );
}

function judgeRemoved({ path, before, detail }: SchemaDifference, field: string, isPreserved: boolean): Verdicts {
  if (isImplicit(path)) return harmless("Every object has this field, whether the schema declares it or not.");
  const step = path.at(-1);
  const wasRequired = step?.kind === "field" && before?.required?.includes(step.name) === true;
  const wasDefaulted = detail.kind === "field-removed" && detail.before.default !== undefined;
  const rollback =
    wasRequired && !wasDefaulted
      ? { rollback: breaking(`The old schema requires ${field}, which objects without it do not have.`) }
      : {};
  const otherwise = `The old schema does not require ${field}.`;
  if (isPreserved)
    return verdictsWith(
      {
        clients: breakingForSome(`The API server keeps ${field}, but neither validates it nor sets its default.`),
        rollback:
          rollback.rollback ?? breakingForSome(`Objects may have a value in ${field} that the old schema rejects.`),
      },
      `The API server keeps ${field} as an unknown field.`,
    );
  return verdictsWith(
    {
      objects: breaking(
        `The API server drops ${field} from stored objects: it returns them without it, and the next write deletes it.`,
      ),
      clients: breaking(
        `Clients that read ${field} do not find it, and the API server drops it from requests, or rejects them with strict field validation.`,
      ),
      ...rollback,
    },
    otherwise,
  );
}

/** The API server knows these fields of every object. */
function isImplicit(path: readonly Step[]): boolean {
  const [step] = path;
  return path.length === 1 && step?.kind === "field" && ["apiVersion", "kind", "metadata"].includes(step.name);
}

function judgeType(
  { effect, before, after }: { readonly effect: Effect; readonly before: string; readonly after: string },
  field: string,
  served: Served,
): Verdicts {
  const level = effect === "narrower" ? "breaking for some" : "breaking";
  const other = (type: string): string =>
    type === "any" ? "a value of another type" : `a value that is not of the type ${type}`;
  const verdicts = verdictsOnValues(effect, { lost: other(after), gained: other(before), field, level, served });
  if (effect === "narrower") return verdicts;
  const why = `Typed clients cannot decode an object with ${other(before)} in ${field}, nor a list that contains one.`;
  return { ...verdicts, clients: breaking(why) };
}

function judgeRequired(
  detail: { readonly isNew: boolean; readonly default?: ExactJsonValue },
  field: string,
  parent: string,
): Verdicts {
  if (detail.default !== undefined)
    return harmless(`Objects without ${field} get its default, ${printExactJson(detail.default)}.`);
  const verdict = detail.isNew ? breaking : breakingForSome;
  const which = detail.isNew ? "Stored objects" : "Stored objects without it";
  return verdictsWith(
    {
      objects: verdict(
        `${which} remain readable, but are invalid: the API server rejects updates that change ${parent}, unless they add ${field}.`,
      ),
      clients: verdict(`The API server rejects requests of clients that do not set ${field}.`),
    },
    `The old schema does not reject objects with ${field}.`,
  );
}

function judgeOptional({ before }: SchemaDifference, field: string, name: string): Verdicts {
  const isDefaulted = before?.properties?.[name]?.default !== undefined;
  return verdictsWith(
    {
      clients: breakingForSome(`Clients may read objects without ${field}, which the old API always returns.`),
      ...(isDefaulted
        ? {}
        : { rollback: breakingForSome(`Objects written without ${field} are invalid under the old schema.`) }),
    },
    isDefaulted ? `Under the old schema, ${field} gets its default.` : `All stored objects have ${field}.`,
  );
}

function enumEffect(wasOpen: boolean, isOpen: boolean, adds: boolean, removes: boolean): Effect {
  const [narrows, widens] = [removes || wasOpen, adds || isOpen];
  if (narrows && widens) return "other";
  return narrows ? "narrower" : widens ? "wider" : "same";
}

function oneOf(values: readonly ExactJsonValue[]): string {
  return values.length === 1 ? `the value ${listOf(values)}` : `one of the values ${listOf(values)}`;
}

function listOf(values: readonly ExactJsonValue[] = []): string {
  const shown = values.slice(0, 5).map((value) => printExactJson(value));
  return values.length > shown.length ? `${shown.join(", ")}, …` : shown.join(", ");
}

function judgeDefault({ detail }: SchemaDifference, field: string): Verdicts {
  if (detail.kind !== "default-changed") return harmless("");
  const { before, after } = detail;
  const [old, now] = [before, after].map((value) => (value === undefined ? undefined : printExactJson(value)));
  const rollback = compatible(`The old schema allows the same values of ${field}.`);
  const stored = "stored objects that lack the field";
  if (now === undefined) {
    return {
      objects: breakingForSome(`The API server no longer adds ${field} with the value ${old ?? ""} to ${stored}.`),
      clients: breakingForSome(`The API server no longer adds the value ${old ?? ""} to requests without ${field}.`),
      rollback,
    };
  }
  const earlier = old === undefined ? "" : ` Before, the value was ${old}.`;
  return {
    objects: breakingForSome(`The API server adds ${field} with the value ${now} to ${stored}.${earlier}`),
    clients: breakingForSome(
      `The API server adds ${field} with the value ${now} to requests without the field.${earlier}`,
    ),
    rollback,
  };
}
