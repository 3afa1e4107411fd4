import type { Client, Kind, KubeObject } from "tsop";

export async function touch(client: Client, object: KubeObject, kind: Kind): Promise<void> {
  await client.update(object);
  await client.list(kind);
  // @rbac groups=apps resources=deployments verbs=delete
  await client.delete(kind, object.metadata);
}
