/**
 * A manager applies in one version after it has applied in another. The API server finds the removed fields by converting parts
 * of objects, without metadata: a conversion webhook must answer these requests, too.
 */
import { isJsonObject, type JsonObject } from "../../../../src/core/json.js";
import type { ContractApi, ContractCase } from "../contract-case.js";
import {
  type Behaviour,
  converted,
  defineConverted,
  showConverted,
  withConversionServer,
} from "../conversion-server.js";
import { group } from "../custom-kinds.js";

/** While objects cannot be read in their stored version, no namespace can be emptied. */
export const isAlone = true;

const all = (version: string): string => `/apis/${group}/${version}/namespaces/$ns/widgets`;
const at = (version: string): string => `${all(version)}/a`;
const quiet = { record: false };

function widget(version: string, more: object = {}): object {
  const metadata = { name: "a", labels: { mine: "yes" } };
  return { apiVersion: `${group}/${version}`, kind: "Widget", metadata, ...more };
}

/** Answers correctly, and records the parts. Whole objects may arrive at any time: controllers watch them. */
function noting(parts: JsonObject[], answerPart: (part: JsonObject) => JsonObject): Behaviour {
  return converted({
    object: (object) => {
      const { metadata, spec } = object;
      if (metadata !== undefined && spec !== undefined && spec !== null) return object;
      const isWhole = isJsonObject(metadata) && metadata["uid"] !== undefined && spec !== null;
      const part = { ...object, ...(metadata === undefined ? {} : { metadata: "some" }) };
      if (!isWhole && !parts.some((each) => JSON.stringify(each) === JSON.stringify(part))) parts.push(part);
      return answerPart(object);
    },
  });
}

const inOrder = (part: JsonObject): string =>
  JSON.stringify(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Sorts the parts: the API server converts the versions of the managers in the order of a Go map, which is random. */
function sorted(parts: readonly JsonObject[]): readonly JsonObject[] {
  return parts.toSorted((a, b) => (inOrder(a) < inOrder(b) ? -1 : 1));
}

async function applyInBoth(api: ContractApi, port: number, parts: readonly JsonObject[]): Promise<void> {
  const show = showConverted(port);
  // The API server first changes the cached object. If that is an older one, it converts other parts before it starts again. A
  // list waits for the cache, which each version has for itself.
  const apply = async (version: string, more: object): Promise<void> => {
    await api.get(all(version), quiet);
    await api.patch(`${at(version)}?fieldManager=me&force=true`, "apply", widget(version, more), { show });
  };
  await apply("v1", { spec: { a: "x" } });
  await apply("v2", { spec: { a: "y" } });
  await api.get(at("v1"), { show: () => sorted(parts) });
  await api.get(all("v1"), quiet);
  await api.patch(`${at("v1")}/status?fieldManager=other`, "merge", { status: { ready: true } }, quiet);
  await apply("v1", { spec: { a: "z" } });
  await api.get(at("v1"), { show: () => sorted(parts) });
  await apply("v2", {});
  await api.get(at("v1"), { show });
  await apply("v1", { spec: { a: "x" } });
  await apply("v2", { spec: {} });
  await api.get(at("v1"), { show });
  await api.get(at("v2"), { show: () => sorted(parts) });
}

const answers: Readonly<Record<string, (part: JsonObject) => JsonObject>> = {
  "with empty metadata": (part) => ({ metadata: {}, ...part }),
  "with empty metadata, and a spec for null": ({ spec, ...part }) => ({
    ...{ metadata: {}, ...part },
    ...(spec === undefined ? {} : { spec: {} }),
  }),
  "with empty metadata and a spec": (part) => ({ metadata: {}, ...part, spec: {} }),
  "without metadata": (part) => part,
  "with labels": (part) => ({ metadata: { labels: { more: "yes" } }, ...part }),
  "with a name": (part) => ({ metadata: { name: "a" }, ...part }),
  "with a field more": (part) => ({ metadata: {}, ...part, spec: { a: "more" } }),
};

export const cases: readonly ContractCase[] = Object.entries(answers).map(([name, answerPart]) =>
  withConversionServer(`parts of objects, answered ${name}`, async (api, server) => {
    const parts: JsonObject[] = [];
    await defineConverted(api, server.clientConfig);
    server.behaviour = noting(parts, answerPart);
    await applyInBoth(api, server.port, parts);
  }),
);
