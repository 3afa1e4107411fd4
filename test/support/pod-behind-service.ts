/** What an API server answers about a Service with one Pod behind it, and what it answers for that Pod. */
import { ApiError } from "../../src/kube/api-error.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import type { TransportRequest } from "../../src/kube/transport.js";

export interface PodBehindService {
  /** What the Pod answers. */
  readonly answer: string | ApiError;
  /** Of its endpoint. Default: it is ready. */
  readonly conditions?: object;
  /** Where requests to the Pod are kept. */
  readonly sent?: TransportRequest[];
}

export function clientOfPod({ answer, conditions = { ready: true }, sent = [] }: PodBehindService): HttpClient {
  const slice = {
    endpoints: [{ conditions, targetRef: { kind: "Pod", name: "operator-1" } }],
    ports: [{ name: "hooks", port: 9443 }],
  };
  const spec = { selector: { app: "operator" }, ports: [{ name: "hooks", port: 443 }] };
  const client = {
    get: () => Promise.resolve({ spec }),
    list: () => Promise.resolve({ items: [slice] }),
    transport: {
      request: (request: TransportRequest) => {
        sent.push(request);
        return typeof answer === "string" ? Promise.resolve(answer) : Promise.reject(answer);
      },
    },
  };
  return client as unknown as HttpClient; // as much of one as is asked
}

export function failure(statusCode: number, message: string): ApiError {
  return new ApiError({ apiVersion: "v1", kind: "Status", status: "Failure", code: statusCode, message }, statusCode);
}
