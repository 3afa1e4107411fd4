import type { ContractApi, ContractCase } from "../contract-case.js";
import { hasCondition } from "../custom-kinds.js";
import { changes, creations, rows, variants } from "../kind-cases.js";
import { untilSo } from "../until-so.js";

export const versions = ["1.37"];

const migrations = "/apis/storagemigration.k8s.io/v1/storageversionmigrations";
// No server migrates a resource that does not exist.
const migration = { metadata: { name: "$id" }, spec: { resource: { group: "$id.example.com", resource: "widgets" } } };
const time = "2026-01-31T12:00:00Z";
const condition = (type: string, status: string) => ({
  ...{ type, status, reason: "Because", message: "m", lastTransitionTime: time },
});

/** One migration of a resource runs at a time: the controller leaves the later ones of the case alone. */
async function keepControllerBusy(api: ContractApi): Promise<void> {
  const first = `${migrations}/$id-first`;
  api.cleanUp(first);
  await api.post(migrations, { ...migration, metadata: { name: "$id-first" } }, { record: false });
  await untilSo("the first migration runs", async () => {
    return hasCondition((await api.get(first, { record: false })).body, "Running");
  });
}

const kindCases: readonly ContractCase[] = [
  creations("good ones", migrations, [migration, { ...migration, status: { resourceVersion: "5" } }]),
  variants("bad ones", migrations, migration, [
    { spec: undefined },
    { "spec.resource": {} },
    { "spec.resource": { group: "A_", resource: "Widgets" } },
    { "spec.resource": { resource: "pods/status" } },
    { "metadata.name": "A_" },
  ]),
  changes(
    "updates",
    migrations,
    migration,
    [{ "metadata.labels": { a: "b" } }, { "spec.resource.resource": "gadgets" }, { "spec.resource.resource": "" }],
    { isClusterScoped: true },
  ),
  changes(
    "the status",
    migrations,
    migration,
    [
      { "status.resourceVersion": "x" },
      { "status.resourceVersion": "0" },
      { "status.conditions": [condition("Running", "Maybe")] },
      { "status.conditions": [condition("Running", "True")], "status.resourceVersion": "5" },
      { "status.resourceVersion": "6" },
      { "status.conditions": [condition("Running", "True"), condition("Succeeded", "True")] },
    ],
    { isClusterScoped: true, subresource: "status" },
  ),
  rows("rows", migrations, [migration], { isClusterScoped: true }),
];

export const cases: readonly ContractCase[] = kindCases.map((each) => ({
  name: each.name,
  async run(api) {
    await keepControllerBusy(api);
    await each.run(api);
  },
}));
