// Made by `npm run generate:k8s` from data/openapi/storage/v1.json: change that, or the script.
import { type ListMeta, type ObjectMeta, defineKind } from "../../kube/objects.js";
import type { Int32, Int64, Quantity, Time } from "../../kube/scalars.js";
import type { PersistentVolumeSpec, TopologySelectorTerm } from "../core/v1.js";
import type { LabelSelector } from "../meta/v1.js";

/**
 * CSIDriver captures information about a Container Storage Interface (CSI) volume driver deployed on the cluster.
 * Kubernetes attach detach controller uses this object to determine whether attach is required. Kubelet uses this
 * object to determine whether pod information needs to be passed on mount. CSIDriver objects are non-namespaced.
 */
export interface CSIDriver {
  apiVersion: "storage.k8s.io/v1";
  kind: "CSIDriver";
  metadata: ObjectMeta;
  /** spec represents the specification of the CSI Driver. */
  spec: CSIDriverSpec;
}
export const CSIDriver = /* @__PURE__ */ defineKind<CSIDriver>("storage.k8s.io/v1", "CSIDriver");

/** CSIDriverList is a collection of CSIDriver objects. */
export interface CSIDriverList {
  apiVersion: "storage.k8s.io/v1";
  /** items is the list of CSIDriver */
  items: CSIDriver[];
  kind: "CSIDriverList";
  /**
   * Standard list metadata More info:
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata
   */
  metadata?: ListMeta;
}

/** CSIDriverSpec is the specification of a CSIDriver. */
export interface CSIDriverSpec {
  /**
   * attachRequired indicates this CSI volume driver requires an attach operation (because it implements the CSI
   * ControllerPublishVolume() method), and that the Kubernetes attach detach controller should call the attach
   * volume interface which checks the volumeattachment status and waits until the volume is attached before
   * proceeding to mounting. The CSI external-attacher coordinates with CSI volume driver and updates the
   * volumeattachment status when the attach operation is complete. If the value is specified to false, the attach
   * operation will be skipped. Otherwise the attach operation will be called.
   */
  attachRequired?: boolean;
  /**
   * fsGroupPolicy defines if the underlying volume supports changing ownership and permission of the volume before
   * being mounted. Refer to the specific FSGroupPolicy values for additional details.
   */
  fsGroupPolicy?: string;
  /**
   * nodeAllocatableUpdatePeriodSeconds specifies the interval between periodic updates of the CSINode allocatable
   * capacity for this driver. When set, both periodic updates and updates triggered by capacity-related failures
   * are enabled. If not set, no updates occur (neither periodic nor upon detecting capacity-related failures), and
   * the allocatable.count remains static. The minimum allowed value for this field is 10 seconds.
   */
  nodeAllocatableUpdatePeriodSeconds?: Int64;
  /**
   * podInfoOnMount indicates this CSI volume driver requires additional pod information (like podName, podUID,
   * etc.) during mount operations, if set to true. If set to false, pod information will not be passed on mount.
   * Default is false.
   */
  podInfoOnMount?: boolean;
  /**
   * preventPodSchedulingIfMissing indicates that the CSI driver wants to prevent pod scheduling if the CSI driver
   * on the node is missing.
   */
  preventPodSchedulingIfMissing?: boolean;
  /**
   * requiresRepublish indicates the CSI driver wants `NodePublishVolume` being periodically called to reflect any
   * possible change in the mounted volume. This field defaults to false.
   */
  requiresRepublish?: boolean;
  /** seLinuxMount specifies if the CSI driver supports "-o context" mount option. */
  seLinuxMount?: boolean;
  /**
   * serviceAccountTokenInSecrets is an opt-in for CSI drivers to indicate that service account tokens should be
   * passed via the Secrets field in NodePublishVolumeRequest instead of the VolumeContext field. The CSI
   * specification provides a dedicated Secrets field for sensitive information like tokens, which is the
   * appropriate mechanism for handling credentials. This addresses security concerns where sensitive tokens were
   * being logged as part of volume context.
   */
  serviceAccountTokenInSecrets?: boolean;
  /**
   * storageCapacity indicates that the CSI volume driver wants pod scheduling to consider the storage capacity that
   * the driver deployment will report by creating CSIStorageCapacity objects with capacity information, if set to
   * true.
   */
  storageCapacity?: boolean;
  /**
   * tokenRequests indicates the CSI driver needs pods' service account tokens it is mounting volume for to do
   * necessary authentication. Kubelet will pass the tokens in VolumeContext in the CSI NodePublishVolume calls. The
   * CSI driver should parse and validate the following VolumeContext: "csi.storage.k8s.io/serviceAccount.tokens": {
   * "<audience>": { "token": <token>, "expirationTimestamp": <expiration timestamp in RFC3339>, }, ... }
   */
  tokenRequests?: TokenRequest[];
  /**
   * volumeLifecycleModes defines what kind of volumes this CSI volume driver supports. The default if the list is
   * empty is "Persistent", which is the usage defined by the CSI specification and implemented in Kubernetes via
   * the usual PV/PVC mechanism.
   */
  volumeLifecycleModes?: string[];
}

/**
 * CSINode holds information about all CSI drivers installed on a node. CSI drivers do not need to create the
 * CSINode object directly. As long as they use the node-driver-registrar sidecar container, the kubelet will
 * automatically populate the CSINode object for the CSI driver as part of kubelet plugin registration. CSINode
 * has the same name as a node. If the object is missing, it means either there are no CSI Drivers available on
 * the node, or the Kubelet version is low enough that it doesn't create this object. CSINode has an
 * OwnerReference that points to the corresponding node object.
 */
export interface CSINode {
  apiVersion: "storage.k8s.io/v1";
  kind: "CSINode";
  metadata: ObjectMeta;
  /** spec is the specification of CSINode */
  spec: CSINodeSpec;
  /** status contains health and status information for the node's storage. */
  status?: CSINodeStatus;
}
export const CSINode = /* @__PURE__ */ defineKind<CSINode>("storage.k8s.io/v1", "CSINode");

/** CSINodeDriver holds information about the specification of one CSI driver installed on a node */
export interface CSINodeDriver {
  /** allocatable represents the volume resources of a node that are available for scheduling. This field is beta. */
  allocatable?: VolumeNodeResources;
  /**
   * name represents the name of the CSI driver that this object refers to. This MUST be the same name returned by
   * the CSI GetPluginName() call for that driver.
   */
  name: string;
  /**
   * nodeID of the node from the driver point of view. This field enables Kubernetes to communicate with storage
   * systems that do not share the same nomenclature for nodes. For example, Kubernetes may refer to a given node as
   * "node1", but the storage system may refer to the same node as "nodeA". When Kubernetes issues a command to the
   * storage system to attach a volume to a specific node, it can use this field to refer to the node name using the
   * ID that the storage system will understand, e.g. "nodeA" instead of "node1". This field is required.
   */
  nodeID: string;
  /**
   * topologyKeys is the list of keys supported by the driver. When a driver is initialized on a cluster, it
   * provides a set of topology keys that it understands (e.g. "company.com/zone", "company.com/region"). When a
   * driver is initialized on a node, it provides the same topology keys along with values. Kubelet will expose
   * these topology keys as labels on its own node object. When Kubernetes does topology aware provisioning, it can
   * use this list to determine which labels it should retrieve from the node object and pass back to the driver. It
   * is possible for different nodes to use different topology keys. This can be empty if driver does not support
   * topology.
   */
  topologyKeys?: string[];
}

/** CSINodeList is a collection of CSINode objects. */
export interface CSINodeList {
  apiVersion: "storage.k8s.io/v1";
  /** items is the list of CSINode */
  items: CSINode[];
  kind: "CSINodeList";
  /**
   * Standard list metadata More info:
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata
   */
  metadata?: ListMeta;
}

/** CSINodeSpec holds information about the specification of all CSI drivers installed on a node */
export interface CSINodeSpec {
  /**
   * drivers is a list of information of all CSI Drivers existing on a node. If all drivers in the list are
   * uninstalled, this can become empty.
   */
  drivers: CSINodeDriver[];
}

/** CSINodeStatus contains health and status information for storage on a node. */
export interface CSINodeStatus {
  /** storageHealth contains backend health reports for CSI drivers registered on the node. */
  storageHealth?: StorageHealth[];
}

/**
 * CSIStorageCapacity stores the result of one CSI GetCapacity call. For a given StorageClass, this describes the
 * available capacity in a particular topology segment. This can be used when considering where to instantiate new
 * PersistentVolumes.
 */
export interface CSIStorageCapacity {
  apiVersion: "storage.k8s.io/v1";
  /**
   * capacity is the value reported by the CSI driver in its GetCapacityResponse for a GetCapacityRequest with
   * topology and parameters that match the previous fields.
   */
  capacity?: Quantity;
  kind: "CSIStorageCapacity";
  /**
   * maximumVolumeSize is the value reported by the CSI driver in its GetCapacityResponse for a GetCapacityRequest
   * with topology and parameters that match the previous fields.
   */
  maximumVolumeSize?: Quantity;
  metadata: ObjectMeta;
  /**
   * nodeTopology defines which nodes have access to the storage for which capacity was reported. If not set, the
   * storage is not accessible from any node in the cluster. If empty, the storage is accessible from all nodes.
   * This field is immutable.
   */
  nodeTopology?: LabelSelector;
  /**
   * storageClassName represents the name of the StorageClass that the reported capacity applies to. It must meet
   * the same requirements as the name of a StorageClass object (non-empty, DNS subdomain). If that object no longer
   * exists, the CSIStorageCapacity object is obsolete and should be removed by its creator. This field is
   * immutable.
   */
  storageClassName: string;
}
export const CSIStorageCapacity = /* @__PURE__ */ defineKind<CSIStorageCapacity>("storage.k8s.io/v1", "CSIStorageCapacity");

/** CSIStorageCapacityList is a collection of CSIStorageCapacity objects. */
export interface CSIStorageCapacityList {
  apiVersion: "storage.k8s.io/v1";
  /** items is the list of CSIStorageCapacity objects. */
  items: CSIStorageCapacity[];
  kind: "CSIStorageCapacityList";
  /**
   * Standard list metadata More info:
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata
   */
  metadata?: ListMeta;
}

/**
 * StorageClass describes the parameters for a class of storage for which PersistentVolumes can be dynamically
 * provisioned.
 */
export interface StorageClass {
  /** allowVolumeExpansion shows whether the storage class allow volume expand. */
  allowVolumeExpansion?: boolean;
  /**
   * allowedTopologies restrict the node topologies where volumes can be dynamically provisioned. Each volume plugin
   * defines its own supported topology specifications. An empty TopologySelectorTerm list means there is no
   * topology restriction. This field is only honored by servers that enable the VolumeScheduling feature.
   */
  allowedTopologies?: TopologySelectorTerm[];
  apiVersion: "storage.k8s.io/v1";
  kind: "StorageClass";
  metadata: ObjectMeta;
  /**
   * mountOptions controls the mountOptions for dynamically provisioned PersistentVolumes of this storage class.
   * e.g. ["ro", "soft"]. Not validated - mount of the PVs will simply fail if one is invalid.
   */
  mountOptions?: string[];
  /** parameters holds the parameters for the provisioner that should create volumes of this storage class. */
  parameters?: Record<string, string>;
  /** provisioner indicates the type of the provisioner. */
  provisioner: string;
  /**
   * reclaimPolicy controls the reclaimPolicy for dynamically provisioned PersistentVolumes of this storage class.
   * Defaults to Delete.
   */
  reclaimPolicy?: "Delete" | "Recycle" | "Retain";
  /**
   * volumeBindingMode indicates how PersistentVolumeClaims should be provisioned and bound. When unset,
   * VolumeBindingImmediate is used. This field is only honored by servers that enable the VolumeScheduling feature.
   */
  volumeBindingMode?: "Immediate" | "WaitForFirstConsumer";
}
export const StorageClass = /* @__PURE__ */ defineKind<StorageClass>("storage.k8s.io/v1", "StorageClass");

/** StorageClassList is a collection of storage classes. */
export interface StorageClassList {
  apiVersion: "storage.k8s.io/v1";
  /** items is the list of StorageClasses */
  items: StorageClass[];
  kind: "StorageClassList";
  /**
   * Standard list metadata More info:
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata
   */
  metadata?: ListMeta;
}

/** StorageHealth contains storage backend health reported by a CSI driver on a node. */
export interface StorageHealth {
  /**
   * healthConditions are the adverse storage backend conditions reported by the CSI driver. At most 16 conditions
   * may be reported.
   */
  healthConditions?: StorageHealthCondition[];
  /** name is the CSI driver name, matching CSINodeDriver.name. */
  name: string;
}

/**
 * StorageHealthCondition represents an adverse health condition reported by a CSI driver for its storage backend
 * on a node.
 */
export interface StorageHealthCondition {
  /** accessMode is the access mode affected. Nil means all access modes are affected. */
  accessMode?: "ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod";
  /** lastTransitionTime is when this condition first appeared at its current state. */
  lastTransitionTime?: Time;
  /** message is a human-readable description. Maximum permitted length of a message is 1024 characters. */
  message?: string;
  /** reason is a brief CamelCase machine-parseable reason. Maximum permitted length of a reason is 256 characters. */
  reason: string;
  /** status is the health status category. One of "StorageUnreachable", "StorageDegraded". */
  status: "StorageDegraded" | "StorageUnreachable";
  /** volumeMode is the volume mode affected. Nil means both are affected. */
  volumeMode?: "Block" | "Filesystem";
}

/** TokenRequest contains parameters of a service account token. */
export interface TokenRequest {
  /**
   * audience is the intended audience of the token in "TokenRequestSpec". It will default to the audiences of kube
   * apiserver.
   */
  audience: string;
  /**
   * expirationSeconds is the duration of validity of the token in "TokenRequestSpec". It has the same default value
   * of "ExpirationSeconds" in "TokenRequestSpec".
   */
  expirationSeconds?: Int64;
}

/** VolumeAttachment captures the intent to attach or detach the specified volume to/from the specified node. */
export interface VolumeAttachment {
  apiVersion: "storage.k8s.io/v1";
  kind: "VolumeAttachment";
  metadata: ObjectMeta;
  /** spec represents specification of the desired attach/detach volume behavior. Populated by the Kubernetes system. */
  spec: VolumeAttachmentSpec;
  /**
   * status represents status of the VolumeAttachment request. Populated by the entity completing the attach or
   * detach operation, i.e. the external-attacher.
   */
  status?: VolumeAttachmentStatus;
}
export const VolumeAttachment = /* @__PURE__ */ defineKind<VolumeAttachment>("storage.k8s.io/v1", "VolumeAttachment");

/** VolumeAttachmentList is a collection of VolumeAttachment objects. */
export interface VolumeAttachmentList {
  apiVersion: "storage.k8s.io/v1";
  /** items is the list of VolumeAttachments */
  items: VolumeAttachment[];
  kind: "VolumeAttachmentList";
  /**
   * Standard list metadata More info:
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata
   */
  metadata?: ListMeta;
}

/**
 * VolumeAttachmentSource represents a volume that should be attached. Right now only PersistentVolumes can be
 * attached via external attacher, in the future we may allow also inline volumes in pods. Exactly one member can
 * be set.
 */
export interface VolumeAttachmentSource {
  /**
   * inlineVolumeSpec contains all the information necessary to attach a persistent volume defined by a pod's inline
   * VolumeSource. This field is populated only for the CSIMigration feature. It contains translated fields from a
   * pod's inline VolumeSource to a PersistentVolumeSpec. This field is beta-level and is only honored by servers
   * that enabled the CSIMigration feature.
   */
  inlineVolumeSpec?: PersistentVolumeSpec;
  /** persistentVolumeName represents the name of the persistent volume to attach. */
  persistentVolumeName?: string;
}

/** VolumeAttachmentSpec is the specification of a VolumeAttachment request. */
export interface VolumeAttachmentSpec {
  /**
   * attacher indicates the name of the volume driver that MUST handle this request. This is the name returned by
   * GetPluginName().
   */
  attacher: string;
  /** nodeName represents the node that the volume should be attached to. */
  nodeName: string;
  /** source represents the volume that should be attached. */
  source: VolumeAttachmentSource;
}

/** VolumeAttachmentStatus is the status of a VolumeAttachment request. */
export interface VolumeAttachmentStatus {
  /**
   * attachError represents the last error encountered during attach operation, if any. This field must only be set
   * by the entity completing the attach operation, i.e. the external-attacher.
   */
  attachError?: VolumeError;
  /**
   * attached indicates the volume is successfully attached. This field must only be set by the entity completing
   * the attach operation, i.e. the external-attacher.
   */
  attached: boolean;
  /**
   * attachmentMetadata is populated with any information returned by the attach operation, upon successful attach,
   * that must be passed into subsequent WaitForAttach or Mount calls. This field must only be set by the entity
   * completing the attach operation, i.e. the external-attacher.
   */
  attachmentMetadata?: Record<string, string>;
  /**
   * detachError represents the last error encountered during detach operation, if any. This field must only be set
   * by the entity completing the detach operation, i.e. the external-attacher.
   */
  detachError?: VolumeError;
}

/**
 * VolumeAttributesClass represents a specification of mutable volume attributes defined by the CSI driver. The
 * class can be specified during dynamic provisioning of PersistentVolumeClaims, and changed in the
 * PersistentVolumeClaim spec after provisioning.
 */
export interface VolumeAttributesClass {
  apiVersion: "storage.k8s.io/v1";
  /** driverName is the name of the CSI driver This field is immutable. */
  driverName: string;
  kind: "VolumeAttributesClass";
  metadata: ObjectMeta;
  /**
   * parameters hold volume attributes defined by the CSI driver. These values are opaque to the Kubernetes and are
   * passed directly to the CSI driver. The underlying storage provider supports changing these attributes on an
   * existing volume, however the parameters field itself is immutable. To invoke a volume update, a new
   * VolumeAttributesClass should be created with new parameters, and the PersistentVolumeClaim should be updated to
   * reference the new VolumeAttributesClass.
   */
  parameters?: Record<string, string>;
}
export const VolumeAttributesClass = /* @__PURE__ */ defineKind<VolumeAttributesClass>("storage.k8s.io/v1", "VolumeAttributesClass");

/** VolumeAttributesClassList is a collection of VolumeAttributesClass objects. */
export interface VolumeAttributesClassList {
  apiVersion: "storage.k8s.io/v1";
  /** items is the list of VolumeAttributesClass objects. */
  items: VolumeAttributesClass[];
  kind: "VolumeAttributesClassList";
  /**
   * Standard list metadata More info:
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata
   */
  metadata?: ListMeta;
}

/** VolumeError captures an error encountered during a volume operation. */
export interface VolumeError {
  /** errorCode is a numeric gRPC code representing the error encountered during Attach or Detach operations. */
  errorCode?: Int32;
  /**
   * message represents the error encountered during Attach or Detach operation. This string may be logged, so it
   * should not contain sensitive information.
   */
  message?: string;
  /** time represents the time the error was encountered. */
  time?: Time;
}

/** VolumeNodeResources is a set of resource limits for scheduling of volumes. */
export interface VolumeNodeResources {
  /**
   * count indicates the maximum number of unique volumes managed by the CSI driver that can be used on a node. A
   * volume that is both attached and mounted on a node is considered to be used once, not twice. The same rule
   * applies for a unique volume that is shared among multiple pods on the same node. If this field is not
   * specified, then the supported number of volumes on this node is unbounded.
   */
  count?: Int32;
}
