/** The real server and the embedded one return the same verdict for random roles and requests. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiObject } from "../../../src/apiserver/api-object.js";
import { pathAttributes, resourceAttributes } from "../../../src/apiserver/authorization/authorizer.js";
import { RbacAuthorizer } from "../../../src/apiserver/authorization/rbac-authorizer.js";
import type { JsonObject } from "../../../src/core/json.js";
import { describeCluster } from "../../support/cluster.js";
import { assetsVersion } from "../../support/control-plane.js";
import { connect, readText, send, type Connection } from "../contract/exchange.js";
import { readServerUnderTest } from "../contract/server-under-test.js";

const word = `r${Date.now().toString(36)}`;
const users = 30;
const questions = 300;
const rbac = "/apis/rbac.authorization.k8s.io/v1";

let connection: Connection;
let seed = 7;

/** Returns a number below the limit, the same in each run. */
function below(limit: number): number {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * limit);
}

function some(values: readonly string[], most = 2): string[] {
  return [...new Set(Array.from({ length: 1 + below(most) }, () => values[below(values.length)] ?? ""))];
}

const verbs = ["get", "list", "delete", "*"];
const groups = ["", "apps", "*"];
const resources = ["pods", "pods/log", "deployments", "deployments/scale", "*/scale", "*/log", "*"];
const names = ["a", "b"];
const paths = ["/healthz", "/x/*", "/x", "/x/y*", "*"];

function randomRule(): JsonObject {
  if (below(4) === 0) return { verbs: some(verbs), nonResourceURLs: some(paths) };
  const resourceNames = below(3) === 0 ? { resourceNames: some(names) } : {};
  return { verbs: some(verbs), apiGroups: some(groups), resources: some(resources), ...resourceNames };
}

async function post(path: string, body: object): Promise<JsonObject> {
  const headers = { authorization: `Bearer ${connection.server.token}`, "content-type": "application/json" };
  const response = await send(connection, { method: "POST", path, headers, body: JSON.stringify(body) });
  return JSON.parse((await readText(response)).toString()) as JsonObject;
}

async function isAllowed(spec: JsonObject): Promise<boolean> {
  const { status } = await post("/apis/authorization.k8s.io/v1/subjectaccessreviews", { spec });
  return (status as JsonObject)["allowed"] === true;
}

describeCluster("random roles", (cluster) => {
  beforeAll(() => {
    connection = connect(readServerUnderTest(cluster().kubeconfig));
  });
  afterAll(() => connection.agent.destroy());

  test("roles decide as they do in the real server", async () => {
    const stored: ApiObject[] = [];
    for (let index = 0; index < users; index++) {
      const name = `${word}-${index}`;
      const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name };
      const subjects = [{ kind: "User", name, apiGroup: "rbac.authorization.k8s.io" }];
      const rules = [randomRule(), randomRule(), { verbs: ["ready"], nonResourceURLs: [`/${word}`] }];
      const role = { apiVersion: "v1", kind: "ClusterRole", metadata: { name }, rules };
      const binding = { apiVersion: "v1", kind: "ClusterRoleBinding", metadata: { name }, roleRef, subjects };
      await post(`${rbac}/clusterroles`, { metadata: { name }, rules });
      await post(`${rbac}/clusterrolebindings`, { metadata: { name }, roleRef, subjects });
      stored.push(role, binding);
    }
    const kindOf = (key: string): string => (key.endsWith("bindings") ? "ClusterRoleBinding" : "ClusterRole");
    const objects = {
      get: (key: string, _: string, name: string) =>
        stored.find((each) => each.kind === kindOf(key) && each.metadata.name === name),
      list: (key: string) => stored.filter((each) => each.kind === kindOf(key)),
    };
    const ours = new RbacAuthorizer(objects, assetsVersion());
    const last = { user: `${word}-${users - 1}`, nonResourceAttributes: { verb: "ready", path: `/${word}` } };
    while (!(await isAllowed(last))) await sleep(20);

    for (let index = 0; index < questions; index++) {
      const username = `${word}-${below(users)}`;
      const [verb = ""] = some(verbs.slice(0, 3), 1);
      const user = { username, groups: [] };
      if (below(4) === 0) {
        const [path = ""] = some(["/healthz", "/x", "/x/y", "/x/yz", "/"], 1);
        const wanted = await isAllowed({ user: username, nonResourceAttributes: { verb, path } });
        expect([verb, path, ours.authorize(pathAttributes(user, verb, path)).isAllowed]).toEqual([verb, path, wanted]);
        continue;
      }
      const [resource = "", subresource = ""] = (
        some(["pods", "pods/log", "deployments", "deployments/scale"], 1)[0] ?? ""
      ).split("/");
      const asked = {
        verb,
        group: below(2) === 0 ? "" : "apps",
        resource,
        subresource,
        name: ["", "a", "c"][below(3)] ?? "",
      };
      const wanted = await isAllowed({ user: username, resourceAttributes: asked });
      expect([asked, ours.authorize(resourceAttributes(user, asked)).isAllowed]).toEqual([asked, wanted]);
    }
  });
});
