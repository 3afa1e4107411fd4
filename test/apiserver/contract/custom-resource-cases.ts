/** Cases with widgets of their own definition. */
import type { JsonObject } from "../../../src/core/json.js";
import type { ContractCase } from "./contract-case.js";
import { contentOnly, define, widget, widgetDefinition, widgets } from "./custom-kinds.js";

export const one = `${widgets}/a`;

/** Creates a case with one definition, and dry runs of its objects. */
export function tries(name: string, schema: object, objects: Readonly<Record<string, object | string>>): ContractCase {
  return {
    name,
    async run(api) {
      await define(api, widgetDefinition(schema));
      for (const object of Object.values(objects)) {
        await api.post(`${widgets}?dryRun=All&fieldValidation=Warn`, object, { show: contentOnly });
      }
    },
  };
}

/** Creates a case with one object of a schema, and updates of its spec. */
export function updates(name: string, schema: object, first: object, specs: readonly object[]): ContractCase {
  return {
    name,
    async run(api) {
      await define(api, widgetDefinition(schema));
      let current = await api.post(widgets, widget(first), { show: contentOnly });
      for (const spec of specs) {
        const { name, resourceVersion } = (current.body as { metadata: JsonObject }).metadata;
        const answer = await api.put(one, widget(spec, { metadata: { name, resourceVersion } }), { show: contentOnly });
        if (answer.status === 200) current = answer;
      }
    },
  };
}

export const text = { type: "string" };
export const rule = (...rules: object[]): object => ({ "x-kubernetes-validations": rules });
export const specs = (...all: object[]): Record<string, object> =>
  Object.fromEntries(all.map((each, index) => [String(index), widget(each)]));
