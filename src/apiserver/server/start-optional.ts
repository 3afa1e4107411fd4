import { controlAutoscalers } from "../controllers/autoscaler/autoscaler-controller.js";
import { type ControllerHost, ControllerObjects, type Stoppable } from "../controllers/controller-objects.js";
import type { OptionalController } from "../controllers/optional-controllers.js";
import { bindVolumes } from "../controllers/volume-binding/volume-controller.js";
import { askAs, type HandleRequest } from "./inner-requests.js";

export interface OptionalHost extends ControllerHost {
  /** Answers the requests of controllers. */
  readonly handle: HandleRequest;
}

const starts: Readonly<Record<OptionalController, (host: OptionalHost) => Stoppable>> = {
  "horizontal-pod-autoscaler-controller": (host) => {
    const objects = new ControllerObjects(host, "horizontal-pod-autoscaler");
    return controlAutoscalers(objects, askAs(objects.user, host.handle));
  },
  "persistentvolume-binder-controller": (host) => bindVolumes(new ControllerObjects(host, "persistent-volume-binder")),
};

/** Starts the controllers that run only if the user names them. */
export function startOptional(host: OptionalHost, controllers: readonly OptionalController[]): readonly Stoppable[] {
  return [...new Set(controllers)].map((name) => starts[name](host));
}
