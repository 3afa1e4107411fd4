import { type Manager, spoke } from "tsop";
import { Gadget } from "../../api/v1/gadget_types.js";
import { Gadget as GadgetV1beta1 } from "../../api/v1beta1/gadget_types.js";

const v1beta1 = spoke(GadgetV1beta1, {
  toHub: ({ spec }) => ({ spec }),
  fromHub: ({ spec }: Gadget) => ({ spec }),
});

export function setupGadgetWebhook(manager: Manager): void {
  manager.webhook(Gadget).withConversion(v1beta1).complete();
}
