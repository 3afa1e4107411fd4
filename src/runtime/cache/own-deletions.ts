import type { KubeObject } from "../../kube/objects.js";
import type { Scope } from "./watched-scopes.js";
import { isOlderOrSame } from "./resource-version.js";

interface Gone {
  readonly namespace: string | undefined;
  /**
   * The resourceVersion of the write that removed the object; undefined: the object is deleted, and its UID never
   * returns.
   */
  readonly upTo: string | undefined;
  /** Whether a list has contained the object since. */
  wasListed: boolean;
}

/**
 * Objects that this process has removed from the cache before the watch reported it. Until then, events of the watch
 * for them are outdated and would bring them back for a moment. Identified by UID, which is never reused.
 */
export class OwnDeletions {
  readonly #gone = new Map<string | undefined, Gone>();

  add({ metadata }: KubeObject, upTo?: string): void {
    if (metadata.uid === undefined) return;
    this.#gone.set(metadata.uid, { namespace: metadata.namespace, upTo, wasListed: false });
  }

  /** Returns true if an event contains no new information about a removed object. */
  hides(type: "ADDED" | "MODIFIED" | "DELETED", object: KubeObject): boolean {
    const isHidden = this.hidesWrite(object);
    if (type === "DELETED" || !isHidden) this.#gone.delete(object.metadata.uid);
    return isHidden;
  }

  /** Returns the same for a write of this process: its response may arrive after that of a later deletion. */
  hidesWrite({ metadata: { uid, resourceVersion } }: KubeObject): boolean {
    const gone = this.#gone.get(uid);
    return gone !== undefined && (gone.upTo === undefined || isOlderOrSame(resourceVersion, gone.upTo));
  }

  /**
   * Returns the listed objects to ignore. One list may have been in progress during the deletion. If a second list
   * still contains the object, the list is correct: the server was restored from a backup.
   */
  leftOut(scope: Scope, items: readonly KubeObject[]): ReadonlySet<string | undefined> {
    const hidden = new Set<string | undefined>();
    if (this.#gone.size === 0) return hidden;
    for (const item of items) {
      const { uid } = item.metadata;
      const gone = this.#gone.get(uid);
      if (gone === undefined || gone.wasListed || !this.hidesWrite(item)) continue;
      gone.wasListed = true;
      hidden.add(uid);
    }
    for (const [uid, { namespace }] of this.#gone) {
      if (!hidden.has(uid) && (scope === undefined || scope === namespace)) this.#gone.delete(uid);
    }
    return hidden;
  }
}
