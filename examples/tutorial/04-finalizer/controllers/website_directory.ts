import { type Client, createOrPatch, mergePatch } from "tsop";
import { ConfigMap } from "tsop/k8s/core/v1";
import type { Website } from "../api/v1/website_types.js";
import { urlOf } from "./website_status.js";

/** The ConfigMap with the addresses of all Websites of a namespace. No Website can have this name. */
const directoryName = "websites.web.example.com";

/** Adds the address of a Website to the directory of its namespace. */
export async function addToDirectory(client: Client, website: Website, signal: AbortSignal): Promise<void> {
  const { namespace = "", name } = website.metadata;
  const directory: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace, name: directoryName } };
  await createOrPatch(
    client,
    directory,
    (current) => {
      current.data = { ...current.data, [name]: urlOf(website) };
    },
    { signal },
  );
}

/** Removes the address of a Website from the directory. Does nothing if the address is not in it. */
export async function removeFromDirectory(client: Client, website: Website, signal: AbortSignal): Promise<void> {
  const { namespace = "", name } = website.metadata;
  const key = { namespace, name: directoryName };
  const directory = await client.get(ConfigMap, key, { signal });
  if (directory?.data?.[name] === undefined) return;
  await client.patch(ConfigMap, key, mergePatch({ data: { [name]: null } }), { signal });
}
