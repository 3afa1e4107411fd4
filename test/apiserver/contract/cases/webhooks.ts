import type { JsonObject } from "../../../../src/core/json.js";
import type { ContractCase } from "../contract-case.js";
import { configure, withWebhookServer } from "../webhook-server.js";
import { answers, configMaps, create, hiding, label, recordAsked, withLabels } from "../webhook-cases.js";

export const cases: readonly ContractCase[] = [
  ...answers("a webhook refuses", "Validating", [
    { response: { allowed: false } },
    { response: { allowed: false, status: { message: "no way" } } },
    { response: { allowed: false, status: { reason: "Conflict" } } },
    {
      response: {
        allowed: false,
        status: {
          message: "no <b>way",
          code: 409,
          reason: "Conflict",
          details: { name: "q", causes: [{ reason: "X", message: "m", field: "f" }] },
        },
      },
    },
    { response: { allowed: false, status: { code: 200, status: "Success" } } },
    { response: { allowed: false, status: { code: 422, reason: "Invalid", message: "x" } } },
  ]),
  ...answers("a webhook answers what makes no sense", "Validating", [
    { review: { response: null } },
    { review: { apiVersion: "admission.k8s.io/v2" } },
    { review: { apiVersion: "admission.k8s.io/v1beta1" } },
    { review: { kind: "Foo" } },
    { patch: [] },
    { response: { allowed: "yes" } },
    { raw: { body: "hello" } },
    { raw: { body: "[]" } },
    { raw: { body: "{}" } },
    { raw: {} },
  ]),
  ...answers("a webhook answers with a code", "Validating", [
    { raw: { code: 404, type: "text/plain", body: "404 page not found\n" } },
    { raw: { code: 500, type: "text/plain", body: "boom" } },
    { raw: { code: 500, body: '{"a":1}' } },
    { raw: { code: 503, type: "text/plain", body: "x" } },
    { raw: { code: 400, type: "text/plain", body: "bad" } },
    { raw: { code: 403, type: "text/plain", body: "bad" } },
    { raw: { code: 418, type: "text/plain", body: "bad" } },
    {
      raw: {
        code: 400,
        body: JSON.stringify({ kind: "Status", apiVersion: "v1", status: "Failure", message: "mine", code: 400 }),
      },
    },
  ]),
  ...answers("a webhook does not answer", "Validating", ["close"]),
  ...answers("a webhook answers too late", "Validating", ["hang"], { timeoutSeconds: 1 }),
  ...answers("nobody listens where a webhook should be", "Validating", ["close"], {
    clientConfig: { url: "https://127.0.0.1:9/x" },
  }),
  ...answers("a webhook's Service is not there", "Validating", ["close"], {
    clientConfig: { service: { namespace: "$ns", name: "nope", path: "/x" } },
  }),
  ...answers(
    "a failure that is ignored",
    "Validating",
    ["close", { raw: { code: 500 } }, { response: { allowed: false } }],
    { failurePolicy: "Ignore" },
  ),
  ...answers("a patch", "Mutating", [
    { patch: [{ op: "add", path: "/data", value: { a: "b" } }] },
    { patch: [{ op: "add", path: "/data", value: 3 }] },
    { patch: [{ op: "add", path: "/foo", value: 3 }] },
    { patch: [{ op: "remove", path: "/nope" }] },
    { patch: [{ op: "replace", path: "/data/a", value: "x" }] },
    { patch: [{ op: "frob", path: "/data" }] },
    { patch: [{ op: "test", path: "/metadata/namespace", value: "x" }] },
    { patch: {} },
    { patch: [] },
    { patch: [{ op: "replace", path: "/kind", value: "Secret" }] },
    { patch: [{ op: "replace", path: "/metadata/namespace", value: "default" }] },
    { response: { patch: Buffer.from("[]").toString("base64") } },
    { response: { patchType: "JSONPatch" } },
    { response: { patchType: "Merge", patch: Buffer.from('[{"op":"remove","path":"/a"}]').toString("base64") } },
  ]),
  withWebhookServer("a certificate that the bundle does not cover", async (api, server) => {
    const { url } = server.clientConfig({ response: {} });
    await configure(api, { hooks: [{ clientConfig: { url: url ?? "" } }] });
    await create(api, server);
  }),
  withWebhookServer("warnings reach whoever writes", async (api, server) => {
    const warnings = ["be careful", 'a "quoted" one'];
    await configure(api, { hooks: [{ clientConfig: server.clientConfig({ response: { warnings } }) }] });
    await create(api, server);
  }),
  withWebhookServer("what a webhook is asked", async (api, server) => {
    await configure(api, { hooks: [{ clientConfig: server.clientConfig({ response: {} }) }] });
    server.asked.length = 0;
    const silent = { record: false };
    await api.post(configMaps, { metadata: { name: "a" }, data: { a: "b" } }, silent);
    await api.patch(`${configMaps}/a?fieldManager=me`, "merge", { data: { c: "d" } }, silent);
    await api.put(`${configMaps}/a?dryRun=All`, { metadata: { name: "a" }, data: {} }, silent);
    await api.delete(`${configMaps}/a`, { propagationPolicy: "Background" }, silent);
    await api.get("/version", { show: recordAsked(server) });
  }),
  withWebhookServer("a delete gives nothing to patch", async (api, server) => {
    await api.post(configMaps, { metadata: { name: "a" } }, { record: false });
    await configure(api, {
      kind: "Mutating",
      hooks: [{ clientConfig: server.clientConfig({ patch: [{ op: "add", path: "/data", value: {} }] }) }],
    });
    await api.delete(`${configMaps}/a`, undefined, hiding(server));
  }),
  withWebhookServer("a dry run does not reach webhooks with side effects", async (api, server) => {
    const clientConfig = server.clientConfig({ response: {} });
    const objectSelector = { matchLabels: { side: "effects" } };
    await configure(api, { hooks: [{ clientConfig, sideEffects: "NoneOnDryRun", objectSelector }] });
    await create(api, server, { metadata: { generateName: "a-", labels: { side: "effects" } } }, "?dryRun=All");
  }),
  withWebhookServer("selectors of objects choose by the labels of both old and new", async (api, server) => {
    const clientConfig = server.clientConfig({ response: { allowed: false } });
    const objectSelector = { matchExpressions: [{ key: "guarded", operator: "In", values: ["yes", "true"] }] };
    await configure(api, {
      hooks: [
        {
          clientConfig,
          objectSelector,
          rules: [
            { operations: ["UPDATE", "CREATE"], apiGroups: ["*"], apiVersions: ["*"], resources: ["configmaps"] },
          ],
        },
      ],
    });
    await create(api, server, { metadata: { generateName: "a-", labels: { guarded: "yes" } } });
    await create(api, server, { metadata: { generateName: "a-", labels: { guarded: "no" } } });
    await api.post(configMaps, { metadata: { name: "b" } }, { record: false });
    await api.patch(`${configMaps}/b`, "merge", { metadata: { labels: { guarded: "true" } } }, hiding(server));
  }),
  withWebhookServer("rules by operation, group, resource and scope", async (api, server) => {
    const clientConfig = server.clientConfig({ response: { allowed: false } });
    const rule = {
      operations: ["DELETE"],
      apiGroups: [""],
      apiVersions: ["v1"],
      resources: ["secrets", "configmaps/*"],
    };
    await configure(api, {
      hooks: [
        {
          clientConfig,
          rules: [rule, { ...rule, operations: ["*"], resources: ["*"], scope: "Cluster" }],
          // Concurrent cases also write objects without a namespace.
          matchConditions: [
            {
              name: "own",
              expression: 'request.name == "$ns" || (has(request.namespace) && request.namespace == "$ns")',
            },
          ],
        },
      ],
    });
    await create(api, server);
    await api.post(
      "/api/v1/namespaces/$ns/secrets",
      { metadata: { name: "a" } },
      { show: ({ kind }) => kind as unknown },
    );
    await api.delete("/api/v1/namespaces/$ns/secrets/a", undefined, hiding(server));
    await api.patch(
      "/api/v1/namespaces/$ns",
      "merge",
      { metadata: { labels: { x: "y" } } },
      { ...hiding(server), show: ({ kind, message }) => [kind, message] as unknown },
    );
  }),
  withWebhookServer("rules for another version of a kind", async (api, server) => {
    const clientConfig = server.clientConfig({ response: {} });
    const rules = [
      {
        operations: ["CREATE"],
        apiGroups: ["autoscaling"],
        apiVersions: ["v1"],
        resources: ["horizontalpodautoscalers"],
      },
    ];
    await configure(api, {
      hooks: [
        { clientConfig, rules, matchPolicy: "Equivalent" },
        { clientConfig, rules, matchPolicy: "Exact" },
      ],
    });
    server.asked.length = 0;
    const spec = { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" } };
    await api.post(
      "/apis/autoscaling/v2/namespaces/$ns/horizontalpodautoscalers",
      { metadata: { name: "a" }, spec },
      { record: false },
    );
    await api.get("/version", {
      show: () =>
        server.asked.map(({ kind, requestKind, resource, requestResource, object }) => ({
          kind,
          requestKind,
          resource,
          requestResource,
          apiVersion: (object as JsonObject)["apiVersion"],
        })),
    });
  }),
  withWebhookServer("conditions that must all hold", async (api, server) => {
    const clientConfig = server.clientConfig({ response: { allowed: false } });
    const matchConditions = [
      { name: "guarded", expression: "has(object.data) && 'guarded' in object.data" },
      { name: "not-mine", expression: "request.userInfo.username != 'jane'" },
    ];
    await configure(api, { hooks: [{ clientConfig, matchConditions }] });
    await create(api, server, { data: { guarded: "yes" } });
    await create(api, server, { data: { other: "yes" } });
    await api.post(
      configMaps,
      { metadata: { generateName: "a-" }, data: { guarded: "yes" } },
      { headers: { "impersonate-user": "jane", "impersonate-group": "system:masters" }, ...hiding(server) },
    );
  }),
  withWebhookServer("conditions that cannot be evaluated", async (api, server) => {
    const clientConfig = server.clientConfig({ response: {} });
    const matchConditions = [
      { name: "a", expression: "object.data.nope == 'x'" },
      { name: "b", expression: "object.metadata.name.startsWith('a')" },
      { name: "c", expression: "object.nope == 'x'" },
    ];
    await configure(api, { hooks: [{ clientConfig, matchConditions }] });
    await create(api, server, { metadata: { name: "a" }, data: {} });
  }),
  withWebhookServer(
    "webhooks change what those before them have changed, in the order of their names",
    async (api, server) => {
      const hook = (key: string): JsonObject => ({ clientConfig: server.clientConfig({ patch: label(key, "x") }) });
      await configure(api, { kind: "Mutating", name: "$id-b", hooks: [hook("second"), hook("third")] });
      await configure(api, { kind: "Mutating", name: "$id-a", hooks: [hook("first")] });
      server.asked.length = 0;
      await create(api, server, withLabels);
      await api.get("/version", {
        show: () => server.asked.map(({ object }) => ((object as JsonObject)["metadata"] as JsonObject)["labels"]),
      });
    },
  ),
  withWebhookServer("a webhook is asked again when another has changed the object after it", async (api, server) => {
    const again = { clientConfig: server.clientConfig({ patch: label("again", "x") }), reinvocationPolicy: "IfNeeded" };
    const once = { clientConfig: server.clientConfig({ patch: label("once", "x") }) };
    await configure(api, { kind: "Mutating", hooks: [again, once] });
    server.asked.length = 0;
    await create(api, server, withLabels);
    await api.get("/version", {
      show: () => server.asked.map(({ object }) => ((object as JsonObject)["metadata"] as JsonObject)["labels"]),
    });
  }),
  withWebhookServer("a webhook that asks for old reviews gets them", async (api, server) => {
    const clientConfig = server.clientConfig({ review: { apiVersion: "admission.k8s.io/v1beta1" } });
    await configure(api, { hooks: [{ clientConfig, admissionReviewVersions: ["v0", "v1beta1"] }] });
    await create(api, server);
  }),
];
