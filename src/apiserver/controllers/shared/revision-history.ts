/** The earlier templates of a workload, as ControllerRevisions. Source: kubernetes/pkg/controller/history. */
import { isSameJson, type JsonObject } from "../../../core/json.js";
import type { ControllerRevision, DaemonSet, StatefulSet } from "../../../k8s/apps/v1.js";
import { selects } from "../../selectors/selected-labels.js";
import { StatusError } from "../../status-error.js";
import type { ControllerObjects } from "../controller-objects.js";
import { KindObjects, type Stored } from "./kind-objects.js";
import { kinds } from "./kinds.js";
import { claim, controllerReference } from "./owners.js";
import { templateData } from "./template-data.js";
import { hashOf } from "./template-hash.js";

export interface Revisions {
  /** Oldest first. */
  readonly all: readonly Stored<ControllerRevision>[];
  /** The revision of the current template. */
  readonly latest: Stored<ControllerRevision>;
  /** How often a hash was taken. */
  readonly collisionCount: number;
}

export interface RevisionOwner {
  readonly owner: Stored;
  /** The labels of a new revision. */
  readonly labels: Readonly<Record<string, string>>;
  /** The data of a revision of the current template. */
  readonly data: JsonObject;
  readonly collisionCount: number;
  readonly matches: (revision: Stored<ControllerRevision>) => boolean;
  /** The label with the hash of a revision. */
  readonly hashLabel: string;
}

/** The label of a pod with the revision of its template. */
export const revisionLabel = "controller-revision-hash";

/** Returns how the templates of a workload are kept. */
export function templateRevisions(owner: Stored<DaemonSet> | Stored<StatefulSet>, hashLabel: string): RevisionOwner {
  const { spec, status } = owner;
  return {
    ...{ owner, hashLabel },
    labels: spec.template.metadata?.labels ?? {},
    data: templateData(spec.template),
    collisionCount: status.collisionCount ?? 0,
    matches: ({ metadata }) => selects(spec.selector, metadata.labels),
  };
}

export class RevisionHistory {
  readonly revisions: KindObjects<ControllerRevision>;

  constructor(objects: ControllerObjects) {
    this.revisions = new KindObjects<ControllerRevision>(objects, kinds.controllerRevisions);
  }

  /** Creates the revision of the current template, or makes an equal one the latest. */
  async sync(kept: RevisionOwner): Promise<Revisions | undefined> {
    const candidates = this.revisions.list(kept.owner.metadata.namespace);
    const owned = await claim({ owner: kept.owner, from: this.revisions, candidates, matches: kept.matches });
    const all = owned.toSorted((left, right) => (left.revision ?? 0) - (right.revision ?? 0));
    const next = (all.at(-1)?.revision ?? 0) + 1;
    const equal = all.findLast(({ data }) => isSameJson(data, kept.data));
    const { collisionCount } = kept;
    if (equal === undefined) return this.#create(kept, all, next);
    if (equal === all.at(-1)) return { all, latest: equal, collisionCount };
    const latest = await this.revisions.update(equal, (copy) => (copy.revision = next));
    if (latest === undefined) return undefined;
    return { all: [...all.filter((each) => each !== equal), latest], latest, collisionCount };
  }

  async #create(kept: RevisionOwner, all: readonly Stored<ControllerRevision>[], revision: number): Promise<Revisions> {
    const { owner, labels, data, hashLabel } = kept;
    const { name: ownerName, namespace, annotations } = owner.metadata;
    for (let { collisionCount } = kept; ; collisionCount += 1) {
      const hash = hashOf(JSON.stringify(data) + (collisionCount === 0 ? "" : String(collisionCount)));
      const name = `${ownerName.slice(0, 223)}-${hash}`;
      try {
        const latest = await this.revisions.create({
          ...{ apiVersion: "apps/v1", kind: "ControllerRevision", data, revision },
          metadata: {
            ...{ name, namespace, ...(annotations === undefined ? {} : { annotations }) },
            labels: { ...labels, [hashLabel]: hash },
            ownerReferences: [controllerReference(owner)],
          },
        });
        return { all: [...all, latest], latest, collisionCount };
      } catch (error) {
        const isTaken = error instanceof StatusError && error.failure.reason === "AlreadyExists";
        if (!isTaken) throw error;
      }
    }
  }

  /** Deletes the oldest revisions beyond a limit, except those that are in use. */
  async truncate({ all, latest }: Revisions, limit: number, inUse: ReadonlySet<string>): Promise<void> {
    const old = all.filter(({ metadata: { name } }) => name !== latest.metadata.name && !inUse.has(name));
    for (const revision of old.slice(0, Math.max(0, old.length - limit))) await this.revisions.delete(revision);
  }
}
