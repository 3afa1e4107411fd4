/** Objects that are stored in a version that their CRD no longer has. Lists depend on whether the server has a cache of them already. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { define, definitionsPath, group, version, widget, widgetDefinition, widgets } from "../custom-kinds.js";

/** While objects cannot be read, no namespace can be emptied. */
export const isAlone = true;

const definition = `${definitionsPath}/widgets.${group}`;
const v2 = `/apis/${group}/v2/namespaces/$ns/widgets`;
const quiet = { record: false };
const spec = {
  type: "object",
  properties: { spec: { type: "object", properties: { a: { type: "string", default: "b" } } } },
};

/** Stores an object as v1, and removes v1. */
async function removeV1(api: ContractApi, left: readonly string[]): Promise<void> {
  const versions = (stored: string, names: readonly string[]): readonly object[] =>
    names.map((name) => version(name, spec, { storage: name === stored }));
  await define(api, widgetDefinition(undefined, { versions: versions("v1", ["v1", ...left]) }));
  await api.post(widgets, widget({}, { metadata: { name: "a" } }), quiet);
  await api.patch(definition, "merge", { spec: { versions: versions("v2", ["v1", ...left]) } }, quiet);
  await api.until(definition, ({ body }) => body.status.storedVersions.length === 2, { show: () => "both" });
  await api.patch(`${definition}/status`, "merge", { status: { storedVersions: ["v2"] } }, quiet);
  await api.patch(definition, "merge", { spec: { versions: versions("v2", left) } }, { show: storedVersions });
  await api.until(widgets, ({ status }) => status === 404, { show: () => "not served" });
}

const storedVersions = ({ status }: AnswerBody): unknown => status.storedVersions;

export const cases: readonly ContractCase[] = [["v2"], ["v2", "v3"]].map((left) => ({
  name: `left: ${left.join(" and ")}`,
  async run(api) {
    await removeV1(api, left);
    await api.get(`${v2}/a`);
    await api.put(`${v2}/a`, { ...widget({ a: "c" }, { metadata: { name: "a" } }), apiVersion: `${group}/v2` });
    await api.patch(`${v2}/a`, "merge", { spec: { a: "c" } });
    await api.patch(`${v2}/a?fieldManager=m`, "apply", { ...widget({ a: "c" }), apiVersion: `${group}/v2` });
    await api.post(v2, { ...widget({}), apiVersion: `${group}/v2` });
    await api.delete(`${v2}/a?dryRun=All`);
    await api.delete(`${v2}/a`);
    await api.patch(
      `${definition}/status`,
      "merge",
      { status: { storedVersions: ["v2", "v1"] } },
      { show: storedVersions },
    );
    const back = ["v1", ...left].map((name) => version(name, spec, { storage: name === "v2" }));
    await api.patch(definition, "merge", { spec: { versions: back } }, { show: storedVersions });
    await api.until(`${widgets}/a`, ({ status }) => status === 200, { show: ({ spec: each }: AnswerBody) => each });
  },
}));
