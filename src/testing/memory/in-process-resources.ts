import type { InProcessServer } from "../../apiserver/in-process.js";
import type { Resources } from "../../kube/access.js";
import type { ApiResource } from "../../kube/discovery-documents.js";
import { kindNotServed } from "../../kube/discovery.js";
import { serverName } from "./in-process-transport.js";

/** What a server in this process serves: it is asked each time, without discovery. */
export function createInProcessResources(start: () => Promise<InProcessServer>): Resources {
  return {
    async get(kind, namespace) {
      const server = await start();
      const found = server.resourceOf(kind, namespace);
      if (found === undefined) throw kindNotServed(kind, server.resourcesOf(kind.group, kind.version), serverName);
      const { group, version, resource: plural, singular, namespaced, verbs, shortNames, categories } = found;
      const subresources = [...found.subresources.keys()];
      return {
        ...{ group, version, kind: found.kind, plural, singular, namespaced },
        verbs,
        subresources,
        shortNames,
        categories,
      } satisfies ApiResource;
    },
    invalidate: () => undefined,
  };
}
