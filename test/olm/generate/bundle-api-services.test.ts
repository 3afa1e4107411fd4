import { describe, expect, test } from "vitest";
import type { ApiServiceDescription } from "../../../src/olm/csv.js";
import { bundleOf, deployment, namespace, pods, role, service } from "../../support/olm-objects.js";

const served = [{ name: "readings", group: "metrics.abc.com", version: "v1", kind: "Reading" }];

function apiService(serviceName = "hooks", more: object = {}) {
  return {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: "v1.metrics.abc.com" },
    spec: { group: "metrics.abc.com", version: "v1", service: { name: serviceName, namespace, ...more } },
  };
}

const binding = (kind: "Role" | "ClusterRole", name: string, account = "manager") => ({
  ...role(kind, "auth", [], account)[1],
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name },
});
const delegation = [
  binding("ClusterRole", "system:auth-delegator"),
  binding("Role", "extension-apiserver-authentication-reader"),
];

function ownedOf({ csv }: ReturnType<typeof bundleOf>): ApiServiceDescription[] {
  return csv.spec.apiservicedefinitions?.owned ?? [];
}

describe("an extension API server", () => {
  test("leaves only its own objects in the bundle", () => {
    const more = [...role("Role", "own", [pods]), ...delegation];
    const made = bundleOf([deployment(), service, apiService(), ...more], { served });
    expect(ownedOf(made)).toMatchObject([{ kind: "Reading", deploymentName: "demo", containerPort: 9443 }]);
    expect(made.files.filter((file) => file.startsWith("manifests/"))).toEqual([
      "manifests/demo.clusterserviceversion.yaml",
    ]);
    expect(made.csv.spec.install.spec?.permissions).toEqual([{ serviceAccountName: "manager", rules: [pods] }]);
    expect(made.problems).toEqual([]);
  });

  test("reads the certificate of OLM in the container that listens, and no other one", () => {
    const env = [
      { name: "APISERVER_CERT_PATH", value: "/certs" },
      { name: "OTHER", value: "x" },
    ];
    const containers = [
      { name: "proxy", image: "proxy:v1" },
      {
        name: "server",
        image: "demo:v1",
        env,
        ports: [{ containerPort: 6443, name: "api" }],
        volumeMounts: [{ name: "c", mountPath: "/certs" }],
      },
    ];
    const volumes = [{ name: "c", secret: { secretName: "from-cert-manager" } }];
    const named = { ...service, spec: { ...service.spec, ports: [{ port: 443, targetPort: "api" }] } };
    const made = bundleOf([deployment({}, { containers, volumes }), named, apiService()], { served });
    expect(ownedOf(made)).toMatchObject([{ containerPort: 6443 }]);
    const pod = made.csv.spec.install.spec?.deployments[0]?.spec.template.spec;
    expect(pod?.volumes).toBeUndefined();
    expect(pod?.containers).toEqual([
      { name: "proxy", image: "proxy:v1" },
      {
        ...{ name: "server", image: "demo:v1", ports: [{ containerPort: 6443, name: "api" }] },
        env: [
          { name: "OTHER", value: "x" },
          { name: "APISERVER_CERT_PATH", value: "/tmp/k8s-webhook-server/serving-certs" },
        ],
      },
    ]);
  });

  test("keeps what the author writes about its kinds, also about those that tsop does not know", () => {
    const described = [
      { group: "metrics.abc.com", version: "v1", kind: "Reading", displayName: "A reading" },
      { group: "metrics.abc.com", version: "v1", kind: "Other", name: "others" },
    ];
    const required = [{ group: "x.example.com", version: "v1", kind: "X", name: "xs" }];
    const base = { spec: { apiservicedefinitions: { owned: described, required } } };
    const objects = [deployment(), service, apiService("hooks", { port: 443 })];
    const made = bundleOf(objects, { served, base });
    expect(ownedOf(made)).toEqual([
      expect.objectContaining({ name: "readings", displayName: "A reading", containerPort: 9443 }),
      { ...described[1], deploymentName: "demo", containerPort: 9443 },
    ]);
    expect(made.csv.spec.apiservicedefinitions?.required).toEqual(required);
    expect(made.problems).toEqual([]);
    expect(ownedOf(bundleOf(objects, { base }))).toHaveLength(2);
  });

  test("waits for no volume: OLM creates no claims", () => {
    const volumes = [{ name: "data", persistentVolumeClaim: { claimName: "data" } }];
    const claim = { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name: "data", namespace } };
    const objects = [deployment({}, { volumes }), service, apiService()];
    expect(bundleOf([...objects, claim], { served }).problems).toEqual([
      "error bundle/not-supported: the Deployment demo mounts the PersistentVolumeClaim data, and OLM creates no claims: its Pods would wait for it",
    ]);
    // Users create the claim.
    expect(bundleOf(objects, { served }).problems).toEqual([]);
    // No Deployment mounts this one, which the bundle leaves out.
    expect(bundleOf([deployment(), claim]).problems).toEqual([
      expect.stringMatching(/^warning .*PersistentVolumeClaim/),
    ]);
  });

  test("does not take the bindings of another account", () => {
    const other = binding("ClusterRole", "system:auth-delegator", "other");
    const { files } = bundleOf([deployment(), service, apiService(), other], { served });
    expect(files.join("\n")).toContain("clusterrolebinding");
    expect(bundleOf([deployment(), service, ...delegation]).files.join("\n")).toContain("clusterrolebinding");
  });

  test.each<[string, object[], RegExp]>([
    [
      "whose Service is not in the bundle",
      [apiService("hoks")],
      /does not name a Service of a Deployment in the bundle/,
    ],
    [
      "without a Service",
      [{ ...apiService(), spec: { group: "metrics.abc.com", version: "v1" } }],
      /does not name a Service/,
    ],
    [
      "whose kinds are unknown",
      [{ ...apiService(), spec: { ...apiService().spec, version: "v2" } }],
      /has no known kind/,
    ],
  ])("%s is an error", (_, objects, wanted) => {
    const { problems } = bundleOf([deployment(), service, ...objects], { served });
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^error bundle/not-supported: .*${wanted.source}`))]);
  });
});
