/** Determines the operator's image, and finds its field in the objects. */
import { TsopError } from "../../core/errors.js";
import type { Container, PodSpec, PodTemplateSpec } from "../../k8s/core/v1.js";
import type { KubeObject } from "../../kube/objects.js";
import { showObject } from "./object-id.js";
import { isWorkload } from "./plan.js";

/** The placeholder for the operator's image in a scaffolded project: no registry has it. */
const placeholder = /^controller(?::latest)?$/;

/** The operator's container in a scaffolded project. */
const managerContainer = "manager";

interface Workload extends KubeObject {
  spec?: Partial<PodSpec> & { template?: PodTemplateSpec; jobTemplate?: { spec?: { template?: PodTemplateSpec } } };
}

/** Returns whether the objects name their images: none is the scaffold's placeholder. */
export function namesImage(objects: readonly KubeObject[]): boolean {
  return !objects.filter(isWorkload).some((object) => containersOf(object).some(isPlaceholder));
}

/**
 * Returns the objects with the image in place of the placeholder. If the manifests name another image, replaces it in
 * the container `manager`.
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
      `no container can use the image ${image}: none has the image controller:latest or the name ${managerContainer}`,
      {
        hint: `${found.length === 0 ? "The manifests contain no workload." : `The containers: ${found.join("; ")}.`} Name the operator's container ${managerContainer}, or omit --img.`,
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
