import { attempt } from "./attempt.js";
import type { ObjectStorage, OpenStorage, StorageHost, StorageKind } from "./object-storage.js";

/** A storage of several kinds: the first kind opens it, and the last one closes it. */
export function openShared<Opened extends { close(): void }>(
  open: (host: StorageHost) => Opened,
  openKind: (opened: Opened, kind: StorageKind) => OpenStorage,
): ObjectStorage {
  let current: { readonly opened: Opened; users: number } | undefined;
  return {
    open: (kind, host) =>
      attempt(() => {
        const mine = (current ??= { opened: open(host), users: 0 });
        mine.users += 1;
        let isClosed = false;
        const release = (): void => {
          if (isClosed) return;
          isClosed = true;
          mine.users -= 1;
          if (mine.users > 0) return;
          current = undefined;
          mine.opened.close();
        };
        return { ...openKind(mine.opened, kind), close: () => attempt(release) };
      }),
  };
}
