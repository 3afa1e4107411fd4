import type { ApiObject } from "../api-object.js";
import { copyField } from "./common-strategy.js";

export function keepLabels(object: ApiObject, old: ApiObject): void {
  copyField(object.metadata, old.metadata, "labels");
}

/** All of the metadata that a user may change. Source: k8s.io/apimachinery/pkg/apis/meta/v1/meta.go (ResetObjectMetaForStatus). */
export function keepMetadata(object: ApiObject, old: ApiObject): void {
  const { metadata } = object;
  for (const name of ["deletionTimestamp", "generation", "labels", "annotations", "finalizers", "ownerReferences"]) {
    copyField(metadata, old.metadata, name);
  }
}
