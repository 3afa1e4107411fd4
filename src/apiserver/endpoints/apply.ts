/** Source: k8s.io/apiserver/pkg/endpoints/handlers/patch.go (applyPatcher). */
import { toApiVersion } from "../../core/gvk.js";
import { applyConfiguration } from "../field-management/apply-configuration.js";
import { copyJson } from "../../core/json.js";
import { type Change, type Changed, updateObject } from "../objects/update-object.js";
import type { ServedResource } from "../resource.js";
import { serverFault, type StatusError } from "../status-error.js";
import { writeOf } from "./create.js";
import { readObject } from "./decode-object.js";
import { managedWriteOf } from "./managers.js";
import { placeNamed } from "./object-place.js";
import { noteRepeated, readConfiguration } from "./read-configuration.js";
import type { ResourceRequest } from "./request.js";
import type { WriteOptions } from "./write-options.js";

export async function applyFromRequest(
  request: ResourceRequest,
  strategy: Change["strategy"],
  options: WriteOptions,
  body: Buffer,
): Promise<Changed> {
  const { resource, info } = request;
  const { patch, repeated } = readConfiguration(body, request.parts.version);
  return updateObject(request.parts, writeOf(request, options, info.name), {
    produce: async (live) => {
      const write = { ...managedWriteOf(request, options, live), patch, force: options.force, ...kindOf(resource) };
      const applied = copyJson(await applyConfiguration(write));
      // Only after the apply: a configuration that cannot be applied is rejected for that reason first.
      noteRepeated(repeated, options, request);
      const read = readObject(resource, copyJson(applied), []);
      const { fault } = read;
      // For a custom resource, only the metadata is read again: validation rejects a null that the apply has left.
      const isCustom = resource.strategy.decode !== undefined;
      const object = isCustom ? { ...applied, metadata: read.object.metadata } : read.object;
      if (fault !== undefined) throw unconvertible(request, fault);
      resource.strategy.setDefaults(object);
      placeNamed(request, object);
      return object;
    },
    strategy,
    allowsCreate: info.subresource === "",
    authorizeCreate: () => request.authorize("create"),
  });
}

function unconvertible({ resource, info }: ResourceRequest, fault: string): StatusError {
  const { group, version, kind } = resource;
  const place = `${group}/${version}, Kind=${kind}`;
  const why = `unable to convert unstructured object to ${place}: ${fault}`;
  const message = `failed to convert new object (${info.namespace}/${info.name}; ${place}) to proper version: ${why}`;
  return serverFault(message);
}

function kindOf({ group, version, kind }: ServedResource): { apiVersion: string; kind: string } {
  return { apiVersion: toApiVersion(group, version), kind };
}
