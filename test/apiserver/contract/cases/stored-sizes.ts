/** How large an object may be in the store: the limits of etcd. */
import type { AnswerBody, ContractCase } from "../contract-case.js";
import { configMap, configMaps } from "../sample-objects.js";
import { define, inSpec, widget, widgetDefinition, widgets } from "../custom-kinds.js";
import { one, text } from "../custom-resource-cases.js";

const MiB = 1_024 * 1_024;
/** Shows the kind, or the error without the size that it names: it depends on the encoding. */
const short = ({ kind, message, ...rest }: AnswerBody): unknown =>
  kind === "Status" ? { kind, ...rest, message: String(message).replace(/\d+ vs/, "… vs") } : { kind };

const filled = (size: number, name = "a"): object => widget({ a: "x".repeat(size) }, { metadata: { name } });

export const cases: readonly ContractCase[] = [
  {
    name: "a custom resource: created",
    async run(api) {
      await define(api, widgetDefinition(inSpec({ a: text })));
      await api.post(widgets, filled(1.4 * MiB), { show: short });
      await api.post(widgets, filled(1.6 * MiB, "b"), { show: short });
      await api.post(widgets, filled(1.95 * MiB, "c"), { show: short });
      await api.post(widgets, filled(2.3 * MiB, "e"), { show: short });
      await api.post(`${widgets}?dryRun=All`, filled(1.6 * MiB, "d"), { show: short });
    },
  },
  {
    name: "a custom resource: grows by writes that are small",
    async run(api) {
      await define(api, widgetDefinition(inSpec({ a: text, b: text })));
      await api.post(widgets, filled(MiB), { show: short });
      await api.patch(one, "merge", { spec: { b: "x".repeat(0.4 * MiB) } }, { show: short });
      await api.patch(one, "merge", { spec: { b: "x".repeat(0.6 * MiB) } }, { show: short });
      await api.patch(one, "merge", { metadata: { labels: { a: "b" } } }, { show: short });
    },
  },
  {
    name: "characters of several bytes count as bytes",
    async run(api) {
      await define(api, widgetDefinition(inSpec({ a: text })));
      const wide = (size: number, name: string): object => widget({ a: "ä".repeat(size) }, { metadata: { name } });
      await api.post(widgets, wide(0.7 * MiB, "a"), { show: short });
      await api.post(widgets, wide(0.8 * MiB, "b"), { show: short });
    },
  },
  {
    name: "a built-in kind",
    async run(api) {
      const annotations = { a: "x".repeat(200_000) };
      await api.post(configMaps, configMap("a", { a: "x".repeat(MiB) }, { annotations }), { show: short });
      const revisions = "/apis/apps/v1/namespaces/$ns/controllerrevisions";
      const revision = (name: string, size: number): object => ({
        apiVersion: "apps/v1",
        kind: "ControllerRevision",
        metadata: { name },
        revision: 1,
        data: { a: "x".repeat(size) },
      });
      await api.post(revisions, revision("a", 1.4 * MiB), { show: short });
      await api.post(revisions, revision("b", 1.6 * MiB), { show: short });
      await api.post(revisions, revision("c", 2.2 * MiB), { show: short });
    },
  },
];
