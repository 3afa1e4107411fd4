/** References to other objects in pods and workloads. Source: api/internal/konfig/builtinpluginconsts/namereference.go. */
import type { FieldSpec } from "./field-spec.js";

const template = "spec/template/spec";
const cronTemplate = "spec/jobTemplate/spec/template/spec";

/** The kinds that create pods, with the path of the pod in them; in kustomize's order. */
const workloads: readonly (readonly [kind: string, pod: string])[] = [
  ["PodTemplate", "template/spec"],
  ["Deployment", template],
  ["ReplicaSet", template],
  ["DaemonSet", template],
  ["StatefulSet", template],
  ["Job", template],
  ["CronJob", cronTemplate],
];

/** The only kinds in which references to claims, accounts, and priorities are followed. */
const fewerWorkloads: readonly (readonly [kind: string, pod: string])[] = [
  ["StatefulSet", template],
  ["Deployment", template],
  ["ReplicationController", template],
  ["CronJob", cronTemplate],
  ["Job", template],
  ["DaemonSet", template],
];

const configMapPaths = [
  "volumes/configMap/name",
  "containers/env/valueFrom/configMapKeyRef/name",
  "initContainers/env/valueFrom/configMapKeyRef/name",
  "containers/envFrom/configMapRef/name",
  "initContainers/envFrom/configMapRef/name",
  "volumes/projected/sources/configMap/name",
];

const secretPaths = [
  "volumes/secret/secretName",
  "containers/env/valueFrom/secretKeyRef/name",
  "initContainers/env/valueFrom/secretKeyRef/name",
  "containers/envFrom/secretRef/name",
  "initContainers/envFrom/secretRef/name",
  "imagePullSecrets/name",
  "volumes/projected/sources/secret/name",
];

export const podReferences = {
  configMap: everywhere(configMapPaths),
  secret: everywhere(secretPaths),
  serviceAccount: inFewer("serviceAccountName"),
  persistentVolumeClaim: inFewer("volumes/persistentVolumeClaim/claimName"),
  priorityClass: inFewer("priorityClassName"),
};

function everywhere(paths: readonly string[]): FieldSpec[] {
  return [
    ...paths.map((path) => ({ path: `spec/${path}`, version: "v1", kind: "Pod" })),
    ...workloads.flatMap(([kind, pod]) => paths.map((path) => ({ path: `${pod}/${path}`, kind }))),
  ];
}

function inFewer(path: string): FieldSpec[] {
  return [
    { path: `spec/${path}`, kind: "Pod" },
    ...fewerWorkloads.map(([kind, pod]) => ({ path: `${pod}/${path}`, kind })),
  ];
}
