import type { ReviewHandler } from "../authentication/review-request.js";
import type { Answer } from "../http/answer.js";
import { attributesOf } from "../objects/write.js";
import { writeOf } from "./create.js";
import { updateManagedFields } from "../field-management/update-managed-fields.js";
import { managedWriteOf } from "./managers.js";
import { decodeObject, type Expected } from "./decode-object.js";
import { placeObject } from "./object-place.js";
import { metadataOf } from "./output.js";
import { namespaceOf, type ResourceRequest } from "./request.js";
import { readWriteOptions } from "./write-options.js";

/** Answers a review; stores nothing. */
export async function answerReview(
  request: ResourceRequest,
  review: ReviewHandler,
  expected: Expected = request.resource,
): Promise<Answer> {
  const { parts, info, user, warnings, audit } = request;
  const options = readWriteOptions(request.query, "CreateOptions");
  const object = await decodeObject(request, expected, options.fieldValidation);
  if (info.subresource === "") placeObject(request, object);
  const type = expected.type ?? request.resource.type;
  const managed = await updateManagedFields({ ...managedWriteOf(request, options, undefined), type, object });
  const write = writeOf(request, options, info.name);
  const attributes = attributesOf(write, "CREATE", managed, undefined);
  await parts.admission.mutate(attributes);
  const answer = await review({
    object: attributes.object ?? managed,
    user,
    namespace: namespaceOf(request),
    name: info.name,
    isDryRun: options.isDryRun,
    warnings,
    audit,
    admit: (admitted) => parts.admission.validate(attributesOf(write, "CREATE", admitted, undefined)),
  });
  return {
    type: "object",
    code: 201,
    object: request.output.view === "metadata" ? metadataOf(answer, request.output.viewVersion) : answer,
  };
}
