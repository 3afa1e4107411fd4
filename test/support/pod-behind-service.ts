/** The responses of an API server for a Service with one Pod, and for that Pod. */
import { ApiError } from "../../src/kube/api-error.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import type { TransportRequest } from "../../src/kube/transport.js";

export interface PodBehindService {
  /** The response of the Pod. */
  readonly answer: string | ApiError;
  /** The conditions of its endpoint. Default: it is ready. */
  readonly conditions?: object;
  /** Collects the requests to the Pod. */
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
  return client as unknown as HttpClient; // implements only the methods that the tests call
}

export function failure(statusCode: number, message: string): ApiError {
  return new ApiError({ apiVersion: "v1", kind: "Status", status: "Failure", code: statusCode, message }, statusCode);
}
