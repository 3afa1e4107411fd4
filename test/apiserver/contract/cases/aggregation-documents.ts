/** Discovery and OpenAPI, merged from the API server and extension servers. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import {
  addAggregatedDiscovery,
  addDiscovery,
  type ExtensionServer,
  extensionGroup,
  register,
  untilAvailable,
  withExtensionServer,
} from "../extension-server.js";
import { ofGroup } from "./aggregation.js";

const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

async function untilDiscovered(api: ContractApi, isDone: (entry: AnswerBody) => boolean): Promise<void> {
  const show = ofGroup(api);
  await api.until("/apis", ({ body }) => isDone(show(body)), { headers: { accept }, show });
}

const hasResources = (entry: AnswerBody): boolean => JSON.stringify(entry ?? {}).includes('"responseKind"');

/** The order of the case's groups among a few that always exist. */
function order(api: ContractApi): (body: AnswerBody) => unknown {
  const known = new Set(["apps", "batch", "resource.k8s.io"]);
  return ({ groups, items }: { groups?: AnswerBody[]; items?: AnswerBody[] }) =>
    (groups ?? items ?? [])
      .map((each) => String(each.name ?? each.metadata?.name))
      .filter((name) => known.has(name) || name.includes(api.id));
}

const objectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

function addOpenApi(api: ContractApi, { documents }: ExtensionServer): void {
  const group = extensionGroup.replace("$id", api.id);
  const thing = { type: "object", description: "A thing.", properties: { size: { type: "integer" } } };
  const path = `/apis/${group}/v1/things`;
  const operation = { get: { operationId: "listThings", responses: { 200: { description: "OK" } } } };
  const document = { openapi: "3.0.0", info: { title: "x", version: "v1" }, paths: { [path]: operation } };
  const components = { schemas: { "com.example.Thing": thing } };
  const place = `/openapi/v3/apis/${group}/v1`;
  documents.set("/openapi/v3", { body: { paths: { [place.slice(12)]: { serverRelativeURL: `${place}?hash=ABC` } } } });
  documents.set(place, { body: { ...document, components } });
  const meta = { type: "object", description: "Not the server's." };
  documents.set("/openapi/v2", {
    body: {
      swagger: "2.0",
      info: { title: "x", version: "v1" },
      paths: {
        [path]: {
          get: {
            operationId: "listThings",
            responses: { 200: { description: "OK", schema: { $ref: "#/definitions/com.example.Thing" } } },
          },
        },
        "/apis/other.example.com/v1/things": operation,
        "/apis/": operation,
      },
      definitions: {
        "com.example.Thing": {
          ...thing,
          properties: { meta: { $ref: `#/definitions/${objectMeta}` } },
        },
        [objectMeta]: meta,
        "com.example.Unused": thing,
      },
    },
  });
}

export const cases: readonly ContractCase[] = [
  withExtensionServer(
    "aggregated discovery of an extension server that has only the older form",
    async (api, server) => {
      addDiscovery(api, server);
      await register(api, server);
      await untilDiscovered(api, hasResources);
    },
  ),
  withExtensionServer("aggregated discovery of an extension server", async (api, server) => {
    addDiscovery(api, server);
    addAggregatedDiscovery(api, server, ["v1", "v3"]);
    await register(api, server);
    await untilDiscovered(api, hasResources);
  }),
  withExtensionServer("aggregated discovery does not contain the version", async (api, server) => {
    addDiscovery(api, server);
    addAggregatedDiscovery(api, server, ["v3"]);
    await register(api, server);
    await untilDiscovered(api, (entry) => JSON.stringify(entry ?? {}).includes('"Current"'));
  }),
  withExtensionServer("discovery of an extension server that does not respond is stale", async (api, server) => {
    server.failure = 503;
    await register(api, server);
    await untilDiscovered(api, (entry) => entry !== undefined);
    await api.get(`/apis/${extensionGroup}`);
  }),
  withExtensionServer("versions and groups are in the order of their priorities", async (api, server) => {
    addDiscovery(api, server, "v1");
    addDiscovery(api, server, "v2");
    await register(api, server, { version: "v1", spec: { versionPriority: 20, groupPriorityMinimum: 17_810 } });
    await register(api, server, { version: "v2", spec: { versionPriority: 10, groupPriorityMinimum: 10 } });
    await untilAvailable(api, "v1");
    await untilAvailable(api, "v2");
    await untilDiscovered(
      api,
      (entry) => entry?.versions?.length === 2 && JSON.stringify(entry).split('"responseKind"').length === 5,
    );
    await api.get(`/apis/${extensionGroup}`);
    await api.get("/apis", { show: order(api) });
    await api.get("/apis", { headers: { accept }, show: order(api) });
  }),
  withExtensionServer("OpenAPI of an extension server", async (api, server) => {
    addDiscovery(api, server);
    addOpenApi(api, server);
    await register(api, server);
    await untilAvailable(api);
    const group = extensionGroup.replace("$id", api.id);
    const key = `apis/${group}/v1`;
    await api.until("/openapi/v3", ({ body }) => body?.paths?.[key] !== undefined || String(body).includes(key), {
      show: (body) => (typeof body === "string" ? JSON.parse(body) : body).paths[key] as unknown,
    });
    await api.get(`/openapi/v3/${key}`);
    await api.get(`/openapi/v3/${key}?hash=ABC`);
    await api.until("/openapi/v2", ({ body }) => body?.paths?.[`/apis/${group}/v1/things`] !== undefined, {
      show: ({ paths, definitions }) => ({
        path: paths[`/apis/${group}/v1/things`] as unknown,
        others: Object.keys(paths as object).filter((path) => path.includes("other.example.com")),
        definitions: Object.fromEntries(
          ["com.example.Thing", "com.example.Unused", `${objectMeta}_v2`].map((name) => [
            name,
            definitions[name] as unknown,
          ]),
        ),
      }),
    });
  }),
];
