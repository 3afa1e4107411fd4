import type { Client, WriteOptions } from "../../kube/client.js";
import { defineKind, type KubeObject } from "../../kube/objects.js";
import { type Written, written } from "./create-or-update.js";
import { isSame, type Mutate, mutated, patchBetween } from "./mutate.js";

/**
 * Writes the status that `mutate` computes, if it differs. Sends only the fields of the status that differ. A
 * concurrent change of the spec is therefore no conflict, unless a list such as `conditions` must be replaced. Does not
 * modify `object`.
 *
 * Conflicts are not retried: the status was computed from the object that was read, so the whole run must be repeated.
 * The thrown error causes that.
 *
 * @param object - the object as you read it, with its old status
 * @throws TsopError `runtime/invalid-mutation` if `mutate` changes other fields than the status; ApiError; the errors of `mutate`
 *
 * @example
 * ```ts
 * import { type Client, type Condition, type CustomResource, setCondition, updateStatusIfChanged } from "tsop";
 *
 * interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
 *   status?: { conditions?: Condition[] };
 * }
 *
 * export async function markReady(client: Client, bar: Bar): Promise<void> {
 *   await updateStatusIfChanged(client, bar, (draft) => {
 *     const { conditions = [] } = draft.status ?? {};
 *     setCondition(conditions, { type: "Ready", status: "True", reason: "Done", message: "" });
 *     draft.status = { ...draft.status, conditions };
 *   });
 * }
 * ```
 */
export async function updateStatusIfChanged<T extends KubeObject>(
  client: Pick<Client, "status">,
  object: T,
  mutate: Mutate<T>,
  options: WriteOptions = {},
): Promise<Written<T>> {
  const after = await mutated(object, mutate, "status");
  if (isSame(object, after)) return { result: "unchanged", object: after };
  const kind = defineKind<T>(object.apiVersion, object.kind);
  const stored = await client.status.patch(kind, object.metadata, patchBetween(object, after), options);
  return written(object, stored, options);
}
