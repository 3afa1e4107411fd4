import { expect, test } from "vitest";
import { argumentsOf, replaySteps } from "../../../src/commands/update/replay-steps.js";
import type { Project, Resource } from "../../../src/project/project.js";

const bar: Resource = {
  group: "foo",
  domain: "abc.com",
  version: "v1",
  kind: "Bar",
  plural: undefined,
  path: "api/v1",
  api: { crdVersion: "v1", namespaced: true },
  controller: true,
  webhooks: undefined,
  core: false,
};
const modes = {
  workload: "deployment",
  namespaced: false,
  metrics: true,
  prometheus: false,
  networkPolicy: false,
  certManager: false,
  replicas: 1,
} as const;

function stepsOf(resources: readonly Resource[], more: Partial<Project> = {}, changed: object = {}): string[] {
  const names = { domain: "abc.com", projectName: "demo", layout: [], cliVersion: "0.1.0" };
  const project = { ...names, multigroup: false, namespaced: false, resources, ...more };
  const facts = { project, modes: { ...modes, ...changed }, licenseFile: undefined, tsop: "^0.1.0" };
  return replaySteps(facts).map((step) => argumentsOf(step).join(" "));
}

const init = "init --domain=abc.com --project-name=demo --license=none";

test("an empty project is one command", () => {
  expect(stepsOf([])).toEqual([`${init} --tsop=^0.1.0 --no-install`]);
});

test("modes are flags, where they differ from the defaults", () => {
  const changed = { replicas: 3, metrics: false, networkPolicy: true };
  expect(stepsOf([], { namespaced: true }, changed)[0]).toBe(
    `${init} --namespaced --tsop=^0.1.0 --no-install --replicas=3 --metrics=false --network-policy=true`,
  );
});

test.each<[string, Resource, readonly string[]]>([
  [
    "a kind of the extension API server",
    { ...bar, controller: false, extension: { storage: "sqlite" } },
    ["create apiserver --group=foo --version=v1 --kind=Bar --namespaced=true --storage=sqlite"],
  ],
  ["a kind", bar, ["create api --group=foo --version=v1 --kind=Bar --namespaced=true --controller=true"]],
  [
    "a kind without a controller and with another plural",
    { ...bar, group: "", controller: false, plural: "baren", api: { crdVersion: "v1", namespaced: false } },
    ["create api --version=v1 --kind=Bar --plural=baren --namespaced=false --controller=false"],
  ],
  [
    "a kind with two controllers",
    { ...bar, controllers: ["bar", "bar-backup"] },
    [
      "create api --group=foo --version=v1 --kind=Bar --namespaced=true --controller=true --controller-name=bar",
      "create api --group=foo --version=v1 --kind=Bar --controller-name=bar-backup",
    ],
  ],
  [
    "a built-in kind with a controller",
    { ...bar, group: "apps", domain: "", kind: "Deployment", core: true, api: undefined },
    ["create api --group=apps --version=v1 --kind=Deployment --resource=false --controller=true"],
  ],
  [
    "a built-in kind with a webhook only",
    {
      ...bar,
      group: "core",
      domain: "",
      kind: "Pod",
      core: true,
      api: undefined,
      controller: false,
      webhooks: { defaulting: true, validation: false, conversion: false, spokes: [] },
    },
    ["create webhook --group=core --version=v1 --kind=Pod --defaulting"],
  ],
  [
    "a webhook with a path of its own",
    {
      ...bar,
      webhooks: {
        ...{ defaulting: true, validation: true, conversion: false, spokes: [] },
        ...{ defaultingPath: "/mutate-bars", validationPath: "/bars/validate" },
      },
    },
    [
      "create api --group=foo --version=v1 --kind=Bar --namespaced=true --controller=true",
      "create webhook --group=foo --version=v1 --kind=Bar --defaulting --programmatic-validation --defaulting-path=/mutate-bars --validation-path=/bars/validate",
    ],
  ],
  [
    "a kind of a package, which is not installed again",
    {
      ...bar,
      ...{
        group: "certs",
        domain: "acme.com",
        api: undefined,
        external: true,
        path: "@acme/kinds",
        module: "@acme/kinds@1",
      },
      webhooks: { defaulting: true, validation: false, conversion: false, spokes: [] },
    },
    [
      "create api --group=certs --version=v1 --kind=Bar --resource=false --controller=true --external-api-path=@acme/kinds --external-api-domain=acme.com --external-api-module=@acme/kinds@1 --no-install",
      "create webhook --group=certs --version=v1 --kind=Bar --defaulting --external-api-path=@acme/kinds --external-api-domain=acme.com --external-api-module=@acme/kinds@1 --no-install",
    ],
  ],
  ["an imported kind, whose files are the user's", { ...bar, domain: "cert-manager.io" }, []],
])("%s", (_, resource, expected) => {
  expect(stepsOf([resource]).slice(1)).toEqual(expected);
});

test("a kind that runs an image has the flags of its image, and other kinds do not", () => {
  const options = {
    image: "memcached:1.6",
    containerCommand: "memcached,-o",
    containerPort: "11211",
    runAsUser: "1001",
  };
  const images = { resources: [{ domain: "abc.com", group: "foo", kind: "Bar", version: "v1", options }] };
  const names = { domain: "abc.com", projectName: "demo", layout: [], cliVersion: "0.1.0" };
  const project = { ...names, multigroup: false, namespaced: false, resources: [bar, { ...bar, version: "v2" }] };
  const steps = replaySteps({ project, modes, licenseFile: undefined, tsop: "1", images });
  expect(steps.slice(1).map((step) => argumentsOf(step).join(" "))).toEqual([
    "create api --group=foo --version=v1 --kind=Bar --namespaced=true --controller=true " +
      "--image=memcached:1.6 --image-container-command=memcached,-o --image-container-port=11211 --run-as-user=1001",
    "create api --group=foo --version=v2 --kind=Bar --namespaced=true --controller=true",
  ]);
});

test("conversions follow all versions", () => {
  const webhooks = { defaulting: false, validation: true, conversion: true, spokes: ["v1", "v2"] };
  expect(stepsOf([{ ...bar, version: "v3", webhooks }, bar]).map((line) => line.split(" --kind")[0])).toEqual([
    init + " --tsop=^0.1.0 --no-install",
    "create api --group=foo --version=v3",
    "create api --group=foo --version=v1",
    "create webhook --group=foo --version=v3",
  ]);
});

test("kinds from before the multi-group layout come first", () => {
  const other = { ...bar, group: "other", path: "api/other/v1" };
  const lines = stepsOf([other, bar], { multigroup: true });
  expect(lines.map((line) => line.split(" --version")[0])).toEqual([
    init + " --tsop=^0.1.0 --no-install",
    "create api --group=foo",
    "edit --multigroup=true",
    "create api --group=other",
  ]);
  expect(stepsOf([other], { multigroup: true })[0]).toContain(" --multigroup ");
});
