/** Changes of an existing CustomResourceDefinition. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import {
  causesOnly,
  define,
  definitionsPath,
  group,
  hasCondition,
  inSpec,
  version,
  widget,
  widgetDefinition,
  widgets,
} from "../custom-kinds.js";
import { names } from "../definition-cases.js";

const definition = `${definitionsPath}/widgets.${group}`;

function conditionsOnly(body: AnswerBody): unknown {
  if (body?.kind === "Status") return causesOnly(body);
  const conditions: { type: string }[] = body.status.conditions ?? [];
  return {
    conditions: conditions.toSorted((left, right) => (left.type < right.type ? -1 : 1)),
    acceptedNames: body.status.acceptedNames,
    storedVersions: body.status.storedVersions,
    finalizers: body.metadata.finalizers,
  };
}

/** Sends a patch, which cannot conflict with another write. */
async function change(api: ContractApi, ...operations: readonly object[]): Promise<void> {
  await api.patch(definition, "json", operations, { show: causesOnly });
}

const replace = (path: string, value: unknown): object => ({ op: "replace", path, value });

const twoVersions = {
  versions: [version("v1", { type: "object" }), version("v2", { type: "object" }, { storage: false })],
};

const definitionColumns: ContractCase = {
  name: "columns of definitions",
  async run(api) {
    const names = { plural: "widgets", kind: "Widget", shortNames: ["$id-a", "$id-b"] };
    const versions = [
      version("v1", inSpec({ a: { type: "string" } })),
      version("v1beta1", inSpec({ a: { type: "string" } }), { storage: false }),
      version("v1alpha1", inSpec({ a: { type: "string" } }), { storage: false, served: false }),
    ];
    await define(api, widgetDefinition(undefined, { names, versions }));
    const headers = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
    await api.get(definition, {
      headers,
      show: (body) => ({ columns: body.columnDefinitions, rows: body.rows.map((row: AnswerBody) => row.cells) }),
    });
  },
};

export const cases: readonly ContractCase[] = [
  definitionColumns,
  {
    name: "what a new definition becomes",
    async run(api) {
      await define(api, widgetDefinition());
      await api.get(definition, { show: conditionsOnly });
    },
  },
  {
    name: "names that are another one's",
    async run(api) {
      await define(api, widgetDefinition(undefined, names({ shortNames: ["wd"], categories: ["things"] })));
      const other = widgetDefinition(undefined, {
        names: {
          plural: "others",
          singular: "widget",
          kind: "Other",
          listKind: "WidgetList",
          shortNames: ["wd", "ot"],
        },
      });
      const path = `${definitionsPath}/others.${group}`;
      api.cleanUp(path);
      await api.post(definitionsPath, { ...other, metadata: { name: `others.${group}` } }, { show: causesOnly });
      await api.until(path, ({ body }) => hasCondition(body, "NamesAccepted", "False"), { show: conditionsOnly });
      await api.get(`/apis/${group}/v1/others`);
      await api.delete(definition, undefined, { record: false });
      await api.until(path, ({ body }) => hasCondition(body, "Established"), { show: conditionsOnly });
    },
  },
  {
    name: "a group of Kubernetes that is approved says so",
    async run(api) {
      const approved = {
        ...widgetDefinition(undefined, { group: "$id.k8s.io" }),
        metadata: { name: "widgets.$id.k8s.io", annotations: { "api-approved.kubernetes.io": "unapproved, a test" } },
      };
      await define(api, approved);
      const path = `${definitionsPath}/widgets.$id.k8s.io`;
      await api.until(path, ({ body }) => hasCondition(body, "KubernetesAPIApprovalPolicyConformant", "False"), {
        show: conditionsOnly,
      });
    },
  },
  {
    name: "what may not change",
    async run(api) {
      await define(api, widgetDefinition(undefined, twoVersions));
      await change(api, replace("/spec/scope", "Cluster"));
      await change(api, replace("/spec/group", "other.example.com"));
      await change(api, replace("/spec/names/plural", "others"));
      await change(api, replace("/spec/names/kind", "Other"));
      await change(api, { op: "remove", path: "/spec/versions/0" });
      await change(api, replace("/spec/versions/0/storage", false), replace("/spec/versions/1/storage", true));
      await api.until(definition, ({ body }) => body.status.storedVersions.length === 2, { show: conditionsOnly });
      await change(api, { op: "remove", path: "/spec/versions/0" });
      const storedVersions = (versions: string[]): object => ({ status: { storedVersions: versions } });
      for (const versions of [[], ["v1"], ["v3", "v2"], ["v2"]]) {
        await api.patch(`${definition}/status`, "merge", storedVersions(versions), { show: causesOnly });
      }
      await change(api, { op: "remove", path: "/spec/versions/0" });
    },
  },
  {
    name: "a schema that is not good any more is not looked at while it stays",
    async run(api) {
      await define(api, widgetDefinition(inSpec({ a: { type: "string" } })));
      await change(api, {
        op: "add",
        path: "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/b",
        value: {},
      });
      await change(api, {
        op: "add",
        path: "/spec/versions/0/additionalPrinterColumns",
        value: [{ name: "A", type: "x", jsonPath: ".a" }],
      });
    },
  },
  {
    name: "the status is its own, and the spec is",
    async run(api) {
      await define(api, widgetDefinition());
      await api.patch(definition, "merge", { status: { storedVersions: ["v9"] } }, { show: causesOnly });
      await api.get(definition, { show: conditionsOnly });
      await api.patch(
        `${definition}/status`,
        "merge",
        { spec: { scope: "Cluster" }, status: { acceptedNames: { kind: "x y" } } },
        {
          show: causesOnly,
        },
      );
    },
  },
  {
    name: "a definition that goes takes its objects along, and waits for their finalizers",
    async run(api) {
      await define(api, widgetDefinition());
      await api.post(widgets, widget({}, { metadata: { name: "a", finalizers: ["example.com/hold"] } }), {
        record: false,
      });
      await api.post(widgets, widget({}, { metadata: { name: "b" } }), { record: false });
      await api.delete(definition, undefined, { show: causesOnly });
      await api.until(widgets, ({ body }) => body.items?.length === 1, { show: (body) => body.items?.length });
      await api.until(definition, ({ body }) => hasCondition(body, "Terminating"), { show: conditionsOnly });
      await api.post(widgets, widget({}, { metadata: { name: "c" } }));
      await api.get(`${widgets}/a`, { show: (body) => body.metadata.finalizers });
      await api.patch(`${widgets}/a`, "merge", { metadata: { finalizers: null } }, { show: (body) => body.kind });
      await api.until(definition, ({ status }) => status === 404);
      await api.until(widgets, ({ status }) => status === 404);
    },
  },
  {
    name: "with its last definition a group is gone, and comes again",
    async run(api) {
      await define(api, widgetDefinition());
      await api.post(widgets, widget({}), { record: false });
      const version = `/apis/${group}/v1`;
      await api.until(version, ({ status }) => status === 200, {
        show: (body) => body.resources?.map((each: AnswerBody) => each.name),
      });
      await api.until(`/openapi/v3/apis/${group}/v1`, ({ status }) => status === 200, { show: () => "there" });
      await api.delete(definition, undefined, { show: causesOnly });
      for (const path of [definition, version, `/apis/${group}`, widgets]) {
        await api.until(path, ({ status }) => status === 404);
      }
      await api.until("/apis", ({ body }) => !JSON.stringify(body).includes(api.id), { show: () => "gone" });
      await define(api, widgetDefinition());
      await api.get(widgets, { show: (body) => body.items });
    },
  },
];
