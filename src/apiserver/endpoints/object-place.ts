/** Source: k8s.io/apiserver/pkg/registry/rest/meta.go and endpoints/handlers/rest.go (checkName). */
import type { ApiObject } from "../api-object.js";
import { dedupeOwnerReferences } from "../objects/owner-references.js";
import { badRequestError } from "../status-error.js";
import { namespaceOf, type ResourceRequest } from "./request.js";

/** Sets the namespace of the URL on an object that omits it; rejects another namespace. */
export function placeObject(request: ResourceRequest, object: ApiObject): void {
  const { resource } = request;
  const wanted = namespaceOf(request);
  const { namespace = "" } = object.metadata;
  if (namespace === "") {
    if (resource.namespaced) object.metadata.namespace = wanted;
  } else if (!resource.namespaced) {
    // A cluster-scoped object cannot be sent to a namespace, whatever namespace it contains.
    delete object.metadata.namespace;
  } else if (namespace !== wanted) {
    throw badRequestError("the namespace of the provided object does not match the namespace sent on the request");
  }
}

/** Does the same for an object that is sent to a name, and checks the name. */
export function placeNamed(request: ResourceRequest, object: ApiObject): void {
  placeObject(request, object);
  checkName(request, object);
  dedupeOwnerReferences(object, request.warnings);
}

/** @throws StatusError 400 if the name of an object is missing or differs from the name in the path */
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
