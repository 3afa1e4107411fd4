/** The verdicts on a difference between two CRDs, or two versions, outside of their schemas. */
import type { ChangeDetail, CrdChange, VersionChange, Verdicts } from "./change.js";
import type { Crd } from "./crd.js";
import { judgeDefinitionChange, judgeMove } from "./judge-definition-change.js";
import { servedBy, withoutStored } from "./served.js";
import { breaking, breakingForSome, compatible, harmless, verdictsWith } from "./verdict.js";

interface Crds {
  readonly before: Crd;
  readonly after: Crd;
}

export function judgeCrdChange(crds: Crds, detail: ChangeDetail, version = ""): Verdicts {
  if (detail.kind === "store-changed") return judgeMove(crds);
  const served = servedBy(crds.before, crds.after);
  if (detail.kind === "version-added" && served.apart !== undefined)
    return judgeServing(crds, { ...detail, isStored: false }, version);
  const own = served.isDefinition ? judgeDefinitionChange(crds, detail, version, served) : undefined;
  const verdicts = own ?? judgeOfCrd(crds, detail, version);
  // A rollback takes versions and kinds away from clients, whatever is stored.
  const isOfClients = ["crd-added", "version-added", "served-changed"].includes(detail.kind);
  return { ...withoutStored(verdicts, served), ...(isOfClients ? { rollback: verdicts.rollback } : {}) };
}

function judgeOfCrd(crds: Crds, detail: ChangeDetail, version: string): Verdicts {
  switch (detail.kind) {
    case "crd-added":
      return verdictsWith(
        {
          rollback: breaking("The cluster of the old release does not have the CRD: deleting it deletes its objects."),
        },
        "The old release does not have the kind.",
      );
    case "crd-removed":
      return verdictsWith(
        {
          objects: breaking("Deleting the CRD deletes all its objects."),
          clients: breaking("The API server answers every request for the kind with 404."),
        },
        "The old CRD is the first that the cluster gets.",
      );
    case "scope-changed":
    case "name-changed":
    case "names-changed":
      return judgeNames(detail);
    case "storage-changed":
    case "conversion-changed":
    case "crd-pruning-changed":
      return judgeStorage(crds, detail);
    case "version-added":
    case "version-removed":
    case "served-changed":
    case "deprecation-changed":
      return judgeServing(crds, detail, version);
    case "column-changed":
    case "status-added":
    case "status-removed":
    case "scale-changed":
    case "selectable-added":
    case "selectable-removed":
      return judgeExtras(detail);
    default:
      throw new Error(`${detail.kind} is a change of a schema`);
  }
}

type Of<Kind extends ChangeDetail["kind"]> = Extract<CrdChange | VersionChange, { readonly kind: Kind }>;

function judgeNames(detail: Of<"scope-changed" | "name-changed" | "names-changed">): Verdicts {
  if (detail.kind === "scope-changed") {
    const why = `The API server rejects the change of the scope from ${detail.before} to ${detail.after}: you must delete the CRD, which deletes its objects.`;
    return { objects: breaking(why), clients: breaking("The paths of all objects change."), rollback: breaking(why) };
  }
  if (detail.kind === "names-changed") {
    const { part, removed, added } = detail;
    if (removed.length === 0) return harmless(`The names ${added.join(", ")} are additional.`);
    const why = `\`kubectl get ${removed[0] ?? ""}\` no longer finds the kind: ${part} loses ${removed.join(", ")}.`;
    return verdictsWith({ clients: breakingForSome(why) }, "Objects do not contain these names.");
  }
  const { part, before, after } = detail;
  if (part === "group" || part === "plural") {
    const why = `A CRD with another ${part} is another CRD: the objects of ${before} are not objects of ${after}.`;
    return { objects: breaking(why), clients: breaking("The paths of all objects change."), rollback: breaking(why) };
  }
  if (part === "kind") {
    const why = `The API server rejects the change of the kind from ${before} to ${after} while the CRD is established.`;
    return {
      objects: breaking(why),
      clients: breaking(`Clients that send the kind ${before} get an error.`),
      rollback: breaking(why),
    };
  }
  return verdictsWith(
    { clients: breakingForSome(`Clients that know the ${part} ${before} find ${after}.`) },
    "Objects do not contain this name.",
  );
}

function judgeStorage(
  { before, after }: Crds,
  detail: Of<"storage-changed" | "conversion-changed" | "crd-pruning-changed">,
): Verdicts {
  if (detail.kind === "crd-pruning-changed")
    return detail.after
      ? verdictsWith(
          {
            objects: breakingForSome("The API server drops fields that the schemas do not declare."),
            clients: breakingForSome("The API server drops undeclared fields from requests."),
          },
          "The old CRD keeps all fields.",
        )
      : verdictsWith(
          { rollback: breakingForSome("The old CRD drops fields that its schemas do not declare.") },
          "The new CRD keeps all fields.",
        );
  if (detail.kind === "storage-changed") {
    const isKnown = before.versions.some(({ name }) => name === detail.after);
    const rollback = isKnown
      ? compatible(`The old CRD has the version ${detail.after} too.`)
      : breaking(
          `The API server rejects the old CRD: status.storedVersions contains ${detail.after}, which it does not have.`,
        );
    return {
      objects: compatible(
        `The API server converts stored objects, and stores them as ${detail.after} on the next write.`,
      ),
      clients: compatible("Each served version remains available."),
      rollback,
    };
  }
  const [isLost, isGained] = [detail.before === "Webhook", detail.after === "Webhook"];
  if (after.versions.length < 2) return harmless("The CRD has one version, so that nothing is converted.");
  return verdictsWith(
    {
      ...(isLost
        ? { objects: breaking("The API server only changes apiVersion: fields that the webhook converts are lost.") }
        : {}),
      ...(isLost ? { clients: breaking("Clients of the other versions read objects that are not converted.") } : {}),
      ...(isGained && before.versions.length > 1
        ? {
            rollback: breakingForSome(
              "Without the webhook, objects written in one version are not converted to the others.",
            ),
          }
        : {}),
    },
    "The webhook converts objects between the versions.",
  );
}

function judgeServing(
  { before }: Crds,
  detail: Of<"version-added" | "version-removed" | "served-changed" | "deprecation-changed">,
  version: string,
): Verdicts {
  switch (detail.kind) {
    case "version-added":
      return verdictsWith(
        {
          rollback: detail.isStored
            ? breaking(
                `The API server rejects the old CRD: status.storedVersions contains ${version}, which it does not have.`,
              )
            : detail.isServed
              ? breakingForSome(`Clients that already use ${version} get 404.`)
              : compatible("No client reaches the version."),
        },
        "The other versions remain available.",
      );
    case "version-removed":
      return judgeRemovedVersion(before, detail, version);
    case "served-changed":
      return detail.after
        ? verdictsWith(
            { rollback: breakingForSome(`Clients that already use ${version} get 404.`) },
            "The other versions remain available.",
          )
        : verdictsWith(
            { clients: breaking(`The API server answers requests for ${version} with 404.`) },
            "Objects stored in the version remain available in the others.",
          );
    case "deprecation-changed":
      return harmless(
        detail.after === undefined ? "Clients get no warning." : "Clients get a warning, and the version works.",
      );
  }
}

function judgeRemovedVersion(before: Crd, { wasServed, wasStored }: Of<"version-removed">, version: string): Verdicts {
  const isKnown = before.storedVersions.length > 0;
  const rejects = `The API server rejects the CRD while status.storedVersions contains ${version}: rewrite all objects first (\`tsop migrate-storage\`).`;
  return verdictsWith(
    {
      objects: wasStored
        ? breaking(rejects)
        : isKnown
          ? compatible("No object is stored in the version.")
          : breakingForSome(`Objects may be stored in the version. ${rejects}`),
      ...(wasServed ? { clients: breaking(`The API server answers requests for ${version} with 404.`) } : {}),
    },
    "The version is not served.",
  );
}

function judgeExtras(
  detail: Of<
    "column-changed" | "status-added" | "status-removed" | "scale-changed" | "selectable-added" | "selectable-removed"
  >,
): Verdicts {
  switch (detail.kind) {
    case "column-changed":
      return harmless("`kubectl get` prints another table; the objects are the same.");
    case "status-added":
      return verdictsWith(
        {
          clients: breaking(
            "The API server ignores the status in requests to the object itself: clients must write it to /status.",
          ),
        },
        "Objects may contain the same values as before.",
      );
    case "status-removed":
      return verdictsWith(
        { clients: breaking("The API server answers requests to /status with 404.") },
        "Objects may contain the same values as before.",
      );
    case "scale-changed":
      return detail.before === undefined
        ? harmless("/scale is additional.")
        : verdictsWith(
            {
              clients: breaking(
                detail.after === undefined
                  ? "The API server answers requests to /scale with 404: `kubectl scale` and autoscalers stop working."
                  : "/scale reads and writes other fields: autoscalers see other numbers.",
              ),
            },
            "Objects may contain the same values as before.",
          );
    case "selectable-added":
      return harmless("Clients may select by one more field.");
    case "selectable-removed":
      return verdictsWith(
        { clients: breaking(`The API server rejects requests with a field selector for ${detail.field}.`) },
        "Objects may contain the same values as before.",
      );
  }
}
