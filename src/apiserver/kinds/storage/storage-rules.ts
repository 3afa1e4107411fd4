/** Source: kubernetes/pkg/apis/storage/v1/defaults.go, the strategies of pkg/registry/storage. */
import {
  type ApiObject,
  booleanOf,
  ensureObject,
  objectsOf,
  setDefault,
  setDefaults,
  textOf,
  textsOf,
} from "../../api-object.js";
import type { GroupRules } from "../kind-rules.js";
import * as cell from "../tables/cells.js";
import { generationOfSpec, specOf } from "../workload-parts.js";
import { attachmentUpdate, newAttachment } from "./validate-attachment.js";
import { rule } from "../rules/index.js";
import { defaultClassOf, storageClassMarks } from "./default-class.js";
import * as csi from "./validate-csi.js";
import * as classes from "./validate-storage-class.js";

function storageClassName(object: ApiObject): string {
  const isDefault = defaultClassOf([object], storageClassMarks) !== undefined;
  return isDefault ? `${cell.nameOf(object)} (default)` : cell.nameOf(object);
}

function audiencesOf(driver: ApiObject): string {
  const spec = specOf(driver);
  const audiences = objectsOf(spec, "tokenRequests").map((request) => textOf(request, "audience"));
  return spec["tokenRequests"] === undefined ? "<unset>" : audiences.join(",");
}

export const storageRules: GroupRules = {
  storageclasses: {
    allowsCreateOnUpdate: false,
    setDefaults: (object) => setDefaults(object, { reclaimPolicy: "Delete", volumeBindingMode: "Immediate" }),
    validate: rule.validator(classes.storageClass),
    validateUpdate: rule.validator(classes.storageClassUpdate),
    warnings: classes.storageClassWarnings,
    cells: cell.row(
      storageClassName,
      "provisioner",
      cell.text("reclaimPolicy", "Delete"),
      cell.text("volumeBindingMode", "Immediate"),
      cell.flag("allowVolumeExpansion"),
      cell.ageOf,
    ),
  },
  csidrivers: {
    generationOf: generationOfSpec,
    startsWithoutGeneration: true,
    setDefaults(object) {
      const spec = ensureObject(object, "spec");
      setDefaults(spec, { attachRequired: true, podInfoOnMount: false, storageCapacity: false });
      setDefault(spec, "fsGroupPolicy", "ReadWriteOnceWithFSType");
      if (textsOf(spec, "volumeLifecycleModes").length === 0) spec["volumeLifecycleModes"] = ["Persistent"];
      setDefaults(spec, { requiresRepublish: false, seLinuxMount: false });
    },
    allowsUnconditionalUpdate: false,
    validate: rule.validator(csi.driverRules),
    warnings: csi.driverWarnings,
    validateUpdate: rule.validator(csi.driverUpdate),
    cells: cell.named(
      (object) => booleanOf(specOf(object), "attachRequired") ?? true,
      cell.flag("spec.podInfoOnMount"),
      cell.flag("spec.storageCapacity"),
      audiencesOf,
      cell.flag("spec.requiresRepublish"),
      (object) => textsOf(specOf(object), "volumeLifecycleModes").join(",") || "<none>",
    ),
  },
  csinodes: {
    allowsUnconditionalUpdate: false,
    validate: rule.validator(csi.nodeOfDrivers),
    validateUpdate: rule.validator(csi.nodeOfDriversUpdate),
    cells: cell.named(cell.length("spec.drivers")),
  },
  csistoragecapacities: {
    allowsUnconditionalUpdate: false,
    validate: rule.validator(csi.capacityRules),
    validateUpdate: rule.validator(csi.capacityUpdate),
    nullIfEmpty: true,
    cells: cell.row(cell.nameOf, "storageClassName", cell.text("capacity", "<unset>")),
  },
  volumeattachments: {
    allowsUnconditionalUpdate: false,
    validate: rule.validator(newAttachment),
    validateUpdate: rule.validator(attachmentUpdate),
    status: { validateUpdate: rule.validator(attachmentUpdate) },
    cells: cell.named(
      "spec.attacher",
      "spec.source.persistentVolumeName",
      "spec.nodeName",
      cell.flag("status.attached"),
    ),
  },
  volumeattributesclasses: {
    validate: rule.validator(classes.attributesClass),
    validateUpdate: rule.validator(classes.attributesClassUpdate),
    cells: cell.named("driverName"),
  },
};
