/** Source: k8s.io/apiserver/pkg/registry/rest/meta.go and endpoints/handlers/rest.go (checkName). */
import type { ApiObject } from "../api-object.js";
import { dedupeOwnerReferences } from "../objects/owner-references.js";
import { badRequestError } from "../status-error.js";
import { namespaceOf, type ResourceRequest } from "./request.js";

/** An object may leave out what the URL says, and may not say otherwise. */
export function placeObject(request: ResourceRequest, object: ApiObject): void {
  const { resource } = request;
  const wanted = namespaceOf(request);
  const { namespace = "" } = object.metadata;
  if (namespace === "") {
    if (resource.namespaced) object.metadata.namespace = wanted;
  } else if (!resource.namespaced) {
    // What has no namespace cannot be sent to one, whatever it says.
    delete object.metadata.namespace;
  } else if (namespace !== wanted) {
    throw badRequestError("the namespace of the provided object does not match the namespace sent on the request");
  }
}

/** The same for an object that is sent to a name. */
export function placeNamed(request: ResourceRequest, object: ApiObject): void {
  placeObject(request, object);
  checkName(request, object);
  dedupeOwnerReferences(object, request.warnings);
}

/** @throws StatusError 400 when an object that is sent to a name has another, or none */
export function checkName({ info }: ResourceRequest, object: ApiObject): void {
  const { name = "" } = object.metadata;
  if (name === "") {
    throw badRequestError(
      `the name of the object (${info.name} based on URL) was undeterminable: name must be provided`,
    );
  }
  if (name !== info.name) {
    throw badRequestError(`the name of the object (${name}) does not match the name on the URL (${info.name})`);
  }
}
