import type { KubeObject } from "../../kube/objects.js";
import type { Scope } from "./watched-scopes.js";
import { isOlderOrSame } from "./resource-version.js";

interface Gone {
  readonly namespace: string | undefined;
  /** The write that took it out; undefined: it is gone for good, and so is its UID. */
  readonly upTo: string | undefined;
  /** A list has shown it once more. */
  wasListed: boolean;
}

/**
 * Objects that this process has taken out before the watch said so. What the watch tells of them until then is old, and
 * would bring them back for a moment. Told apart by UID, which no second object ever has.
 */
export class OwnDeletions {
  readonly #gone = new Map<string | undefined, Gone>();

  add({ metadata }: KubeObject, upTo?: string): void {
    if (metadata.uid === undefined) return;
    this.#gone.set(metadata.uid, { namespace: metadata.namespace, upTo, wasListed: false });
  }

  /** True if an event tells nothing new of an object that is gone. */
  hides(type: "ADDED" | "MODIFIED" | "DELETED", object: KubeObject): boolean {
    const isHidden = this.hidesWrite(object);
    if (type === "DELETED" || !isHidden) this.#gone.delete(object.metadata.uid);
    return isHidden;
  }

  /** The same for an own write: its answer may come after that of a deletion that was sent later. */
  hidesWrite({ metadata: { uid, resourceVersion } }: KubeObject): boolean {
    const gone = this.#gone.get(uid);
    return gone !== undefined && (gone.upTo === undefined || isOlderOrSame(resourceVersion, gone.upTo));
  }

  /**
   * Which of the listed objects to leave out. One list may have been under way during the deletion; a second one that
   * still shows the object is right, for then the server has been restored from a backup.
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
