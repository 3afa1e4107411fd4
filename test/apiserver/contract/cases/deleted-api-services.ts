/** The APIs of kube-apiserver itself whose APIService a client deletes. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { servicesPath } from "../extension-server.js";

/** All other cases need the APIs. */
export const isAlone = true;

const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

interface Named {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

const runtimeClasses: Named = { group: "node.k8s.io", version: "v1", resource: "runtimeclasses" };
const autoscalers: Named = { group: "autoscaling", version: "v2", resource: "horizontalpodautoscalers" };

function groupOf({ group }: Named): (body: AnswerBody) => unknown {
  return ({ groups }) => groups.filter(({ name }: AnswerBody) => name === group);
}

function itemOf({ group }: Named): (body: AnswerBody) => unknown {
  return ({ items }) =>
    items
      .filter(({ metadata }: AnswerBody) => metadata.name === group)
      .map(({ versions }: AnswerBody) => versions.map(({ version, freshness }: AnswerBody) => [version, freshness]));
}

/** Records what each document and path says about a group version. */
async function readAll(api: ContractApi, named: Named): Promise<void> {
  const { group, version, resource } = named;
  const path = `/apis/${group}/${version}`;
  await api.get("/apis", { show: groupOf(named) });
  await api.get("/apis", { headers: { accept: aggregated }, show: itemOf(named) });
  await api.get(`/apis/${group}`);
  await api.get(path, { show: (body) => body.resources?.length ?? body });
  await api.get(`${path}/${resource}`, { show: ({ kind }) => kind });
  await api.get("/", { show: ({ paths }) => paths.filter((each: string) => each.startsWith(`/apis/${group}`)) });
}

function hasVersion(body: AnswerBody, { group, version }: Named): boolean {
  const found = body.groups.find(({ name }: AnswerBody) => name === group);
  return found?.versions.some((each: AnswerBody) => each.version === version) ?? false;
}

/** Deletes the APIService, and creates it again. */
function withoutService(name: string, deleted: Named): ContractCase {
  return {
    name,
    run: async (api) => {
      const path = `${servicesPath}/${deleted.version}.${deleted.group}`;
      const { body } = await api.get(path, { record: false });
      await api.delete(path, undefined, { show: ({ status }) => status });
      await api.until("/apis", (answer) => !hasVersion(answer.body, deleted), { show: () => "gone" });
      await readAll(api, deleted);
      const { metadata, spec } = body;
      const again = { metadata: { name: metadata.name, labels: metadata.labels }, spec };
      await api.post(servicesPath, again, { record: false });
      await api.until("/apis", (answer) => hasVersion(answer.body, deleted), { show: () => "back" });
      await readAll(api, deleted);
    },
  };
}

export const cases: readonly ContractCase[] = [
  withoutService("of a group with one version", runtimeClasses),
  withoutService("of the preferred version of two", autoscalers),
];
