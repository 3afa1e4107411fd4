import { serviceResolver } from "../admission/service-resolver.js";
import type { ConversionHost } from "../custom-resources/conversion/convert-by-webhook.js";
import type { StoredObjects } from "../resource.js";

/** Where conversion webhooks find a Service: as admission webhooks do, but nobody asks why there is none. */
export function serviceAddresses(objects: StoredObjects): ConversionHost["resolveService"] {
  const resolve = serviceResolver(objects);
  return (reference) => {
    try {
      const { host, port } = resolve(reference);
      return { hostname: host, port };
    } catch {
      return undefined;
    }
  };
}
