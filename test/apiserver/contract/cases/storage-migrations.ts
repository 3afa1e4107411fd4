/** What the controller of StorageVersionMigrations does. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { untilSo } from "../until-so.js";
import {
  define,
  definitionsPath,
  group,
  hasCondition,
  version,
  widget,
  widgetDefinition,
  widgets,
} from "../custom-kinds.js";

export const versions = ["1.37"];

const migrations = "/apis/storagemigration.k8s.io/v1/storageversionmigrations";
const definition = `${definitionsPath}/widgets.${group}`;

const migrationOf = (name: string, resource: object): object => ({ metadata: { name }, spec: { resource } });

/** Objects that are stored as v1, of a kind that is now stored as v2. */
async function storeOld(api: ContractApi, names: readonly string[]): Promise<void> {
  const both = (stored: string): readonly object[] =>
    ["v1", "v2"].map((name) => version(name, { type: "object" }, { storage: name === stored }));
  await define(api, widgetDefinition(undefined, { versions: both("v1") }));
  for (const name of names) await api.post(widgets, widget(undefined, { metadata: { name } }), { record: false });
  await api.patch(definition, "merge", { spec: { versions: both("v2") } }, { show: storedVersions });
}

const storedVersions = ({ status }: AnswerBody): unknown => status.storedVersions;

async function begin(api: ContractApi, name: string, resource: object): Promise<void> {
  api.cleanUp(`${migrations}/${name}`);
  await api.post(migrations, migrationOf(name, resource), {
    show: ({ spec, status }: AnswerBody) => ({ spec, status }),
  });
}

function hasEnded(body: AnswerBody): boolean {
  return hasCondition(body, "Running", "False") && (hasCondition(body, "Succeeded") || hasCondition(body, "Failed"));
}

/** Waits until the controller has ended a migration, and cleaned up. */
async function untilEnd(api: ContractApi, name: string): Promise<void> {
  await api.until(`${migrations}/${name}`, ({ body }) => hasEnded(body), { show: ended });
}

/**
 * Writes after the migration has begun, until it has ended. The controller waits until the cache of the garbage collector has the
 * version at which the migration began. Without a write to the resource, that can be the next bookmark, over a minute later.
 * Source: kubernetes/pkg/controller/storageversionmigrator/storageversionmigrator.go, sync.
 */
async function writeUntilEnd(api: ContractApi, name: string): Promise<void> {
  await untilSo(
    "the migration has ended",
    async () => {
      const { body } = await api.get(`${migrations}/${name}`, { record: false });
      if (hasEnded(body)) return true;
      if (body.status?.resourceVersion === undefined) return false;
      await api.post(widgets, widget(undefined, { metadata: { name: "later" } }), { record: false });
      await api.delete(`${widgets}/later`, undefined, { record: false });
      return false;
    },
    { timeoutMs: 120_000, intervalMs: 200 }, // the controller tries again after 41 and after 82 seconds
  );
  await untilEnd(api, name);
}

/** How many objects the controller has found depends on its moment: see {@link writeUntilEnd}. */
function ended({ metadata, status }: AnswerBody): object {
  const { resourceVersion = "", conditions = [] } = status;
  return {
    generation: metadata.generation,
    hasVersion: resourceVersion !== "",
    conditions: conditions.map(({ message = "", ...condition }) => ({
      ...condition,
      message: message.replace(/^1\/[12] (?=not yet migrated)/, "1/COUNT "),
    })),
  };
}

async function showDefinition(api: ContractApi): Promise<void> {
  await api.get(definition, {
    show: ({ metadata, status }: AnswerBody) => ({
      managers: metadata.managedFields
        .filter(({ manager }: { manager: string }) => manager === "migration-runner-controller")
        .map(({ time, ...entry }: { time: string }) => ({ ...entry, hasTime: time !== "" })),
      migrating: status.conditions.filter(({ type }: { type: string }) => type === "StorageMigrating"),
      storedVersions: status.storedVersions,
    }),
  });
}

const ofWidgets = { group, resource: "widgets" };

export const cases: readonly ContractCase[] = [
  {
    name: "objects of an older version are written again",
    async run(api) {
      await storeOld(api, ["a", "b"]);
      await begin(api, "$id", ofWidgets);
      await writeUntilEnd(api, "$id");
      await showDefinition(api);
      await api.get(`${widgets}/a`);
    },
  },
  {
    name: "a resource without objects",
    async run(api) {
      await storeOld(api, []);
      await begin(api, "$id", ofWidgets);
      await writeUntilEnd(api, "$id");
      await showDefinition(api);
    },
  },
  {
    name: "one migration of a resource runs at a time: here, both wait for a resource that no server serves",
    async run(api) {
      for (const name of ["$id-1", "$id-2"]) {
        await begin(api, name, ofWidgets);
        await api.until(`${migrations}/$id-1`, ({ body }) => hasCondition(body, "Running"), { show: ended });
      }
      await api.get(`${migrations}/$id-2`, { show: ended });
    },
  },
  {
    name: "an object that is refused ends the migration",
    async run(api) {
      await storeOld(api, ["a"]);
      await refuseUpdates(api);
      await begin(api, "$id", ofWidgets);
      await writeUntilEnd(api, "$id");
      await showDefinition(api);
    },
  },
  {
    name: "a resource that cannot be changed",
    async run(api) {
      await begin(api, "$id", { group: "", resource: "componentstatuses" });
      await untilEnd(api, "$id");
    },
  },
];

/** Refuses updates of widgets, and waits until the server does so. */
async function refuseUpdates(api: ContractApi): Promise<void> {
  const policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
  const rule = { apiGroups: [group], apiVersions: ["*"], operations: ["UPDATE"], resources: ["widgets"] };
  const spec = { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: "false", message: "no" }] };
  api.cleanUp(`${policies}/$id`);
  await api.post(policies, { metadata: { name: "$id" }, spec }, { record: false });
  const bindings = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings";
  const binding = { policyName: "$id", validationActions: ["Deny"] };
  api.cleanUp(`${bindings}/$id`);
  await api.post(bindings, { metadata: { name: "$id" }, spec: binding }, { record: false });
  await untilSo("updates are refused", async () => {
    const patch = { metadata: { labels: { a: "b" } } };
    return (await api.patch(`${widgets}/a?dryRun=All`, "merge", patch, { record: false })).status === 422;
  });
}
