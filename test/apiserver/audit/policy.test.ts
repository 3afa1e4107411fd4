import { describe, expect, test } from "vitest";
import { type AuditPolicy, type AuditRule, decideAudit, metadataPolicy } from "../../../src/apiserver/audit/policy.js";
import { readAuditPolicy } from "../../../src/apiserver/audit/read-policy.js";
import { pathAttributes, resourceAttributes } from "../../../src/apiserver/authorization/authorizer.js";

const jane = { username: "jane", groups: ["developers", "system:authenticated"] };
const pod = resourceAttributes(jane, { verb: "get", namespace: "a", resource: "pods", name: "p" });
const log = { ...pod, subresource: "log" };
const deployment = { ...pod, group: "apps", resource: "deployments", name: "d" };
const scale = { ...deployment, subresource: "scale" };
const node = { ...pod, namespace: "", resource: "nodes" };
const health = pathAttributes(jane, "get", "/healthz/etcd");
const unknown = { ...pod, user: undefined };

describe("a rule", () => {
  test.each<[string, Omit<AuditRule, "level">, readonly object[], readonly object[]]>([
    ["without fields matches everything", {}, [pod, scale, node, health, unknown], []],
    ["names users", { users: ["jane"] }, [pod, health], [unknown]],
    ["names other users", { users: ["john"] }, [], [pod, unknown]],
    ["names groups", { userGroups: ["admins", "developers"] }, [pod], [unknown]],
    ["names verbs", { verbs: ["get"] }, [pod, health], [{ ...pod, verb: "watch" }]],
    ["names a resource", { resources: [{ resources: ["pods"] }] }, [pod], [log, deployment, health]],
    ["names a subresource", { resources: [{ group: "", resources: ["pods/log"] }] }, [log], [pod]],
    ["names all subresources", { resources: [{ group: "", resources: ["pods/*"] }] }, [pod, log], [node]],
    [
      "names a subresource of any resource",
      { resources: [{ group: "apps", resources: ["*/scale"] }] },
      [scale],
      [deployment],
    ],
    ["has a star", { resources: [{ group: "apps", resources: ["*"] }] }, [deployment, scale], [pod, health]],
    ["names a group", { resources: [{ group: "apps" }] }, [deployment, scale], [pod, node]],
    ["names objects", { resources: [{ resources: ["pods"], resourceNames: ["p"] }] }, [pod], [{ ...pod, name: "q" }]],
    ["names a namespace", { namespaces: ["a"] }, [pod, scale], [node, health]],
    ["names no namespace", { namespaces: [""] }, [node], [pod, health]],
    ["names a path", { nonResourceURLs: ["/healthz/etcd"] }, [health], [pod]],
    [
      "names a path with a star",
      { nonResourceURLs: ["/version", "/healthz*"] },
      [health],
      [{ ...health, path: "/livez" }],
    ],
    ["names all paths", { nonResourceURLs: ["*"] }, [health], [pod]],
    ["combines fields", { users: ["jane"], verbs: ["list"] }, [], [pod]],
  ])("%s", (_, rule, matching, others) => {
    const policy: AuditPolicy = { rules: [{ level: "Request", ...rule }] };
    const levelOf = (each: object): string => decideAudit(policy, each as typeof pod).level;
    expect(matching.map(levelOf)).toEqual(matching.map(() => "Request"));
    expect(others.map(levelOf)).toEqual(others.map(() => "None"));
  });

  test("counts if no earlier one matches", () => {
    const policy: AuditPolicy = { rules: [{ level: "None", users: ["jane"] }, { level: "Request" }] };
    expect([pod, { ...unknown }].map((each) => decideAudit(policy, each).level)).toEqual(["None", "Request"]);
    expect(decideAudit(metadataPolicy, health).level).toBe("Metadata");
  });

  test("adds its stages to those of the policy, and overrides its managed fields", () => {
    const policy: AuditPolicy = {
      ...{ omitStages: ["RequestReceived"], omitManagedFields: true },
      rules: [
        { level: "Request", verbs: ["get"], omitStages: ["Panic"], omitManagedFields: false },
        { level: "Request" },
      ],
    };
    expect(decideAudit(policy, pod)).toEqual({
      ...{ level: "Request", omitStages: ["RequestReceived", "Panic"], omitsManagedFields: false },
    });
    expect(decideAudit(policy, { ...pod, verb: "list" })).toMatchObject({
      ...{ omitStages: ["RequestReceived"], omitsManagedFields: true },
    });
  });
});

describe("a policy", () => {
  const head = { apiVersion: "audit.k8s.io/v1", kind: "Policy" };
  const problemsOf = (value: unknown, hasKind = true): string[] => {
    const reading = readAuditPolicy(value, hasKind);
    if (reading.kind === "policy") return [];
    return reading.problems.map(({ path, message, hint }) => `${path.join(".")}: ${message} | ${hint}`);
  };

  test("is read with all its fields", () => {
    const rule = {
      ...{ level: "Request", users: ["a"], userGroups: ["b"], verbs: ["get"], namespaces: ["", "c"] },
      resources: [{ group: "apps", resources: ["deployments"], resourceNames: ["d"] }],
      ...{ nonResourceURLs: [], omitStages: ["Panic"], omitManagedFields: false },
    };
    const policy = { omitStages: ["RequestReceived"], omitManagedFields: true, rules: [rule] };
    expect(readAuditPolicy({ ...head, metadata: { name: "p" }, ...policy }, true)).toEqual({ kind: "policy", policy });
  });

  test("may contain null in place of a list", () => {
    expect(problemsOf({ ...head, omitStages: null, rules: [{ level: "None", users: null }] })).toEqual([]);
  });

  test("needs no kind where it is not a file", () => {
    expect(problemsOf({ rules: [{ level: "None" }] }, false)).toEqual([]);
    expect(problemsOf({ rules: [{ level: "None" }] })).toEqual([
      "apiVersion: apiVersion is missing | Write `apiVersion: audit.k8s.io/v1`.",
      "kind: kind is missing | Write `kind: Policy`.",
    ]);
  });

  test.each<[string, unknown, RegExp]>([
    [
      "text",
      "rules",
      /^: the policy must be an object, not "rules" \| Write an object with these fields: apiVersion, /,
    ],
    [
      "an old version",
      { ...head, apiVersion: "audit.k8s.io/v1beta1", rules: [{ level: "None" }] },
      /^apiVersion: unknown/,
    ],
    ["another kind", { ...head, kind: "Event", rules: [{ level: "None" }] }, /^kind: unknown kind "Event"/],
    ["no rules", head, /^rules: a policy needs at least one rule/],
    [
      "an object of rules",
      { ...head, rules: { level: "None" } },
      /^rules: rules must be a list, not \{"level":"None"\}/,
    ],
    [
      "a misspelled field",
      rules({ level: "None", user: ["a"] }),
      /^rules\.0\.user: unknown field "user" \| Did you mean users\?/,
    ],
    ["a strange field", rules({ level: "None", frequency: 1 }), /frequency.*The fields are level, users/],
    ["an inherited field", rules({ level: "None", ["__proto__x"]: 1 }), /unknown field "__proto__x"/],
    ["no level", rules({}), /^rules\.0\.level: the rule has no level/],
    ["a misspelled level", rules({ level: "metadata" }), /unknown level "metadata" \| Did you mean Metadata\?/],
    ["a level of another type", rules({ level: 3 }), /unknown level 3 \| Write one of None, Metadata/],
    ["a rule of another type", rules("None"), /^rules\.0: rules must be an object/],
    [
      "a misspelled stage",
      rules({ level: "None", omitStages: ["RequestRecieved"] }),
      /omitStages\.0: .*Did you mean RequestReceived\?/,
    ],
    [
      "a text in place of a list",
      rules({ level: "None", verbs: "get" }),
      /verbs must be a list, not "get" \| Write `verbs: \["get"\]`/,
    ],
    [
      "a number in place of a text",
      rules({ level: "None", users: [7] }),
      /^rules\.0\.users\.0: users must be a text, not 7/,
    ],
    [
      "a text in place of a flag",
      rules({ level: "None", omitManagedFields: "yes" }),
      /must be true or false, not "yes"/,
    ],
    [
      "a group with a version",
      rules({ level: "None", resources: [{ group: "apps/v1" }] }),
      /"apps\/v1" is not an API group/,
    ],
    [
      "names without resources",
      rules({ level: "None", resources: [{ resourceNames: ["a"] }] }),
      /resourceNames need resources/,
    ],
    ["a path without a slash", rules({ level: "None", nonResourceURLs: ["healthz"] }), /Write "\/healthz"/],
    ["a star within a path", rules({ level: "None", nonResourceURLs: ["/a*b"] }), /a star can only end a path/],
    ["paths and resources", rules({ level: "None", nonResourceURLs: ["*"], namespaces: ["a"] }), /cannot match both/],
    ["a long value", rules({ level: "x".repeat(1_000) }), /unknown level "x{59}… \|/],
  ])("with %s has a problem", (_, value, problem) => {
    const problems = problemsOf(value);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
  });

  test("reports all problems at once", () => {
    expect(problemsOf({ ...rules({ verbs: "get" }, { level: "All" }), omitStages: [1] })).toHaveLength(4);
  });
});

function rules(...all: readonly unknown[]): object {
  return { apiVersion: "audit.k8s.io/v1", kind: "Policy", rules: all };
}
