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
  readonly #gone = new Map<string, Gone>();

  add({ metadata }: KubeObject, upTo?: string): void {
    if (metadata.uid === undefined) return;
    this.#gone.set(metadata.uid, { namespace: metadata.namespace, upTo, wasListed: false });
  }

  /** True if an event tells nothing new of an object that is gone. */
  hides(type: "ADDED" | "MODIFIED" | "DELETED", { metadata }: KubeObject): boolean {
    const gone = this.#find(metadata.uid);
    if (gone === undefined) return false;
    const isHidden = gone.upTo === undefined || isOlderOrSame(metadata.resourceVersion, gone.upTo);
    if (type === "DELETED" || !isHidden) this.#forget(metadata.uid);
    return isHidden;
  }

  /** The same for an own write: its answer may come after that of a deletion that was sent later. */
  hidesWrite({ metadata }: KubeObject): boolean {
    const gone = this.#find(metadata.uid);
    return gone !== undefined && (gone.upTo === undefined || isOlderOrSame(metadata.resourceVersion, gone.upTo));
  }

  /**
   * Which of the listed objects to leave out. One list may have been under way during the deletion; a second one that
   * still shows the object is right, for then the server has been restored from a backup.
   */
  leftOut(scope: Scope, items: readonly KubeObject[]): ReadonlySet<string> {
    const hidden = new Set<string>();
    if (this.#gone.size === 0) return hidden;
    for (const { metadata } of items) {
      const gone = this.#find(metadata.uid);
      if (gone === undefined || metadata.uid === undefined || gone.wasListed) continue;
      if (gone.upTo !== undefined && !isOlderOrSame(metadata.resourceVersion, gone.upTo)) continue;
      gone.wasListed = true;
      hidden.add(metadata.uid);
    }
    for (const [uid, { namespace }] of this.#gone) {
      if (!hidden.has(uid) && (scope === undefined || scope === namespace)) this.#gone.delete(uid);
    }
    return hidden;
  }

  #find(uid: string | undefined): Gone | undefined {
    return uid === undefined ? undefined : this.#gone.get(uid);
  }

  #forget(uid: string | undefined): void {
    if (uid !== undefined) this.#gone.delete(uid);
  }
}
