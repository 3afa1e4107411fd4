/** Source: kubernetes/pkg/apis/storage/v1/defaults.go, the strategies of pkg/registry/storage. */
import { booleanOf, ensureObject, isSet, objectOf, objectsOf, setDefault, textOf, textsOf } from "../../json-fields.js";
import type { GroupRules } from "../kind-rules.js";
import { ageOf } from "../table-times.js";
import { namedAndAged, nameOf } from "../tables/cells.js";
import { validateAttachmentUpdate, validateNewAttachment } from "./validate-attachment.js";
import {
  driverWarnings,
  validateCapacity,
  validateCapacityUpdate,
  validateDriver,
  validateDriverUpdate,
  validateNodeOfDrivers,
  validateNodeOfDriversUpdate,
} from "./validate-csi.js";
import {
  storageClassWarnings,
  validateAttributesClass,
  validateKept,
  validateStorageClass,
  validateStorageClassUpdate,
} from "./validate-storage-class.js";

const isDefaultAnnotation = "storageclass.kubernetes.io/is-default-class";

export const storageRules: GroupRules = {
  storageclasses: {
    allowsCreateOnUpdate: false,
    setDefaults(object) {
      setDefault(object, "reclaimPolicy", "Delete");
      setDefault(object, "volumeBindingMode", "Immediate");
    },
    validate: validateStorageClass,
    validateUpdate: validateStorageClassUpdate,
    warnings: storageClassWarnings,
    cells: (object, now) => [
      object.metadata.annotations?.[isDefaultAnnotation] === "true" ? `${nameOf(object)} (default)` : nameOf(object),
      textOf(object, "provisioner"),
      textOf(object, "reclaimPolicy") || "Delete",
      textOf(object, "volumeBindingMode") || "Immediate",
      isSet(object, "allowVolumeExpansion"),
      ageOf(object, now),
    ],
  },
  csidrivers: {
    generationOf: (object) => object["spec"] ?? null,
    startsWithoutGeneration: true,
    setDefaults(object) {
      const spec = ensureObject(object, "spec");
      setDefault(spec, "attachRequired", true);
      setDefault(spec, "podInfoOnMount", false);
      setDefault(spec, "storageCapacity", false);
      setDefault(spec, "fsGroupPolicy", "ReadWriteOnceWithFSType");
      if (textsOf(spec, "volumeLifecycleModes").length === 0) spec["volumeLifecycleModes"] = ["Persistent"];
      setDefault(spec, "requiresRepublish", false);
      setDefault(spec, "seLinuxMount", false);
    },
    allowsUnconditionalUpdate: false,
    validate: validateDriver,
    warnings: driverWarnings,
    validateUpdate: validateDriverUpdate,
    cells: (object, now) => {
      const spec = objectOf(object, "spec");
      const audiences = objectsOf(spec, "tokenRequests").map((request) => textOf(request, "audience"));
      return [
        nameOf(object),
        booleanOf(spec, "attachRequired") ?? true,
        isSet(spec, "podInfoOnMount"),
        isSet(spec, "storageCapacity"),
        spec?.["tokenRequests"] === undefined ? "<unset>" : audiences.join(","),
        isSet(spec, "requiresRepublish"),
        textsOf(spec, "volumeLifecycleModes").join(",") || "<none>",
        ageOf(object, now),
      ];
    },
  },
  csinodes: {
    allowsUnconditionalUpdate: false,
    validate: validateNodeOfDrivers,
    validateUpdate: validateNodeOfDriversUpdate,
    cells: namedAndAged((object) => [objectsOf(objectOf(object, "spec"), "drivers").length]),
  },
  csistoragecapacities: {
    allowsUnconditionalUpdate: false,
    validate: validateCapacity,
    validateUpdate: validateCapacityUpdate,
    cells: (object) => [nameOf(object), textOf(object, "storageClassName"), textOf(object, "capacity") || "<unset>"],
  },
  volumeattachments: {
    allowsUnconditionalUpdate: false,
    validate: validateNewAttachment,
    validateUpdate: validateAttachmentUpdate,
    status: { validateUpdate: validateAttachmentUpdate },
    cells: namedAndAged((object) => {
      const spec = objectOf(object, "spec");
      return [
        textOf(spec, "attacher"),
        textOf(objectOf(spec, "source"), "persistentVolumeName"),
        textOf(spec, "nodeName"),
        isSet(objectOf(object, "status"), "attached"),
      ];
    }),
  },
  volumeattributesclasses: {
    validate: validateAttributesClass,
    validateUpdate: (object, old) => [
      ...validateAttributesClass(object),
      ...validateKept(object, old, ["driverName", "parameters"]),
    ],
    cells: namedAndAged((object) => [textOf(object, "driverName")]),
  },
};
