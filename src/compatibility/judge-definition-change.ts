/** The verdicts on changes of a kind of an extension API server, where they differ from those of a CRD. */
import type { ChangeDetail, Verdict, Verdicts } from "./change.js";
import type { Crd } from "./crd.js";
import { isConverted, isDefinition, type Served } from "./served.js";
import { breaking, breakingForSome, compatible, harmless, verdictsWith } from "./verdict.js";

interface Crds {
  readonly before: Crd;
  readonly after: Crd;
}

type Of<Kind extends ChangeDetail["kind"]> = Extract<ChangeDetail, { readonly kind: Kind }>;

/** Returns undefined if the verdicts are those of a CRD. */
export function judgeDefinitionChange(
  crds: Crds,
  detail: ChangeDetail,
  version: string,
  { isWritten }: Served,
): Verdicts | undefined {
  switch (detail.kind) {
    case "crd-added":
      return verdictsWith(
        { rollback: breaking("The server of the old release answers requests for the kind with 404.") },
        "The old release does not have the kind.",
      );
    case "crd-removed":
      return verdictsWith(
        {
          objects: breaking(
            "No server returns the objects any more. What a file, a database or the cluster contains stays there.",
          ),
          clients: breaking("The API server answers every request for the kind with 404."),
        },
        "The old server returns what its storage still contains.",
      );
    case "scope-changed":
      return judgeLeftOut(
        `of the scope ${detail.before}`,
        `of the scope ${detail.after}`,
        "The paths of all objects change.",
      );
    case "name-changed":
      return judgeName(detail, isWritten);
    case "storage-changed":
    case "conversion-changed":
      return judgeVersions(crds, detail);
    case "version-added":
      return detail.isStored
        ? verdictsWith({ rollback: judgeUnreadable(version) }, "The other versions remain available.")
        : undefined;
    case "version-removed":
      return judgeRemovedVersion(detail, version);
    case "served-changed":
      return judgeUnserved(crds.after, detail, version);
    case "status-added":
      return isWritten ? undefined : harmless("Clients only read the status, as before.");
    default:
      return undefined;
  }
}

/** The server leaves out stored objects that do not fit, and writes this into its log. */
function judgeLeftOut(before: string, after: string, clients: string): Verdicts {
  return {
    objects: breaking(`The server leaves out the stored objects ${before}: no client finds them.`),
    clients: breaking(clients),
    rollback: breaking(`The old server leaves out the objects ${after}.`),
  };
}

function judgeName({ part, before, after }: Of<"name-changed">, isWritten: boolean): Verdicts | undefined {
  if (part === "group" || part === "plural") {
    return {
      objects: breaking(
        `The server looks for objects of ${after}. Those of ${before} stay in the storage, and no client finds them.`,
      ),
      clients: breaking("The paths of all objects change."),
      rollback: breaking(`The old server looks for objects of ${before}, and does not find those of ${after}.`),
    };
  }
  if (part !== "kind") return undefined;
  const clients = isWritten
    ? `Clients that send the kind ${before} get an error.`
    : `Clients that expect objects of the kind ${before} read ${after}.`;
  return judgeLeftOut(`of the kind ${before}`, `of the kind ${after}`, clients);
}

function judgeVersions(
  { before, after }: Crds,
  detail: Of<"storage-changed" | "conversion-changed">,
): Verdicts | undefined {
  if (detail.kind === "storage-changed") {
    return {
      objects: compatible(
        `The server converts objects that are stored in its versions, and stores them as ${detail.after} on the next write.`,
      ),
      clients: compatible("Each served version remains available."),
      rollback: before.versions.some(({ name }) => name === detail.after)
        ? compatible(`The definition has the version ${detail.after}.`)
        : judgeUnreadable(detail.after),
    };
  }
  if (after.versions.length < 2) return harmless("The kind has one version, so that nothing is converted.");
  const [isLost, isGained] = [!isConverted(after), !isConverted(before) && before.versions.length > 1];
  return verdictsWith(
    {
      ...(isLost
        ? {
            objects: breaking("The server only changes apiVersion: fields that its code converts are lost."),
            clients: breaking("Clients of the other versions read objects that are not converted."),
          }
        : {}),
      ...(isGained
        ? {
            rollback: breakingForSome(
              "Without the conversion, objects written in one version are not converted to the others.",
            ),
          }
        : {}),
    },
    "The server converts objects between the versions.",
  );
}

/** What a server does with objects that another release stored in a version that it does not have. No CRD protects them. */
function judgeUnreadable(version: string): Verdict {
  return breaking(
    `The server answers requests for objects that are stored as ${version}, and for every list with one of them, with 500.`,
  );
}

function judgeRemovedVersion(detail: Of<"version-removed">, version: string): Verdicts {
  const unreadable = judgeUnreadable(version);
  return verdictsWith(
    {
      objects: detail.wasStored
        ? unreadable
        : breakingForSome(`Objects may be stored in the version. ${unreadable.why}`),
      ...(detail.wasServed ? { clients: breaking(`The API server answers requests for ${version} with 404.`) } : {}),
    },
    "The version is not served.",
  );
}

/** Without a conversion, the server's own objects have the version in which it stores them. */
function judgeUnserved(after: Crd, detail: Of<"served-changed">, version: string): Verdicts | undefined {
  const isStored = after.versions.some(({ name, isStored: is }) => is && name === version);
  if (detail.after || !isStored || isConverted(after)) return undefined;
  const why = breaking(`The server does not start: it must serve ${version}, the version of its own objects.`);
  return verdictsWith({ objects: why, clients: why }, "The old server serves the version.");
}

/** The verdicts on a kind whose objects are elsewhere than before. */
export function judgeMove({ before, after }: Crds): Verdicts {
  const [from, to] = [showPlace(before), showPlace(after)];
  const isReadOnly = after.store === "virtual";
  return {
    objects: breaking(`No object moves: clients find those ${to}, and none of those ${from}.`),
    clients: isReadOnly
      ? breaking("Clients can only read: the server answers writes with 405.")
      : compatible("Clients send the same requests."),
    rollback: breaking(`No object moves back: clients find those ${from}.`),
  };
}

function showPlace(crd: Crd): string {
  if (!isDefinition(crd)) return "of the CRD";
  if (crd.store === "virtual") return "that the extension API server computes";
  const storage = crd.store === "unknown" ? "its storage" : `its storage (${crd.store})`;
  return `that the extension API server has in ${storage}`;
}
