/** Source: kubernetes/pkg/apis/storage/v1/defaults.go, the strategies of pkg/registry/storage. */
import { booleanOf, ensureObject, isSet, objectOf, objectsOf, setDefault, textOf, textsOf } from "../../json-fields.js";
import type { GroupRules } from "../kind-rules.js";
import { ageOf } from "../table-times.js";
import { namedAndAged, nameOf } from "../tables/cells.js";
import { attachmentUpdate, newAttachment } from "./validate-attachment.js";
import * as rule from "../rules/index.js";
import * as csi from "./validate-csi.js";
import * as classes from "./validate-storage-class.js";

const isDefaultAnnotation = "storageclass.kubernetes.io/is-default-class";

export const storageRules: GroupRules = {
  storageclasses: {
    allowsCreateOnUpdate: false,
    setDefaults(object) {
      setDefault(object, "reclaimPolicy", "Delete");
      setDefault(object, "volumeBindingMode", "Immediate");
    },
    validate: rule.validator(classes.storageClass),
    validateUpdate: rule.validator(classes.storageClassUpdate),
    warnings: classes.storageClassWarnings,
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
    validate: rule.validator(csi.driverRules),
    warnings: csi.driverWarnings,
    validateUpdate: rule.validator(csi.driverUpdate),
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
    validate: rule.validator(csi.nodeOfDrivers),
    validateUpdate: rule.validator(csi.nodeOfDriversUpdate),
    cells: namedAndAged((object) => [objectsOf(objectOf(object, "spec"), "drivers").length]),
  },
  csistoragecapacities: {
    allowsUnconditionalUpdate: false,
    validate: rule.validator(csi.capacityRules),
    validateUpdate: rule.validator(csi.capacityUpdate),
    cells: (object) => [nameOf(object), textOf(object, "storageClassName"), textOf(object, "capacity") || "<unset>"],
  },
  volumeattachments: {
    allowsUnconditionalUpdate: false,
    validate: rule.validator(newAttachment),
    validateUpdate: rule.validator(attachmentUpdate),
    status: { validateUpdate: rule.validator(attachmentUpdate) },
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
    validate: rule.validator(classes.attributesClass),
    validateUpdate: rule.validator(classes.attributesClassUpdate),
    cells: namedAndAged((object) => [textOf(object, "driverName")]),
  },
};
