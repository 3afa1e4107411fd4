/** Which image an operator is deployed with, and where it stands in the objects. */
import { TsopError } from "../../core/errors.js";
import type { Container, PodSpec, PodTemplateSpec } from "../../k8s/core/v1.js";
import type { KubeObject } from "../../kube/objects.js";
import { showObject } from "./object-id.js";
import { isWorkload } from "./plan.js";

/** What stands for the operator's image in a scaffold: no registry has it. */
const placeholder = /^controller(?::latest)?$/;

/** The operator's container in a scaffold. */
const managerContainer = "manager";

interface Workload extends KubeObject {
  spec?: Partial<PodSpec> & { template?: PodTemplateSpec; jobTemplate?: { spec?: { template?: PodTemplateSpec } } };
}

/** Whether the objects say what to run: no image of theirs is the scaffold's placeholder. */
export function namesImage(objects: readonly KubeObject[]): boolean {
  return !objects.filter(isWorkload).some((object) => containersOf(object).some(isPlaceholder));
}

/**
 * The objects, with the image in the place of the placeholder; where the manifests name another one, in the container `manager`.
 *
 * @throws TsopError `deploy/no-container`
 */
export function setImage(objects: readonly KubeObject[], image: string): KubeObject[] {
  const hasPlaceholder = !namesImage(objects);
  const isMeant = (container: Container): boolean =>
    hasPlaceholder ? isPlaceholder(container) : container.name === managerContainer;
  const workloads = objects.filter(isWorkload);
  if (!workloads.some((object) => containersOf(object).some(isMeant))) {
    const found = workloads.flatMap((object) =>
      containersOf(object).map(({ name, image: own = "no image" }) => `${showObject(object)}: ${name} (${own})`),
    );
    throw new TsopError(
      "deploy/no-container",
      `there is no container for the image ${image}: none has the image controller:latest, and none is called ${managerContainer}`,
      {
        hint: `${found.length === 0 ? "There is no workload at all." : `The containers: ${found.join("; ")}.`} Name the operator's container ${managerContainer}, or leave --img out.`,
      },
    );
  }
  const change = (container: Container): Container => (isMeant(container) ? { ...container, image } : container);
  return objects.map((object) => (isWorkload(object) ? withContainers(object, change) : object));
}

function isPlaceholder({ image = "" }: Container): boolean {
  return placeholder.test(image);
}

function containersOf(object: Workload): Container[] {
  const { spec } = object;
  const pods = [spec, spec?.template?.spec, spec?.jobTemplate?.spec?.template?.spec];
  return pods.flatMap((pod) => [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])]);
}

function withContainers(object: Workload, change: (container: Container) => Container): Workload {
  if (object.spec === undefined) return object;
  const { template, jobTemplate } = object.spec;
  return {
    ...object,
    spec: {
      ...changePod(object.spec, change),
      ...(template && { template: changeTemplate(template, change) }),
      ...(jobTemplate?.spec?.template && {
        jobTemplate: {
          ...jobTemplate,
          spec: { ...jobTemplate.spec, template: changeTemplate(jobTemplate.spec.template, change) },
        },
      }),
    },
  };
}

function changeTemplate(template: PodTemplateSpec, change: (container: Container) => Container): PodTemplateSpec {
  return template.spec === undefined ? template : { ...template, spec: changePod(template.spec, change) };
}

function changePod<Pod extends Partial<PodSpec>>(pod: Pod, change: (container: Container) => Container): Pod {
  return {
    ...pod,
    ...(pod.initContainers && { initContainers: pod.initContainers.map(change) }),
    ...(pod.containers && { containers: pod.containers.map(change) }),
  };
}
