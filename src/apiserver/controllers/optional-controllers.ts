/** The controllers that run only if the user names them, by their names in kube-controller-manager. */
export const optionalControllers = [
  "horizontal-pod-autoscaler-controller",
  "persistentvolume-binder-controller",
] as const;

export type OptionalController = (typeof optionalControllers)[number];

export function isOptionalController(name: string): name is OptionalController {
  return optionalControllers.some((each) => each === name);
}
