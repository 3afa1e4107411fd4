import type { JsonObject } from "../../../src/core/json.js";

const owner = { apiVersion: "v1", kind: "ConfigMap", name: "a", uid: "b" };

/** Metadata of a custom resource that Go cannot read, with the API server's messages. */
export const unreadableMetadata: readonly (readonly [metadata: JsonObject, fault: string])[] = [
  [{ creationTimestamp: "2020-13-01T00:00:00Z" }, 'parsing time "2020-13-01T00:00:00Z": month out of range'],
  [{ creationTimestamp: "2020-01-32T00:00:00Z" }, 'parsing time "2020-01-32T00:00:00Z": day out of range'],
  [
    { creationTimestamp: "2020-01-01" },
    'parsing time "2020-01-01" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"',
  ],
  [{ deletionTimestamp: "soon" }, 'parsing time "soon" as "2006-01-02T15:04:05Z07:00": cannot parse "soon" as "2006"'],
  [
    { creationTimestamp: 5 },
    "json: cannot unmarshal number into Go struct field ObjectMeta.creationTimestamp of type string",
  ],
  [{ labels: { a: 5 } }, "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string"],
  [{ labels: "x" }, "json: cannot unmarshal string into Go struct field ObjectMeta.labels of type map[string]string"],
  [{ generation: 1.5 }, "json: cannot unmarshal number 1.5 into Go struct field ObjectMeta.generation of type int64"],
  [{ uid: 5 }, "json: cannot unmarshal number into Go struct field ObjectMeta.uid of type types.UID"],
  [
    { finalizers: ["a/b", 5] },
    "json: cannot unmarshal number into Go struct field ObjectMeta.finalizers of type string",
  ],
  [{ finalizers: "a" }, "json: cannot unmarshal string into Go struct field ObjectMeta.finalizers of type []string"],
  [
    { ownerReferences: [{ ...owner, name: 5 }, "x"] },
    "json: cannot unmarshal number into Go struct field OwnerReference.ownerReferences.name of type string",
  ],
  [
    { ownerReferences: [{ ...owner, controller: "yes" }] },
    "json: cannot unmarshal string into Go struct field OwnerReference.ownerReferences.controller of type bool",
  ],
  [
    { ownerReferences: {} },
    "json: cannot unmarshal object into Go struct field ObjectMeta.ownerReferences of type []v1.OwnerReference",
  ],
  [
    { managedFields: [{ manager: 5 }] },
    "json: cannot unmarshal number into Go struct field ManagedFieldsEntry.managedFields.manager of type string",
  ],
  [{ managedFields: [{ time: "2020-01-01T25:00:00Z" }] }, 'parsing time "2020-01-01T25:00:00Z": hour out of range'],
];
