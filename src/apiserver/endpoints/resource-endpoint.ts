/** Answers one request for a resource. */
import type { ApiObject } from "../api-object.js";
import type { Answer } from "../http/answer.js";
import { returnsDeleted } from "../objects/delete-object.js";
import type { PartialUpdate, ServedResource, Subresource } from "../resource.js";
import { badRequestError, type StatusError } from "../status-error.js";
import { createFromRequest } from "./create.js";
import { deleteCollection, deleteFromRequest } from "./delete.js";
import { getObject } from "./get.js";
import { listObjects } from "./list.js";
import { methodNotAllowedError, unknownPathError } from "../http/methods.js";
import { type Output, outputList, outputObject, readIncludeObject } from "./output.js";
import { patchFromRequest } from "./patch.js";
import { choosePatchType } from "./patch-type.js";
import type { ResourceRequest } from "./request.js";
import { answerScale } from "./scale.js";
import { updateFromRequest } from "./update.js";
import { type FrameWatchEvent, watchObjects } from "./watch.js";

export interface StreamFormat {
  readonly frame: FrameWatchEvent;
  readonly contentType: string;
}

/** @throws StatusError if the server rejects the request */
export async function answerResource(request: ResourceRequest, stream: StreamFormat): Promise<Answer> {
  const { resource, info, parts } = request;
  const output: Output = {
    format: request.output,
    resource,
    table: resource.table,
    includeObject: request.output.view === "table" ? readIncludeObject(request.query) : "Metadata",
    now: parts.now,
  };
  if (resource.deprecationWarning !== undefined) {
    request.warnings.push(resource.deprecationWarning);
    request.audit.annotate("k8s.io/deprecated", "true");
  }
  if (info.subresource !== "") {
    return answerSubresource(request, findSubresource(resource, info.subresource), output);
  }
  if (info.name === "" && (info.verb === "update" || info.verb === "patch")) throw namelessError(request);
  switch (info.verb) {
    case "get":
      return objectAnswer(output, 200, await getObject(request));
    case "list":
      return { type: "object", code: 200, object: outputList(output, await listObjects(request)) };
    case "watch":
      return watchObjects(request, output, stream.frame, stream.contentType);
    case "create":
      return objectAnswer(output, 201, await createFromRequest(request));
    case "update":
    case "patch":
      return answerChange(request, resource, output);
    case "delete": {
      const { code, deleted, status } = await deleteFromRequest(request);
      const isShown = deleted?.type === "pending" || returnsDeleted(resource);
      if (deleted !== undefined && isShown) return objectAnswer(output, code, deleted.object);
      return { type: "object", code, object: status };
    }
    case "deletecollection":
      return { type: "object", code: 200, object: outputList(output, await deleteCollection(request)) };
    default:
      throw methodNotAllowedError();
  }
}

function objectAnswer(output: Output, code: number, object: ApiObject): Answer {
  return { type: "object", code, object: outputObject(output, object) };
}

async function answerChange(
  request: ResourceRequest,
  { strategy }: Pick<ServedResource | PartialUpdate, "strategy">,
  output: Output,
): Promise<Answer> {
  const change = request.info.verb === "patch" ? patchFromRequest : updateFromRequest;
  const { object, isCreated } = await change(request, strategy);
  return objectAnswer(output, isCreated ? 201 : 200, object);
}

async function answerSubresource(request: ResourceRequest, subresource: Subresource, output: Output): Promise<Answer> {
  switch (subresource.type) {
    case "update":
      return request.info.verb === "get"
        ? objectAnswer(output, 200, await getObject(request))
        : answerChange(request, subresource, output);
    case "scale":
      return answerScale(request, subresource, output);
    case "action":
      return request.act(subresource);
  }
}

function findSubresource({ subresources }: ServedResource, name: string): Subresource {
  const subresource = subresources.get(name);
  if (subresource === undefined) throw unknownPathError();
  return subresource;
}

/** The path of a custom resource's collection accepts any method; only then is the name missing. */
function namelessError(request: ResourceRequest): StatusError {
  if (request.info.verb === "patch") choosePatchType(request);
  return badRequestError("name must be provided");
}
