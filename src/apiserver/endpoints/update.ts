import { type Changed, type Change, updateObject } from "../objects/update-object.js";
import { writeOf } from "./create.js";
import { decodeObject } from "./decode-object.js";
import { withManager } from "./managers.js";
import { placeNamed } from "./object-place.js";
import type { ResourceRequest } from "./request.js";
import { readWriteOptions } from "./write-options.js";

export async function updateFromRequest(request: ResourceRequest, strategy: Change["strategy"]): Promise<Changed> {
  const { resource, info } = request;
  const options = readWriteOptions(request.query, "UpdateOptions");
  const object = await decodeObject(request, resource, options.fieldValidation);
  placeNamed(request, object);
  return updateObject(request.parts, writeOf(request, options, info.name), {
    produce: (live) => withManager(request, options, live, object),
    strategy,
    isReplacement: true,
    allowsCreate: resource.strategy.allowsCreateOnUpdate,
    authorizeCreate: () => request.authorize("create"),
  });
}
