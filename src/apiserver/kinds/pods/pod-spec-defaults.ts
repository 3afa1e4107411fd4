/** The defaults of the spec in pods and templates. Source: pkg/apis/core/v1/defaults.go, zz_generated.defaults.go. */
import type { JsonObject } from "../../../core/json.js";
import { ensureObject, objectOf, objectsOf, setDefault, setDefaults, textOf } from "../../api-object.js";
import { containersOf } from "../../pod-containers.js";
import { imageTag } from "./image-name.js";
import { setResourceDefaults } from "./resource-lists.js";

/** Also sets both field names of the service account. */
export function setPodSpecDefaults(spec: JsonObject): void {
  setDefaults(spec, { dnsPolicy: "ClusterFirst", restartPolicy: "Always", securityContext: {} });
  setDefaults(spec, { terminationGracePeriodSeconds: 30, schedulerName: "default-scheduler" });
  mirrorServiceAccount(spec);
  for (const volume of objectsOf(spec, "volumes")) setVolumeDefaults(volume);
  for (const container of containersOf(spec)) setContainerDefaults(container);
  setResourceDefaults(objectOf(spec, "resources"));
}

export function setTemplateDefaults(template: JsonObject): void {
  setPodSpecDefaults(ensureObject(template, "spec"));
}

/**
 * Copies the new field to the old one, or the old field to the new one if only the old one is set.
 * Source: pkg/apis/core/v1/conversion.go.
 */
function mirrorServiceAccount(spec: JsonObject): void {
  const name = textOf(spec, "serviceAccountName") || textOf(spec, "serviceAccount");
  if (name === "") return;
  spec["serviceAccountName"] = name;
  spec["serviceAccount"] = name;
}

function pullPolicyOf(image: string): string {
  return imageTag(image) === "latest" ? "Always" : "IfNotPresent";
}

function setContainerDefaults(container: JsonObject): void {
  setDefault(container, "imagePullPolicy", pullPolicyOf(textOf(container, "image")));
  setDefaults(container, { terminationMessagePath: "/dev/termination-log", terminationMessagePolicy: "File" });
  for (const port of objectsOf(container, "ports")) setDefault(port, "protocol", "TCP");
  for (const variable of objectsOf(container, "env")) setVariableDefaults(objectOf(variable, "valueFrom"));
  setResourceDefaults(objectOf(container, "resources"));
  for (const name of ["livenessProbe", "readinessProbe", "startupProbe"]) setProbeDefaults(objectOf(container, name));
  const lifecycle = objectOf(container, "lifecycle");
  for (const name of ["postStart", "preStop"]) setHttpGetDefaults(objectOf(lifecycle, name));
}

function setVariableDefaults(source: JsonObject | undefined): void {
  setFieldReferenceDefaults(source);
  setDefaults(objectOf(source, "fileKeyRef"), { optional: false });
}

function setFieldReferenceDefaults(holder: JsonObject | undefined): void {
  setDefaults(objectOf(holder, "fieldRef"), { apiVersion: "v1" });
}

function setProbeDefaults(probe: JsonObject | undefined): void {
  setDefaults(probe, { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 });
  setHttpGetDefaults(probe);
  setDefaults(objectOf(probe, "grpc"), { service: "" });
}

function setHttpGetDefaults(handler: JsonObject | undefined): void {
  setDefaults(objectOf(handler, "httpGet"), { path: "/", scheme: "HTTP" });
}

/** The defaults of each volume source. */
const volumeDefaults: Readonly<Record<string, JsonObject>> = {
  hostPath: { type: "" },
  secret: { defaultMode: 0o644 },
  configMap: { defaultMode: 0o644 },
  downwardAPI: { defaultMode: 0o644 },
  projected: { defaultMode: 0o644 },
  iscsi: { iscsiInterface: "default" },
  rbd: { pool: "rbd", user: "admin", keyring: "/etc/ceph/keyring" },
  azureDisk: { cachingMode: "ReadWrite", fsType: "ext4", readOnly: false, kind: "Shared" },
  scaleIO: { storageMode: "ThinProvisioned", fsType: "xfs" },
};

function setVolumeDefaults(volume: JsonObject): void {
  if (Object.keys(volume).every((key) => key === "name")) volume["emptyDir"] = {};
  for (const [source, defaults] of Object.entries(volumeDefaults)) setDefaults(objectOf(volume, source), defaults);
  const image = objectOf(volume, "image");
  setDefaults(image, { pullPolicy: pullPolicyOf(textOf(image, "reference")) });
  for (const item of objectsOf(objectOf(volume, "downwardAPI"), "items")) setFieldReferenceDefaults(item);
  for (const source of objectsOf(objectOf(volume, "projected"), "sources")) setProjectionDefaults(source);
  const claim = objectOf(objectOf(volume, "ephemeral"), "volumeClaimTemplate");
  if (claim !== undefined) setClaimSpecDefaults(ensureObject(claim, "spec"));
}

function setProjectionDefaults(source: JsonObject): void {
  for (const item of objectsOf(objectOf(source, "downwardAPI"), "items")) setFieldReferenceDefaults(item);
  setDefaults(objectOf(source, "serviceAccountToken"), { expirationSeconds: 3600 });
}

/** Sets the defaults of a PersistentVolumeClaim's spec. */
export function setClaimSpecDefaults(spec: JsonObject): void {
  setDefault(spec, "volumeMode", "Filesystem");
  setResourceDefaults(objectOf(spec, "resources"));
}
