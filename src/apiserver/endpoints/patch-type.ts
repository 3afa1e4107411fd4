import { StatusError } from "../status-error.js";
import type { ResourceRequest } from "./request.js";

export type PatchType = "json" | "merge" | "strategic" | "apply";

const mediaTypes: Readonly<Record<string, PatchType>> = {
  "application/json-patch+json": "json",
  "application/merge-patch+json": "merge",
  "application/strategic-merge-patch+json": "strategic",
  "application/apply-patch+yaml": "apply",
};

/** @throws StatusError 415 for a Content-Type that is not a patch type, or not one of this kind */
export function choosePatchType({
  contentType,
  resource,
}: Pick<ResourceRequest, "contentType" | "resource">): PatchType {
  // Custom resources have no Go struct whose tags could control a strategic merge.
  const offered = Object.keys(mediaTypes).filter(
    (type) => mediaTypes[type] !== "strategic" || resource.strategy.decode === undefined,
  );
  const [name = ""] = contentType.split(";");
  const type = offered.includes(name) ? mediaTypes[name] : undefined;
  if (type !== undefined) return type;
  // The routes of built-in kinds reject a Content-Type that is not a patch before the handler runs.
  if (resource.strategy.decode === undefined) {
    const plain = "415: Unsupported Media Type";
    throw new StatusError({ code: 415, reason: "UnsupportedMediaType", message: plain, details: {} });
  }
  const message = `the body of the request was in an unknown format - accepted media types include: ${offered.join(", ")}`;
  throw new StatusError({ code: 415, reason: "UnsupportedMediaType", message });
}
