import type { RequestUrl } from "../http/request-url.js";
import type { Answer } from "../http/answer.js";
import type { ApiRequest } from "../http/api-request.js";
import type { UserInfo } from "../resource.js";

/** Answers a request for a path that is no resource's. */
export type PathHandler = (request: ApiRequest, url: RequestUrl, user: UserInfo) => Promise<Answer>;

/** Source: k8s.io/apiserver/pkg/server/handler.go: what no handler knows, the Go library answers. */
export const notFoundAnswer: Answer = {
  type: "text",
  code: 404,
  contentType: "text/plain; charset=utf-8",
  text: "404 page not found\n",
};
