import { defaultServiceAccount, namespaceObject } from "../kinds/bootstrap/namespace-objects.js";
import type { StoredObjects } from "../resource.js";

/** Reads the store as if each namespace existed, with its service account `default`. Lists contain stored objects only. */
export function withImpliedObjects(stored: StoredObjects): StoredObjects {
  return {
    list: (storageKey, namespace) => stored.list(storageKey, namespace),
    get(storageKey, namespace, name) {
      const found = stored.get(storageKey, namespace, name);
      if (found !== undefined) return found;
      if (storageKey === "namespaces") return namespaceObject(name);
      return storageKey === "serviceaccounts" && name === "default" ? defaultServiceAccount(namespace) : undefined;
    },
  };
}
