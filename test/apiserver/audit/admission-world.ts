/** A namespace with a policy and webhooks that write audit annotations. */
import type { JsonObject } from "../../../src/core/json.js";
import { createContractApi } from "../contract/contract-api.js";
import type { Connection } from "../contract/exchange.js";
import { enforce, group } from "../contract/policy-cases.js";
import { configure, withWebhookServer } from "../contract/webhook-server.js";
import { admissionAgentOf, admissionSteps, play } from "./scenario.js";

const policy = {
  variables: [{ name: "labels", expression: "object == null ? {} : object.metadata.?labels.orValue({})" }],
  validations: [
    { expression: "true", message: "never" },
    { expression: "!('deny' in variables.labels)", message: "the label <deny> is not allowed" },
  ],
  auditAnnotations: [
    { key: "owner", valueExpression: "object == null || !has(object.data) ? 'none' : object.data.owner" },
    { key: "absent", valueExpression: "null" },
    { key: "html", valueExpression: "object == null || !has(object.data) ? '' : object.data.?html.orValue('-')" },
  ],
};

/** Plays the steps in the namespace `decided`. */
export async function playAdmission(connection: Connection): Promise<void> {
  const names = { ns: "decided", id: "decided", steps: [], leftovers: [], patience: 20_000 };
  const api = createContractApi(connection, names);
  await api.post("/api/v1/namespaces", { metadata: { name: "decided" } });
  await enforce(api, policy, { validationActions: ["Warn", "Audit"] });
  // It would also deny the probe of the webhooks.
  await api.delete(`${group}/validatingadmissionpolicybindings/$id-probe`);
  const withHooks = withWebhookServer("webhooks", async (_, server) => {
    const auditAnnotations = { seen: "<yes>", "two/parts": "no", "not valid": "no" };
    const value = { "example.com/x": "<x>" };
    const patch = btoa(JSON.stringify([{ value, path: "/metadata/annotations", op: "add" }]));
    const changing: JsonObject = { auditAnnotations, patch, patchType: "JSONPatch" };
    const unreachable = { clientConfig: { url: "https://127.0.0.1:9/" }, failurePolicy: "Ignore" };
    const onWrites = { rules: [{ operations: ["CREATE", "UPDATE"], ...configMaps }] };
    await configure(api, {
      kind: "Mutating",
      hooks: [
        { clientConfig: server.clientConfig({ response: changing }), reinvocationPolicy: "IfNeeded", ...onWrites },
        { ...unreachable, ...onWrites, objectSelector: { matchLabels: { never: "matches" } } },
        { ...unreachable, ...onWrites },
        { clientConfig: server.clientConfig({ response: {} }), ...onWrites },
      ],
    });
    await configure(api, {
      name: "$id-validating",
      hooks: [
        { clientConfig: server.clientConfig({ response: { auditAnnotations: { checked: "1" } } }) },
        unreachable,
        {
          clientConfig: server.clientConfig({ response: { allowed: false, auditAnnotations: { why: "denied" } } }),
          objectSelector: { matchLabels: { deny: "yes" } },
        },
      ],
    });
    await api.until("/apis/example.com/v1/namespaces/decided/bars", ({ status }) => status === 200);
    await play(connection, admissionSteps, admissionAgentOf);
  });
  await withHooks.run(api);
}

const configMaps = { apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] };
