/** Source: k8s.io/kubernetes/plugin/pkg/admission/serviceaccount/admission.go. */
import { setTimeout } from "node:timers/promises";
import { type ApiObject, objectOf, objectsOf } from "../../api-object.js";
import { copyJson, type JsonObject } from "../../../core/json.js";
import { generateName } from "../../objects/generated-name.js";
import type { AdmissionAttributes, AdmissionPlugin, StoredObjects } from "../../resource.js";
import { admissionForbidden } from "../request-target.js";
import {
  findForeignEphemeralSecret,
  findForeignSecret,
  isLimitedToOwnSecrets,
  namesSecrets,
} from "./secret-references.js";
import { createdPod, isMirrorPod, type Container, type Pod, type PodSpec } from "./pod-object.js";

/** Sets the service account of pods, and mounts its token where clients look for it. */
export function serviceAccount(objects: StoredObjects): AdmissionPlugin {
  return {
    mutate: async (attributes) => {
      const pod = createdPod(attributes);
      if (pod !== undefined) await admit(pod, attributes, objects);
    },
    validate: async (attributes) => {
      const { operation, resource, subresource } = attributes;
      const isPod = resource.group === "" && resource.resource === "pods";
      if (isPod && operation === "UPDATE" && subresource === "ephemeralcontainers") {
        await checkEphemeralContainers(attributes, objects);
      }
      const pod = createdPod(attributes);
      if (pod !== undefined) await check(pod, attributes, objects);
    },
  };
}

interface ServiceAccount extends ApiObject {
  automountServiceAccountToken?: boolean;
  imagePullSecrets?: JsonObject[];
}

async function admit(pod: Pod, attributes: AdmissionAttributes, objects: StoredObjects): Promise<void> {
  const { spec } = pod;
  if (isMirrorPod(pod)) {
    checkMirrorPod(pod, attributes);
    return;
  }
  const name = spec.serviceAccountName ?? "";
  const account = await findAccount(name === "" ? "default" : name, attributes, objects);
  spec.serviceAccountName = name === "" ? "default" : name;
  spec.serviceAccount = spec.serviceAccountName;
  if (spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true) mountToken(spec);
  const { imagePullSecrets = [] } = account;
  if ((spec.imagePullSecrets ?? []).length === 0 && imagePullSecrets.length > 0) {
    spec.imagePullSecrets = copyJson(imagePullSecrets);
  }
  checkSecrets(pod, account, attributes);
}

/** Checks the pod after the webhooks have changed it. */
async function check(pod: Pod, attributes: AdmissionAttributes, objects: StoredObjects): Promise<void> {
  if (isMirrorPod(pod)) {
    checkMirrorPod(pod, attributes);
    return;
  }
  checkSecrets(pod, await accountOf(pod, attributes, objects), attributes);
}

async function checkEphemeralContainers(attributes: AdmissionAttributes, objects: StoredObjects): Promise<void> {
  const pod = attributes.object as Pod; // of the resource's kind
  const account = await accountOf(pod, attributes, objects);
  const why = isLimitedToOwnSecrets(account) ? findForeignEphemeralSecret(pod.spec, account) : undefined;
  if (why !== undefined) throw admissionForbidden(attributes, why);
}

function accountOf(pod: Pod, attributes: AdmissionAttributes, objects: StoredObjects): Promise<ServiceAccount> {
  const { serviceAccountName = "" } = pod.spec;
  if (serviceAccountName !== "") return findAccount(serviceAccountName, attributes, objects);
  const who = `${attributes.namespace}/${pod.metadata.name ?? ""}`;
  throw admissionForbidden(attributes, `no service account specified for pod ${who}`);
}

function checkSecrets({ spec }: Pod, account: ServiceAccount, attributes: AdmissionAttributes): void {
  const why = isLimitedToOwnSecrets(account) ? findForeignSecret(spec, account) : undefined;
  if (why !== undefined) throw admissionForbidden(attributes, why);
}

function checkMirrorPod({ spec }: Pod, attributes: AdmissionAttributes): void {
  const refuse = (what: string) => admissionForbidden(attributes, `a mirror pod may not ${what}`);
  if ((spec.serviceAccountName ?? "") !== "") throw refuse("reference service accounts");
  if (namesSecrets(spec)) throw refuse("reference secrets");
  const sources = (spec.volumes ?? []).flatMap((volume) => objectsOf(objectOf(volume, "projected"), "sources"));
  const hasToken = sources.some((source) => objectOf(source, "serviceAccountToken") !== undefined);
  if (hasToken) throw refuse("use ServiceAccountToken volume projections");
}

const retries = 10;

/** Waits for the first account of a namespace, which a controller creates a moment after the namespace. */
async function findAccount(
  name: string,
  attributes: AdmissionAttributes,
  objects: StoredObjects,
): Promise<ServiceAccount> {
  const { namespace } = attributes;
  for (let left = name === "default" ? retries : 1; left > 0; left--) {
    const account = objects.get("serviceaccounts", namespace, name);
    if (account !== undefined) return account;
    if (left > 1) await setTimeout(100);
  }
  const why = `error looking up service account ${namespace}/${name}: serviceaccount "${name}" not found`;
  throw admissionForbidden(attributes, why);
}

const volumePrefix = "kube-api-access-";
const mountPath = "/var/run/secrets/kubernetes.io/serviceaccount";

function mountToken(spec: PodSpec): void {
  const volumes = spec.volumes ?? [];
  const existing = volumes.find((volume) => volume.name?.startsWith(volumePrefix));
  const name = existing?.name ?? generateName(volumePrefix);
  const unmounted = [...(spec.initContainers ?? []), ...(spec.containers ?? [])].filter((each) => !hasMount(each));
  for (const container of unmounted) {
    container.volumeMounts = [...(container.volumeMounts ?? []), { name, readOnly: true, mountPath }];
  }
  if (existing === undefined && unmounted.length > 0) spec.volumes = [...volumes, { name, projected: tokenVolume() }];
}

function hasMount({ volumeMounts = [] }: Container): boolean {
  return volumeMounts.some((each) => each.mountPath === mountPath);
}

function tokenVolume(): JsonObject {
  return {
    sources: [
      { serviceAccountToken: { expirationSeconds: 3607, path: "token" } },
      { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
      {
        downwardAPI: {
          items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }],
        },
      },
    ],
    defaultMode: 420,
  };
}
