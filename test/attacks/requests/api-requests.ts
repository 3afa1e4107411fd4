/** Requests of the Kubernetes API with mistakes in them. */
import { randomRequest } from "../../apiserver/fuzz/mutate-request.js";
import { type Attack, attack } from "../attack.js";
import type { ListenerInfo } from "../listener.js";
import { cut, type Random } from "../random.js";
import { authorize, printRequest } from "./http-text.js";
import { mutatedReview } from "./reviews.js";

const expand = (text: string): string => text.replaceAll(/\$ns|\$id/g, "fuzz");

export function apiAttack(random: Random, listener: ListenerInfo): Attack {
  const request = randomRequest(random);
  const query = request.query.length === 0 ? "" : `?${request.query.join("&")}`;
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const { body } = request;
  const bytes = body === undefined ? undefined : "json" in body ? expand(JSON.stringify(body.json)) : body.bytes;
  const text = printRequest({
    ...{ method: request.method, path: expand(request.path + query).replaceAll(" ", "%20") },
    headers: [...authorize(listener), ...headers],
    ...(bytes === undefined ? {} : { body: bytes }),
  });
  return attack("API request", cut(random, text));
}

/** What would be a review for a webhook, to where reviews are asked of the API server itself. */
export function askedReviewAttack(random: Random, listener: ListenerInfo): Attack {
  const text = printRequest({
    ...{ method: "POST", path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews" },
    headers: [...authorize(listener), "content-type: application/json"],
    body: Buffer.from(mutatedReview(random, "admission"), "latin1"),
  });
  return attack("review", cut(random, text));
}
