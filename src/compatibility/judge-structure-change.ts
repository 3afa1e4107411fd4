/** The verdicts on changes of merging, pruning and embedded resources. */
import type { SchemaChange, Verdicts } from "./change.js";
import type { Served } from "./served.js";
import { breaking, breakingForSome, compatible, verdictsWith } from "./verdict.js";

type StructureChange = Extract<
  SchemaChange,
  {
    readonly kind:
      | "pruning-added"
      | "pruning-removed"
      | "list-type-changed"
      | "list-keys-changed"
      | "map-type-changed"
      | "embedded-added"
      | "embedded-removed";
  }
>;

interface Around {
  /** Whether server-side apply replaces a list or map around it as a whole, and never merges inside. */
  readonly isInAtomic: boolean;
  readonly served: Served;
}

export function judgeStructureChange(change: StructureChange, field: string, { isInAtomic, served }: Around): Verdicts {
  const verdicts = judgeAlone(change, field, served);
  const isMerging = ["list-type-changed", "list-keys-changed", "map-type-changed"].includes(change.kind);
  if (!isMerging || !isInAtomic) return verdicts;
  const clients = compatible(`Server-side apply replaces a list or map around ${field} as a whole.`);
  return { ...verdicts, clients: verdicts.objects.level === "compatible" ? clients : verdicts.objects };
}

function judgeAlone(change: StructureChange, field: string, { isDefinition }: Served): Verdicts {
  switch (change.kind) {
    case "pruning-added":
      return verdictsWith(
        {
          objects: breakingForSome(`The API server drops the fields of ${field} that the new schema does not declare.`),
          clients: breakingForSome(
            `The API server drops undeclared fields of ${field} from requests, or rejects them with strict field validation.`,
          ),
        },
        "The old schema keeps all fields.",
      );
    case "pruning-removed":
      return verdictsWith(
        { rollback: breakingForSome(`The old schema drops the fields of ${field} that it does not declare.`) },
        "The new schema keeps all fields.",
      );
    case "list-type-changed":
      return judgeListType(change.before, change.after, field);
    case "list-keys-changed": {
      const keys = change.after.join(", ");
      return {
        objects: breakingForSome(
          `Stored objects with two items of ${field} that have the same ${keys} are invalid, and no update of the list ratchets this.`,
        ),
        clients: breaking(
          `Server-side apply identifies items of ${field} by ${keys}: it merges the items of old appliers in another way.`,
        ),
        rollback: breakingForSome(
          `Objects with two items of ${field} that have the same ${change.before.join(", ")} are invalid under the old schema.`,
        ),
      };
    }
    case "map-type-changed":
      return judgeMerging(change.after === "atomic", field);
    case "embedded-added":
      return verdictsWith(
        {
          objects: breakingForSome(
            `Stored objects whose ${field} has no apiVersion or kind, or invalid metadata, are invalid.${isDefinition ? " The server leaves out those whose metadata it cannot read." : ""}`,
          ),
          clients: breakingForSome(`The API server rejects requests whose ${field} is not a whole object.`),
        },
        `The old schema does not check whether ${field} is a whole object.`,
      );
    case "embedded-removed":
      return verdictsWith(
        {
          objects: breakingForSome(
            `The API server drops apiVersion, kind and metadata from ${field}, unless the schema declares or preserves them.`,
          ),
          clients: breakingForSome(`Clients may read a ${field} that is not a whole object.`),
          rollback: breakingForSome(`A ${field} that is not a whole object is invalid under the old schema.`),
        },
        "",
      );
  }
}

function judgeListType(before: string, after: string, field: string): Verdicts {
  const rejects = (type: string): string =>
    type === "set"
      ? `the same item twice in ${field}`
      : `two items of ${field} with the same keys, or an item without its keys`;
  const merging = judgeMerging(after === "atomic", field).clients;
  return {
    objects:
      after === "atomic"
        ? compatible("An atomic list may contain any items.")
        : breakingForSome(`Stored objects with ${rejects(after)} are invalid, and ratcheting does not apply to it.`),
    clients: merging,
    rollback:
      before === "atomic"
        ? compatible("Under the old schema, the list may contain any items.")
        : breakingForSome(`Objects with ${rejects(before)} are invalid under the old schema.`),
  };
}

function judgeMerging(isAtomic: boolean, field: string): Verdicts {
  return verdictsWith(
    {
      clients: isAtomic
        ? breaking(`Server-side apply replaces the whole of ${field}: an applier deletes the entries of all others.`)
        : breakingForSome(
            `Server-side apply merges ${field} with the entries of other appliers, and no longer replaces it as a whole.`,
          ),
    },
    "Objects may contain the same values as before.",
  );
}
