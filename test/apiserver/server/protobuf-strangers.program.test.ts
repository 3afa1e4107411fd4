/** An unauthenticated client gets a protobuf response, without making the server read its protobuf tables. */
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { kubernetesVersions, newestVersion } from "../../../src/schema/kubernetes-versions.js";
import { loadProtobufCodec } from "../../../src/apiserver/protobuf/load-codec.js";
import { statusCodec } from "../../../src/apiserver/protobuf/status-codec.js";
import { serveHttp } from "../../../src/apiserver/http/serve-http.js";
import { ApiRequestHandler, type HandlerParts } from "../../../src/apiserver/server/request-handler.js";
import { invalidError, unauthorizedError } from "../../../src/apiserver/status-error.js";

const codec = loadProtobufCodec(newestVersion);
const protobuf = "application/vnd.kubernetes.protobuf";

test.each(kubernetesVersions)("a refusal is printed as by the table of all messages of %s", (version) => {
  const all = loadProtobufCodec(version);
  const fault = { type: "FieldValueInvalid", field: "a", message: "b" } as const;
  for (const error of [unauthorizedError(), invalidError("apps", "A", "a", [fault])]) {
    expect(statusCodec.encode(error.toStatus())).toEqual(all.encode(error.toStatus()));
  }
});

test.each([{ accept: protobuf }, { accept: "application/json", "content-type": protobuf }])(
  "a stranger who sends %j",
  async (headers) => {
    let loaded = 0;
    const load = (): ReturnType<typeof loadProtobufCodec> => {
      loaded += 1;
      return loadProtobufCodec(newestVersion);
    };
    // The server uses nothing else before it has authenticated the client.
    const parts = {
      loadProtobuf: load,
      registry: { onChange: () => undefined },
      checkHost: () => undefined,
      authenticate: () => {
        throw unauthorizedError();
      },
    } as unknown as HandlerParts;
    const server = createServer(serveHttp(new ApiRequestHandler(parts).handle).handle);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const [status, body] = await new Promise<[number | undefined, Buffer]>((resolve, reject) => {
      const sent = request({ port, host: "127.0.0.1", path: "/api/v1/pods", headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.once("end", () => resolve([answer.statusCode, Buffer.concat(chunks)]));
      });
      sent.once("error", reject);
      sent.end();
    });
    await new Promise((resolve) => server.close(resolve));
    expect(status).toBe(401);
    const refusal = unauthorizedError().toStatus();
    if (headers.accept === protobuf) expect(body).toEqual(codec.encode(refusal));
    else expect(JSON.parse(body.toString())).toEqual(refusal);
    expect(loaded).toBe(0);
  },
);
