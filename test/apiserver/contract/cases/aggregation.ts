import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { define, definitionsPath, group, version, widgetDefinition } from "../custom-kinds.js";
import {
  addDiscovery,
  createService,
  extensionGroup,
  hidingPort,
  register,
  servicesPath,
  untilAvailable,
  untilReason,
  withExtensionServer,
} from "../extension-server.js";
import { withoutOwners } from "../kind-cases.js";

const things = `/apis/${extensionGroup}/v1/namespaces/$ns/things`;

/** kube-apiserver reports the failed connection, or, after its next check, that the service is unavailable. */
const unreached = { show: () => "unreached" };

/** Registers the extension server with its discovery, and waits until it is available. */
function withThings(name: string, run: (api: ContractApi, server: Server) => Promise<void>): ContractCase {
  return withExtensionServer(name, async (api, server) => {
    addDiscovery(api, server);
    await register(api, server);
    await untilAvailable(api);
    await run(api, server);
  });
}

type Server = Parameters<Parameters<typeof withExtensionServer>[1]>[1];

const ofPort = (port: number, name = ""): object => ({ port, ...(name === "" ? {} : { name }), protocol: "TCP" });

const slicesPath = "/apis/discovery.k8s.io/v1/namespaces/$ns/endpointslices";

function slice(ports: readonly object[], endpoints: readonly object[]): object {
  const labels = { "kubernetes.io/service-name": "ext" };
  return { metadata: { name: "ext-1", labels }, addressType: "IPv4", ports, endpoints };
}

export const cases: readonly ContractCase[] = [
  withThings("a request passes with its user", async (api, server) => {
    const shown = hidingPort(server);
    await api.get(things, shown);
    await api.get(`${things}/a%2Fb?labelSelector=a%3Db&x=%20y+z`, shown);
    await api.post(things, { a: 1 }, shown);
    await api.put(`${things}/a/status`, { a: 2 }, shown);
    await api.patch(`${things}/a`, "merge", { a: null }, shown);
    await api.delete(`${things}/a`, { kind: "DeleteOptions" }, shown);
    await api.request("options", things, undefined, shown);
    await api.get(`${things}/`, shown);
    await api.get(`${things}//x`, shown);
  }),
  withThings("a request passes with an impersonated user", async (api, server) => {
    const headers = {
      "Impersonate-User": "jane@example.com",
      "Impersonate-Group": "system:masters",
      "Impersonate-Uid": "1234",
      "Impersonate-Extra-Example.com%2Fscopes": "a b",
      "X-Remote-User": "root",
      "X-Remote-Group": "system:masters",
      "X-Remote-Extra-Other": "x",
      "X-Custom": "kept",
      "X-Forwarded-For": "10.1.2.3",
      "Keep-Alive": "x",
      Te: "trailers",
    };
    await api.get(things, { ...hidingPort(server), headers });
  }),
  withThings("a user without a role is rejected before the extension server", async (api) => {
    await api.get(things, { headers: { "Impersonate-User": "nobody" } });
    await api.post(things, {}, { headers: { "Impersonate-User": "nobody" } });
    await api.get(`/apis/${extensionGroup}/v1`, { headers: { "Impersonate-User": "nobody" } });
  }),
  withThings("responses pass as they are", async (api, server) => {
    const status = {
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      message: "mine",
      reason: "Conflict",
      code: 409,
    };
    server.handler = (_, response) =>
      response
        .writeHead(409, { "content-type": "application/json", warning: '299 - "careful"', "retry-after": "3" })
        .end(JSON.stringify(status));
    await api.get(things);
    server.handler = (_, response) => response.writeHead(204).end();
    await api.delete(`${things}/a`);
    server.handler = (_, response) => response.writeHead(200, { "content-type": "text/plain" }).end("line 1\nline 2\n");
    await api.get(`${things}/a/log`);
    server.handler = (_, response) => response.writeHead(500).end("broken");
    await api.get(things);
    server.handler = (_, response) => response.writeHead(302, { location: "/elsewhere" }).end();
    await api.get(things);
    server.handler = (_, response) => response.writeHead(401, { "www-authenticate": "Basic x" }).end();
    await api.get(things);
    server.handler = (request) => request.socket.destroy();
    await api.post(things, {});
  }),
  withThings("a watch passes event by event", async (api, server) => {
    server.handler = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      for (const name of ["a", "b"]) {
        response.write(`${JSON.stringify({ type: "ADDED", object: { kind: "Thing", metadata: { name } } })}\n`);
      }
    };
    const watch = await api.watch(`${things}?watch=1`);
    await watch.until(2);
  }),
  withThings("an upgrade that the extension server rejects", async (api) => {
    const upgrade = (path: string): string =>
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\n$authorization\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n`;
    await api.raw([{ send: upgrade(`${things}/refuse/exec`), answers: 1 }]);
  }),
  withThings("discovery of the group", async (api) => {
    const path = `/apis/${extensionGroup}`;
    await api.get(path);
    await api.get(`${path}/`);
    await api.get(`${path}/v1`);
    await api.get(`${path}/v2`);
    await api.get(`${path}/v2/things`);
    await api.get("/apis", { show: ofGroup(api) });
  }),
  withExtensionServer("a Service is missing, and then an endpoint", async (api, server) => {
    addDiscovery(api, server);
    const { port } = server;
    await api.delete("/api/v1/namespaces/$ns/services/ext", undefined, { record: false });
    await register(api, server);
    await untilReason(api, server, "ServiceNotFound");
    await api.until(things, ({ status }) => status === 503);
    await api.post(things, {});
    await api.get(`/apis/${extensionGroup}/v1`);
    await createService(api, { ports: [ofPort(443) as never] });
    await untilReason(api, server, "ServicePortError");
    await createService(api, { ports: [ofPort(port, "https") as never] });
    await untilReason(api, server, "EndpointsNotFound");
    await api.post(slicesPath, slice([ofPort(port, "other")], [{ addresses: ["10.9.9.9"] }]), { record: false });
    await untilReason(api, server, "MissingEndpoints");
    await api.get(things);
    await createService(api, { type: "ExternalName", externalName: "127.0.0.1" });
    await untilReason(api, server, "Passed");
  }),
  withExtensionServer("the discovery of an extension server fails", async (api, server) => {
    server.failure = 503;
    await register(api, server);
    await untilReason(api, server, "FailedDiscoveryCheck");
    await api.get(things);
    await api.get(`/apis/${extensionGroup}`);
    server.failure = undefined;
    addDiscovery(api, server);
    await untilReason(api, server, "Passed");
  }),
  withExtensionServer("an address without a server", async (api, server) => {
    const service = { namespace: "$ns", name: "ext", port: 9 };
    await register(api, server, { spec: { service } });
    await untilReason(api, server, "FailedDiscoveryCheck");
  }),
  withExtensionServer("a certificate of another authority", async (api, server) => {
    addDiscovery(api, server);
    await register(api, server, { spec: { insecureSkipTLSVerify: true } });
    await untilAvailable(api);
    await api.get(things, { show: ({ kind }) => kind as unknown });
    await api.patch(
      `${servicesPath}/v1.${extensionGroup}`,
      "merge",
      { spec: { insecureSkipTLSVerify: false } },
      { record: false },
    );
    await api.until(things, ({ status }) => status !== 200, unreached);
    const ca = await api.get("/api/v1/namespaces/$ns/configmaps/kube-root-ca.crt", { record: false });
    const caBundle = Buffer.from((ca.body as { data: Record<string, string> }).data["ca.crt"] ?? "").toString("base64");
    await api.patch(`${servicesPath}/v1.${extensionGroup}`, "merge", { spec: { caBundle } }, { record: false });
    await api.until(things, ({ status }) => status !== 200, unreached);
    const right = { spec: { caBundle: server.caBundle } };
    await api.patch(`${servicesPath}/v1.${extensionGroup}`, "merge", right, { record: false });
    await api.until(things, ({ status }) => status === 200, { show: () => "reached" });
  }),
  withThings("an APIService is deleted", async (api) => {
    await api.delete(`${servicesPath}/v1.${extensionGroup}`, undefined, { show: ({ status }) => status as unknown });
    await api.until(things, ({ status }) => status === 404);
    await api.get(`/apis/${extensionGroup}`);
    await api.get(`/apis/${extensionGroup}/v1`);
  }),
  {
    name: "the ConfigMap for extension servers",
    run: (api) =>
      api.get("/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication", {
        show: ({ metadata, data }) => ({ name: metadata.name as unknown, data: data as unknown }),
      }),
  },
  {
    name: "an APIService for each served version of a definition",
    async run(api) {
      const schema = { type: "object" };
      const versions = [version("v1", schema), version("v2", schema, { storage: false })];
      await define(api, widgetDefinition(schema, { versions }));
      const path = `${servicesPath}/v2.${group}`;
      const show = (body: AnswerBody): unknown => withoutOwners(body as never);
      await api.until(path, ({ body }) => body?.status?.conditions !== undefined, { show });
      await api.get(`/apis/${group}`);
      const changed = {
        spec: { versions: [version("v1", schema), version("v2", schema, { storage: false, served: false })] },
      };
      await api.patch(`${definitionsPath}/widgets.${group}`, "merge", changed, { record: false });
      await api.until(path, ({ status }) => status === 404);
      await api.delete(`${servicesPath}/v1.${group}`, undefined, { record: false });
      await api.until(`${servicesPath}/v1.${group}`, ({ status }) => status === 200, {
        show: ({ spec }) => spec as unknown,
      });
      await api.delete(`${definitionsPath}/widgets.${group}`, undefined, { record: false });
      await api.until(`${servicesPath}/v1.${group}`, ({ status }) => status === 404);
    },
  },
  {
    name: "a local APIService of an unknown group",
    async run(api) {
      const spec = { group: extensionGroup, version: "v1", groupPriorityMinimum: 50, versionPriority: 1 };
      const path = `${servicesPath}/v1.${extensionGroup}`;
      api.cleanUp(path);
      await api.post(servicesPath, { metadata: { name: `v1.${extensionGroup}` }, spec }, { record: false });
      await api.until(path, ({ body }) => body?.status?.conditions !== undefined, {
        show: ({ status }) => status as unknown,
      });
      await api.until(`/apis/${extensionGroup}`, ({ status }) => status === 200);
      await api.get(`/apis/${extensionGroup}/v1`);
      await api.get(things);
      await api.delete(path, undefined, { record: false });
    },
  },
];

/** Shows the entry of the case's group. */
export function ofGroup(api: ContractApi): (body: AnswerBody) => unknown {
  const name = extensionGroup.replace("$id", api.id);
  return ({ groups, items }: { groups?: AnswerBody[]; items?: AnswerBody[] }) =>
    (groups ?? items ?? []).find((each) => (each.name ?? each.metadata?.name) === name) as unknown;
}
