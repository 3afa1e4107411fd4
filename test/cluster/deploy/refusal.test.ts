import { expect, test } from "vitest";
import { refusalOf } from "../../../src/cluster/deploy/refusal.js";
import { ApiError } from "../../../src/kube/api-error.js";
import type { Status } from "../../../src/kube/objects.js";

const object = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d", namespace: "n" } };

function explain(code: number, message: string, more: Partial<Status> = {}) {
  return refusalOf(new ApiError({ kind: "Status", message, code, ...more }, code), object);
}

test.each<[string, number, string, string, string]>([
  [
    "a webhook that is down",
    500,
    'Internal error occurred: failed calling webhook "v.example.com": failed to call webhook: Post "https://s.n.svc:443/v?timeout=10s": no endpoints available for service "s"',
    "deploy/webhook-down",
    "if no operator serves it any more, delete its",
  ],
  [
    "a webhook that says no",
    403,
    'admission webhook "v.example.com" denied the request: no',
    "deploy/refused",
    "as the message of the webhook describes",
  ],
  [
    "a quota",
    403,
    'pods "p" is forbidden: exceeded quota: q, requested: pods=1',
    "deploy/refused",
    "Raise the ResourceQuota",
  ],
  [
    "a namespace that is being deleted",
    403,
    "d is forbidden: unable to create new content in namespace n because it is being terminated",
    "deploy/refused",
    "Wait until the namespace is deleted",
  ],
  [
    "permissions that the user lacks and grants",
    403,
    'clusterroles "r" is forbidden: user "u" is attempting to grant RBAC permissions not currently held:\n{APIGroups:["*"]}',
    "cluster/forbidden",
    "You cannot grant permissions that you lack",
  ],
  [
    "a permission that the user lacks",
    403,
    'deployments.apps "d" is forbidden: User "u" cannot patch resource "deployments" in API group "apps" in the namespace "n"',
    "cluster/forbidden",
    "the verb patch on deployments.apps",
  ],
  [
    "an immutable field",
    422,
    'Deployment.apps "d" is invalid: spec.selector: Invalid value: {}: field is immutable',
    "deploy/refused",
    "kubectl delete deployment d -n n",
  ],
  [
    "anything else",
    400,
    "strict decoding error: unknown field",
    "deploy/refused",
    "Correct the object, and repeat the command.",
  ],
])("%s", (_, status, message, code, hint) => {
  expect(explain(status, message)).toMatchObject({
    code,
    message: expect.stringMatching(/^Deployment n\/d: /) as string,
    hint: expect.stringContaining(hint) as string,
  });
});

test("each of several errors has a line", () => {
  const causes = [
    { field: "spec.a", message: "Required value" },
    { field: "spec.b", message: "Invalid value" },
  ];
  expect(explain(422, "all", { details: { causes } }).message).toBe(
    "Deployment n/d: the API server rejects it:\n  spec.a: Required value\n  spec.b: Invalid value",
  );
});
