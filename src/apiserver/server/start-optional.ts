import type { ControllerObjects, Stoppable } from "../controllers/controller-objects.js";
import type { OptionalController } from "../controllers/optional-controllers.js";
import { bindVolumes } from "../controllers/volume-binding/volume-controller.js";
import type { StartMore } from "./start-controllers.js";

const starts: Readonly<
  Record<OptionalController, (as: (account: string) => ControllerObjects) => readonly Stoppable[]>
> = {
  "persistentvolume-binder-controller": (as) => [bindVolumes(as("persistent-volume-binder"))],
};

/** Starts the controllers that run only if the user names them. */
export const startOptional: StartMore = (as, controllers) =>
  [...new Set(controllers)].flatMap((name) => starts[name](as));
