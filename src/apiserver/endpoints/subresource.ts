import type { Answer } from "../http/answer.js";
import type { PartialUpdate, Subresource } from "../resource.js";
import { getObject } from "./get.js";
import { type Output, outputObject } from "./output.js";
import { patchFromRequest } from "./patch.js";
import type { ResourceRequest } from "./request.js";
import { answerScale } from "./scale.js";
import { updateFromRequest } from "./update.js";

/** @throws StatusError for whatever is refused */
export async function answerSubresource(
  request: ResourceRequest,
  subresource: Subresource,
  output: Output,
): Promise<Answer> {
  switch (subresource.type) {
    case "update":
      return answerPartialUpdate(request, subresource, output);
    case "scale":
      return answerScale(request, subresource, output);
    case "action":
      return request.act(subresource);
  }
}

async function answerPartialUpdate(
  request: ResourceRequest,
  { strategy }: PartialUpdate,
  output: Output,
): Promise<Answer> {
  const { verb } = request.info;
  const { object, isCreated } =
    verb === "get"
      ? { object: await getObject(request), isCreated: false }
      : await (verb === "patch" ? patchFromRequest(request, strategy) : updateFromRequest(request, strategy));
  return { type: "object", code: isCreated ? 201 : 200, object: outputObject(output, object) };
}
