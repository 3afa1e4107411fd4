/** The audit annotations of a mutating webhook. Source: webhookAnnotator in mutating/dispatcher.go. */
import { escapeGoJson, goJson, type GoValue } from "../../../core/go-json.js";
import type { AdmissionAttributes } from "../../resource.js";

export interface MutationNotes {
  /** The call failed, and the failure policy ignores that. */
  failOpen(): void;
  /** @param text - a JSON patch */
  patch(text: string): void;
  end(isChanged: boolean): void;
}

export interface NotedWebhook {
  readonly configuration: string;
  readonly webhook: string;
}

/** @param call - the number of the round, and that of the webhook among all: `round_0_index_2` */
export function mutationNotes({ audit }: AdmissionAttributes, about: NotedWebhook, call: string): MutationNotes {
  const { configuration, webhook } = about;
  return {
    failOpen: () => audit.annotate(`failed-open.mutation.webhook.admission.k8s.io/${call}`, webhook),
    patch: (text) => {
      const value = `${printStart(about)},"patch":${goJson(JSON.parse(text) as GoValue)},"patchType":"JSONPatch"}`;
      audit.annotate(`patch.webhook.admission.k8s.io/${call}`, value, "Request");
    },
    end: (mutated) => {
      const value = escapeGoJson(JSON.stringify({ configuration, webhook, mutated }));
      audit.annotate(`mutation.webhook.admission.k8s.io/${call}`, value);
    },
  };
}

function printStart({ configuration, webhook }: NotedWebhook): string {
  return escapeGoJson(JSON.stringify({ configuration, webhook })).slice(0, -1);
}
