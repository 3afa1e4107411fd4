/** A kind of object in one version of one API group. The core group is the empty string. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Formats `Bar.foo.abc.com`, or `Pod` of the core group. */
export function showGroupKind({ group, kind }: Pick<GroupVersionKind, "group" | "kind">): string {
  return group === "" ? kind : `${kind}.${group}`;
}

/** Joins `apps` + `v1` → `apps/v1`; the core group has no slash. */
export function toApiVersion(group: string, version: string): string {
  return group === "" ? version : `${group}/${version}`;
}

/** Returns the path of a group version: `/apis/apps/v1`, `/api/v1`. */
export function groupVersionPath(group: string, version: string): string {
  return `${group === "" ? "/api" : "/apis"}/${toApiVersion(group, version)}`;
}

/** Splits `apps/v1` → group `apps`, version `v1`; `v1` → group ``, version `v1`. */
export function parseApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf("/");
  return slash === -1
    ? { group: "", version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}
