import { AdmissionDenied, type Client, type Defaulter, field, type Manager, type ValidationResult, type Validator } from "tsop";
import { Secret } from "tsop/k8s/core/v1";
import { Bar, Depot } from "../../api/v1/bar_types.js";

export class BarDefaulter implements Defaulter<Bar> {
  default(bar: Bar): void {
    bar.spec ??= { image: "busybox" };
  }
}

/** Judges bars. */
export class BarValidator implements Validator<Bar> {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async validateCreate(bar: Bar): Promise<ValidationResult> {
    const secret = await this.#client.get(Secret, { namespace: bar.metadata.namespace ?? "", name: "images" });
    return secret === undefined ? [field.required("spec.image", "there is no secret")] : [];
  }

  validateUpdate(_: Bar, bar: Bar): Promise<ValidationResult> {
    return this.validateCreate(bar);
  }
}

/**
 * Keeps depots.
 * @webhook failurePolicy=ignore timeoutSeconds=5 matchPolicy=Exact sideEffects=NoneOnDryRun name=keep.depots.abc.com
 * @objectSelector keep=true,tier notin (test),!legacy
 * @namespaceSelector {"matchExpressions": [{"key": "kubernetes.io/metadata.name", "operator": "NotIn", "values": ["kube-system"]}]}
 * @matchCondition not-a-node !("system:nodes" in request.userInfo.groups)
 * @matchCondition named oldObject.metadata.name != ""
 */
const depots: Validator<Depot> = {
  validateDelete: () => {
    throw new AdmissionDenied("depots are kept");
  },
};

export function setUpWebhooks(manager: Manager): void {
  manager.webhook(Bar).withDefaulter(new BarDefaulter()).withValidator(new BarValidator(manager.client)).complete();
  manager.webhook(Depot).withValidator(depots, { path: "/depots/keep" }).complete();
}
