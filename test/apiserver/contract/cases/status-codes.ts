import type { ContractCase, Method } from "../contract-case.js";
import { configMap, configMaps, createConfigMaps } from "../sample-objects.js";

const paths: readonly string[] = [
  "/nothing",
  "/nothing/at/all",
  "/api/v9",
  "/api/v1/nothing",
  "/api/v1/namespaces/$ns/nothing",
  "/api/v1/namespaces/$ns/configmaps/a/b/c/d",
  "/apis/nothing.example.com",
  "/apis/nothing.example.com/v1",
  "/apis/apps/v9",
  "/apis/apps/v9/deployments",
  "/apis/apps/v1/nothing",
  "/healthz/nothing",
  "/livez/ping",
  "/readyz/ping",
  "/healthz",
  "/livez",
  "/readyz",
  "/healthz/ping",
  "/openapi",
  "/openapi/v3/nothing",
  "/logs",
  "/metrics/nothing",
  "//api/v1",
  "//",
  "//version",
  "//apis/apps/v1/deployments",
  "/api/v1/../v1/namespaces/$ns",
  "/api/v1/./namespaces/$ns",
  "/%61pi/v1/namespaces/$ns",
  "/api/v1/namespaces/$ns?%zz",
  "/api/v1/namespaces/%zz",
];

const methods: readonly { readonly method: Method; readonly path: string; readonly body?: object }[] = [
  { method: "post", path: "/api/v1/namespaces/$ns", body: {} },
  { method: "post", path: `${configMaps}/a`, body: {} },
  { method: "put", path: configMaps, body: {} },
  { method: "patch", path: configMaps, body: {} },
  { method: "delete", path: "/api/v1/namespaces" },
  { method: "post", path: "/api/v1/configmaps", body: {} },
  { method: "delete", path: "/api/v1/configmaps" },
  { method: "post", path: "/healthz", body: {} },
  { method: "post", path: "/version", body: {} },
  { method: "post", path: "/api/v1", body: {} },
  { method: "delete", path: "/apis/apps/v1" },
  { method: "get", path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews" },
  { method: "get", path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews/a" },
  { method: "put", path: "/api/v1/namespaces/$ns/status", body: {} },
  { method: "post", path: "/apis/apps/v1/namespaces/$ns/deployments/a/scale", body: {} },
  { method: "delete", path: "/apis/apps/v1/namespaces/$ns/deployments/a/status" },
  { method: "get", path: "/api/v1/namespaces/$ns/pods/a/eviction" },
  { method: "get", path: "/api/v1/namespaces/$ns/bindings" },
  { method: "get", path: "/api/v1/namespaces/$ns/finalize" },
  { method: "options", path: "/api/v1" },
  ...(["post", "put", "patch", "delete"] as const).flatMap((method) => [
    { method, path: "/api/v1/watch/configmaps" },
    { method, path: "/api/v1/watch/namespaces/$ns/configmaps/a" },
  ]),
  { method: "post", path: "//api/v1/namespaces/$ns/configmaps", body: configMap("a") },
  { method: "head", path: "/healthz" },
];

/** Paths that accept any method. */
const groupPaths = ["/apis", "/apis/apps", "/apis/apps/", "/apis/apiextensions.k8s.io", "/api"];

const credentials: readonly (readonly [name: string, headers: Record<string, string | undefined>])[] = [
  ["a token that nobody has", { authorization: "Bearer nobodys" }],
  ["an empty token", { authorization: "Bearer " }],
  ["a scheme that is not spoken", { authorization: "Basic YWRtaW46YWRtaW4=" }],
  ["bearer in small letters", { authorization: "bearer nobodys" }],
  ["an authorization that is nonsense", { authorization: "nonsense" }],
];

export const cases: readonly ContractCase[] = [
  ...paths.map((path): ContractCase => ({ name: `GET ${path}`, run: (api) => api.get(path) })),
  ...methods.map(({ method, path, body }): ContractCase => ({
    name: `${method.toUpperCase()} ${path}`,
    run: (api) => api.request(method, path, body),
  })),
  ...groupPaths.flatMap((path) =>
    (["post", "put", "patch", "delete", "options"] as const).map((method): ContractCase => ({
      name: `${method.toUpperCase()} ${path}`,
      run: (api) => api.request(method, path, undefined, { show: ({ kind, message }) => ({ kind, message }) }),
    })),
  ),
  ...credentials.flatMap(([name, headers]): readonly ContractCase[] => [
    { name: `401: ${name}`, run: (api) => api.get(`${configMaps}/a`, { headers }) },
  ]),
  { name: "401: of a write", run: (api) => api.post(configMaps, configMap("a"), { token: "nobodys" }) },
  { name: "401: of a path that is not there", run: (api) => api.get("/nothing", { token: "nobodys" }) },
  { name: "401: of health", run: (api) => api.get("/healthz", { token: "nobodys" }) },
  {
    name: "401: of a watch",
    run: async (api) => (await api.watch(`${configMaps}?watch=true`, { token: "nobodys" })).until("end"),
  },
  { name: "version", run: (api) => api.get("/version") },
  { name: "version with a slash", run: (api) => api.get("/version/") },
  ...["healthz", "livez", "readyz"].map((path): ContractCase => ({
    name: `${path} in words`,
    run: (api) => api.get(`/${path}?verbose`, { show: (body: string) => body.split("\n") }),
  })),
  {
    name: "single health checks",
    async run(api) {
      await api.get("/readyz/poststarthook/rbac/bootstrap-roles");
      await api.get("/readyz/poststarthook/rbac/bootstrap-roles?verbose");
      await api.get("/livez/shutdown");
      await api.get("/readyz/poststarthook");
      await api.get("/readyz/ping/");
      await api.post("/livez/autoregister-completion", {});
      await api.get("/", {
        show: ({ paths }) => paths.filter((path: string) => /^.(?:health|live|ready)z/.test(path)),
      });
      await api.get("/readyz?verbose&exclude=etcd&exclude=poststarthook/rbac/bootstrap-roles&exclude=poststarthook", {
        show: (body: string) => body.split("\n").filter((line) => !line.endsWith(" ok") || line.includes("excluded")),
      });
    },
  },
  {
    name: "readiness without a check",
    run: (api) => api.get("/readyz?exclude=etcd", { show: (body: string) => body.split("\n").length }),
  },
  { name: "readiness without a check that nobody knows", run: (api) => api.get("/readyz?exclude=nothing") },
  {
    name: "a conflict, and then the right version",
    async run(api) {
      const [made] = await createConfigMaps(api, "a");
      const { resourceVersion } = made!.body.metadata;
      await api.put(`${configMaps}/a`, configMap("a", { a: "1" }, { resourceVersion }), { record: false });
      const refused = await api.put(`${configMaps}/a`, configMap("a", { a: "2" }, { resourceVersion }));
      const current = await api.get(`${configMaps}/a`, { record: refused.status !== 409 });
      await api.put(`${configMaps}/a`, { ...current.body, data: { a: "2" } });
    },
  },
];
