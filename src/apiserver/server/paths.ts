import type { RequestUrl } from "../http/request-url.js";
import type { Answer } from "../http/answer.js";
import type { ApiRequest } from "../http/api-request.js";
import type { UserInfo } from "../resource.js";

/** Answers a request for a path that is not a resource. */
export type PathHandler = (request: ApiRequest, url: RequestUrl, user: UserInfo) => Promise<Answer>;

/** The response of the Go library to a path without a handler. Source: k8s.io/apiserver/pkg/server/handler.go. */
export const notFoundAnswer: Answer = {
  type: "text",
  code: 404,
  contentType: "text/plain; charset=utf-8",
  text: "404 page not found\n",
};
