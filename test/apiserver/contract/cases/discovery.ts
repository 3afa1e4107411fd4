import type { AnswerBody, ContractCase } from "../contract-case.js";

const groupVersions = [
  "apps/v1",
  "admissionregistration.k8s.io/v1",
  "apiextensions.k8s.io/v1",
  "apiregistration.k8s.io/v1",
  "authentication.k8s.io/v1",
  "authorization.k8s.io/v1",
  "autoscaling/v1",
  "autoscaling/v2",
  "batch/v1",
  "certificates.k8s.io/v1",
  "coordination.k8s.io/v1",
  "discovery.k8s.io/v1",
  "events.k8s.io/v1",
  "flowcontrol.apiserver.k8s.io/v1",
  "networking.k8s.io/v1",
  "node.k8s.io/v1",
  "policy/v1",
  "rbac.authorization.k8s.io/v1",
  "resource.k8s.io/v1",
  "scheduling.k8s.io/v1",
  "storage.k8s.io/v1",
];

const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Excludes custom groups of any suffix, which other cases create and delete. */
const isBuiltIn = (name: string | undefined): boolean =>
  name === undefined || !name.includes(".") || groupVersions.some((each) => each.startsWith(`${name}/`));

function get(name: string, path: string, accept?: string, show?: (body: AnswerBody) => unknown): ContractCase {
  return {
    name,
    run: (api) =>
      api.get(path, {
        ...(accept === undefined ? {} : { headers: { accept } }),
        ...(show === undefined ? {} : { show }),
      }),
  };
}

export const cases: readonly ContractCase[] = [
  get("versions of the core group", "/api"),
  get("groups", "/apis", undefined, ({ groups, ...rest }) => ({
    ...rest,
    groups: groups.filter((group: AnswerBody) => isBuiltIn(group.name)),
  })),
  get("resources of the core group", "/api/v1"),
  get("resources of the core group, with a slash", "/api/v1/", undefined, (body) => body.resources.length),
  ...groupVersions.map((each) => get(`resources of ${each}`, `/apis/${each}`)),
  get("a group", "/apis/apps"),
  get("a group of two versions", "/apis/autoscaling"),
  get("all at once: the core group", "/api", aggregated),
  get("all at once: the other groups", "/apis", aggregated, ({ items, ...rest }) => ({
    ...rest,
    items: items.filter((item: AnswerBody) => isBuiltIn(item.metadata.name)),
  })),
  get(
    "all at once: what kubectl asks for",
    "/api",
    `${aggregated},application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json`,
    (body) => body.kind,
  ),
  get(
    "all at once: a version that is gone",
    "/api",
    "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
  ),
  get(
    "all at once: a version that nobody knows",
    "/api",
    "application/json;g=apidiscovery.k8s.io;v=v9;as=APIGroupDiscoveryList,application/json",
  ),
  get("text is not spoken", "/api", "text/html"),
  {
    name: "all at once: what has not changed is not sent again",
    async run(api) {
      const first = await api.get("/api", { headers: { accept: aggregated }, record: false });
      await api.get("/api", { headers: { accept: aggregated, "if-none-match": first.headers["etag"] } });
      await api.get("/api", {
        headers: { accept: aggregated, "if-none-match": `"nonsense"` },
        show: (body) => body.kind,
      });
    },
  },
  get("OpenAPI: which documents there are", "/openapi/v3", undefined, (body: string) => {
    const paths = Object.keys(JSON.parse(body).paths);
    return paths.filter((path) => groupVersions.includes(path.replace("apis/", "")) || path === "api/v1");
  }),
  get("OpenAPI: a document", "/openapi/v3/apis/apps/v1", undefined, ({ openapi, components }) => ({
    openapi,
    deployment: components.schemas["io.k8s.api.apps.v1.Deployment"],
    strategy: components.schemas["io.k8s.api.apps.v1.DeploymentStrategy"],
  })),
  get("OpenAPI: which kind a path is of", "/openapi/v3/apis/apps/v1", undefined, ({ paths }) =>
    Object.fromEntries(
      [
        "/apis/apps/v1/deployments",
        "/apis/apps/v1/namespaces/{namespace}/deployments",
        "/apis/apps/v1/namespaces/{namespace}/deployments/{name}",
      ].map((path) => [
        path,
        Object.fromEntries(
          ["get", "post", "put", "patch", "delete"].map((method) => [
            method,
            paths[path][method] && {
              kind: paths[path][method]["x-kubernetes-group-version-kind"],
              action: paths[path][method]["x-kubernetes-action"],
            },
          ]),
        ),
      ]),
    ),
  ),
  get("OpenAPI: a document that is not there", "/openapi/v3/apis/nothing.example.com/v1"),
  {
    name: "OpenAPI: a custom kind",
    async run(api) {
      const group = "$id.example.com";
      const schema = {
        type: "object",
        description: "A widget.",
        properties: {
          spec: {
            type: "object",
            description: "What it is to be.",
            required: ["size"],
            properties: { size: { type: "integer", description: "How large." } },
          },
        },
      };
      await api.post(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        {
          metadata: { name: `widgets.${group}` },
          spec: {
            group,
            scope: "Namespaced",
            names: { plural: "widgets", kind: "Widget", singular: "widget", shortNames: ["wd"], categories: ["all"] },
            versions: [
              {
                name: "v1",
                served: true,
                storage: true,
                schema: { openAPIV3Schema: schema },
                subresources: { status: {} },
              },
            ],
          },
        },
        { record: false },
      );
      api.cleanUp(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${group}`);
      await api.until(`/apis/${group}/v1`, ({ status }) => status === 200, {
        // Omits the hash, which depends on the group's name.
        show: ({ resources }) => resources.map(({ name, kind, verbs }: AnswerBody) => ({ name, kind, verbs })),
      });
      await api.until(`/apis/${group}`, ({ status }) => status === 200);
      await api.until(`/openapi/v3/apis/${group}/v1`, ({ status }) => status === 200, {
        show: ({ paths, components }) => ({
          paths: Object.keys(paths)
            .filter((path) => path.includes("widgets"))
            .sort(),
          spec: Object.entries(components.schemas)
            .find(([name]) => name.endsWith("v1.Widget"))
            ?.map((each: AnswerBody) => each.properties?.spec ?? each),
        }),
      });
    },
  },
];
