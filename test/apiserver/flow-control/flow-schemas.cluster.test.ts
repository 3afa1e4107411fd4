/** FlowSchemas: their condition, and the class of each request in the headers of its response. */
import { get } from "node:https";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiServer } from "../../../src/apiserver/api-server.js";
import type { HttpClient } from "../../../src/index.js";
import { FlowSchema, PriorityLevelConfiguration } from "../../../src/k8s/flowcontrol/v1.js";
import { mergePatch } from "../../../src/kube/client.js";
import { describeCluster } from "../../support/cluster.js";
import { startComparableServer } from "../../support/comparable-server.js";
import { eventually } from "../../support/eventually.js";
import { tempFolder } from "../../support/temp-folder.js";
import { clientOf } from "../../support/workload-status.js";
import { readServerUnderTest, type ServerUnderTest } from "../contract/server-under-test.js";

const name = "flow-tests";
const configMaps = "/api/v1/namespaces/default/configmaps";
const verbs = ["*"];
const spec: FlowSchema["spec"] = {
  matchingPrecedence: 700,
  priorityLevelConfiguration: { name },
  rules: [
    {
      subjects: [{ kind: "User", user: { name: "flow-user" } }],
      resourceRules: [{ verbs: ["get", "watch"], apiGroups: [""], resources: ["configmaps"], namespaces: ["default"] }],
      nonResourceRules: [{ verbs, nonResourceURLs: ["/version"] }],
    },
    {
      subjects: [
        { kind: "Group", group: { name: "flow-group" } },
        { kind: "ServiceAccount", serviceAccount: { namespace: "flow", name: "*" } },
      ],
      resourceRules: [{ verbs, apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] }],
      nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/flow/*"] }],
    },
  ],
};

describeCluster("FlowSchemas", (cluster) => {
  let ours: ApiServer;
  beforeAll(async () => {
    ours = await startComparableServer();
  });
  afterAll(() => ours.stop());

  describe("on the embedded server", () =>
    describeFlowSchemas(() => path.join(tempFolder({ kubeconfig: ours.kubeconfig }), "kubeconfig")));
  describe("on kube-apiserver", () => describeFlowSchemas(() => cluster().kubeconfig));
});

function describeFlowSchemas(findKubeconfig: () => string): void {
  let client: HttpClient;
  let server: ServerUnderTest;
  let names: Record<string, string>;
  beforeAll(async () => {
    const kubeconfig = findKubeconfig();
    client = await clientOf(kubeconfig);
    server = readServerUnderTest(kubeconfig);
    await client.create<PriorityLevelConfiguration>({
      apiVersion: "flowcontrol.apiserver.k8s.io/v1",
      kind: "PriorityLevelConfiguration",
      metadata: { name },
      spec: { type: "Limited", limited: { limitResponse: { type: "Reject" } } },
    });
    await client.create<FlowSchema>({
      apiVersion: "flowcontrol.apiserver.k8s.io/v1",
      kind: "FlowSchema",
      metadata: { name },
      spec,
    });
    const lists = [await client.list(FlowSchema), await client.list(PriorityLevelConfiguration)];
    const all = lists.flatMap(({ items }) => items.map(({ metadata }) => [metadata.uid ?? "", metadata.name]));
    names = Object.fromEntries(all) as Record<string, string>;
  });
  afterAll(async () => {
    await client.delete(FlowSchema, { name });
    await client.delete(PriorityLevelConfiguration, { name });
    client.close();
  });

  const dangling = async (): Promise<unknown> => {
    const { status } = await client.getOrThrow(FlowSchema, { name });
    const { lastTransitionTime, ...condition } = status?.conditions?.[0] ?? {};
    expect(lastTransitionTime).toBeDefined();
    return condition;
  };

  /** Returns the names in the headers of a response: of the FlowSchema, and of the priority level. */
  const classOf = (target: string, user?: string, group = "system:authenticated"): Promise<(string | undefined)[]> =>
    new Promise((resolve, reject) => {
      const acting = user === undefined ? {} : { "impersonate-user": user, "impersonate-group": group };
      const headers = { authorization: `Bearer ${server.token}`, ...acting };
      get(`${server.url}${target}`, { ca: server.ca, headers }, (response) => {
        response.destroy();
        const uids = ["flowschema", "prioritylevel"].map((each) => response.headers[`x-kubernetes-pf-${each}-uid`]);
        resolve(uids.map((uid) => (typeof uid === "string" ? names[uid] : undefined)));
      }).on("error", reject);
    });

  test("have a priority level, which their condition says", async () => {
    await eventually(async () =>
      expect(await dangling()).toEqual({
        ...{ type: "Dangling", status: "False", reason: "Found" },
        message: `This FlowSchema references the PriorityLevelConfiguration object named "${name}" and it exists`,
      }),
    );
  });

  test.each([
    ["a path", "/version", "flow-user", [name, name]],
    ["a resource, whether or not the user may read it", `${configMaps}/a`, "flow-user", [name, name]],
    ["a watch", `${configMaps}?watch=true&timeoutSeconds=1`, "flow-user", [name, name]],
    ["another verb", configMaps, "flow-user", ["global-default", "global-default"]],
    ["another namespace", "/api/v1/namespaces/other/configmaps/a", "flow-user", ["global-default", "global-default"]],
    ["a subresource", `${configMaps}/a/status`, "flow-user", ["global-default", "global-default"]],
    ["another user", "/version", "other", ["global-default", "global-default"]],
    ["a service account", "/api/v1/nodes", "system:serviceaccount:flow:any", [name, name]],
    [
      "a service account of another namespace",
      "/version",
      "system:serviceaccount:flows:any",
      ["global-default", "global-default"],
    ],
    ["a path below another", "/flow/ping", "system:serviceaccount:flow:any", [name, name]],
    ["the path above", "/flow", "system:serviceaccount:flow:any", ["global-default", "global-default"]],
    ["an unknown resource", "/apis/no.example.com/v1/things", "system:serviceaccount:flow:any", [name, name]],
    ["a long-running request", "/api/v1/namespaces/default/pods/none/log", "flow-user", [undefined, undefined]],
  ])("classify %s", async (_, target, user, expected) => {
    await eventually(async () => expect(await classOf(target, user)).toEqual(expected));
  });

  test("classify by group, and exempt administrators", async () => {
    await eventually(async () => expect(await classOf("/api/v1/nodes", "any", "flow-group")).toEqual([name, name]));
    expect(await classOf("/version")).toEqual(["exempt", "exempt"]);
  });

  test("without a priority level are dangling, and match nothing", async () => {
    const other = { spec: { priorityLevelConfiguration: { name: "none" } } };
    await client.patch(FlowSchema, { name }, mergePatch(other));
    await eventually(async () =>
      expect(await dangling()).toEqual({
        ...{ type: "Dangling", status: "True", reason: "NotFound" },
        message:
          'This FlowSchema references the PriorityLevelConfiguration object named "none" but there is no such object',
      }),
    );
    await eventually(async () =>
      expect(await classOf("/version", "flow-user")).toEqual(["global-default", "global-default"]),
    );
  });
}
