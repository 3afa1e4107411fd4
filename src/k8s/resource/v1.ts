// Made by `npm run generate:k8s` from data/openapi/resource/v1.json: change that, or the script.
import { type Condition, type ListMeta, type ObjectMeta, defineKind } from "../../kube/objects.js";
import type { Int64, Quantity, Time } from "../../kube/scalars.js";
import type { NodeSelector } from "../core/v1.js";

/**
 * AllocatedDeviceStatus contains the status of an allocated device, if the driver chooses to report it. This may
 * include driver-specific information.
 */
export interface AllocatedDeviceStatus {
  /**
   * Conditions contains the latest observation of the device's state. If the device has been configured according
   * to the class and claim config references, the `Ready` condition should be True.
   */
  conditions?: Condition[];
  /** Data contains arbitrary driver-specific data. */
  data?: unknown;
  /** Device references one device instance via its name in the driver's resource pool. It must be a DNS label. */
  device: string;
  /**
   * Driver specifies the name of the DRA driver whose kubelet plugin should be invoked to process the allocation
   * once the claim is needed on a node.
   */
  driver: string;
  /** NetworkData contains network-related information specific to the device. */
  networkData?: NetworkDeviceData;
  /**
   * This name together with the driver name and the device name field identify which device was allocated (`<driver
   * name>/<pool name>/<device name>`).
   */
  pool: string;
  /** ShareID uniquely identifies an individual allocation share of the device. */
  shareID?: string;
}

/** AllocationResult contains attributes of an allocated resource. */
export interface AllocationResult {
  /**
   * AllocationTimestamp stores the time when the resources were allocated. This field is not guaranteed to be set,
   * in which case that time is unknown.
   */
  allocationTimestamp?: Time;
  /** Devices is the result of allocating devices. */
  devices?: DeviceAllocationResult;
  /** NodeSelector defines where the allocated resources are available. If unset, they are available everywhere. */
  nodeSelector?: NodeSelector;
}

/** CELDeviceSelector contains a CEL expression for selecting a device. */
export interface CELDeviceSelector {
  /**
   * Expression is a CEL expression which evaluates a single device. It must evaluate to true when the device under
   * consideration satisfies the desired criteria, and false when it does not. Any other result is an error and
   * causes allocation of devices to abort.
   */
  expression: string;
}

/** CapacityRequestPolicy defines how requests consume device capacity. */
export interface CapacityRequestPolicy {
  /**
   * Default specifies how much of this capacity is consumed by a request that does not contain an entry for it in
   * DeviceRequest's Capacity.
   */
  default?: Quantity;
  /** ValidRange defines an acceptable quantity value range in consuming requests. */
  validRange?: CapacityRequestPolicyRange;
  /** ValidValues defines a set of acceptable quantity values in consuming requests. */
  validValues?: Quantity[];
}

/** CapacityRequestPolicyRange defines a valid range for consumable capacity values. */
export interface CapacityRequestPolicyRange {
  /** Max defines the upper limit for capacity that can be requested. */
  max?: Quantity;
  /** Min specifies the minimum capacity allowed for a consumption request. */
  min: Quantity;
  /** Step defines the step size between valid capacity amounts within the range. */
  step?: Quantity;
}

/** CapacityRequirements defines the capacity requirements for a specific device request. */
export interface CapacityRequirements {
  /**
   * Requests represent individual device resource requests for distinct resources, all of which must be provided by
   * the device.
   */
  requests?: Record<string, Quantity>;
}

/** Counter describes a quantity associated with a device. */
export interface Counter {
  /** Value defines how much of a certain device counter is available. */
  value: Quantity;
}

/**
 * CounterSet defines a named set of counters that are available to be used by devices defined in the
 * ResourcePool.
 */
export interface CounterSet {
  /**
   * Counters defines the set of counters for this CounterSet The name of each counter must be unique in that set
   * and must be a DNS label.
   */
  counters: Record<string, Counter>;
  /** Name defines the name of the counter set. It must be a DNS label. */
  name: string;
}

/**
 * Device represents one individual hardware instance that can be selected based on its attributes. Besides the
 * name, exactly one field must be set.
 */
export interface Device {
  /** AllNodes indicates that all nodes have access to the device. */
  allNodes?: boolean;
  /** AllowMultipleAllocations marks whether the device is allowed to be allocated to multiple DeviceRequests. */
  allowMultipleAllocations?: boolean;
  /**
   * Attributes defines the set of attributes for this device. The name of each attribute must be unique in that
   * set.
   */
  attributes?: Record<string, DeviceAttribute>;
  /**
   * BindingConditions defines the conditions for proceeding with binding. All of these conditions must be set in
   * the per-device status conditions with a value of True to proceed with binding the pod to the node while
   * scheduling the pod.
   */
  bindingConditions?: string[];
  /**
   * BindingFailureConditions defines the conditions for binding failure. They may be set in the per-device status
   * conditions. If any is set to "True", a binding failure occurred.
   */
  bindingFailureConditions?: string[];
  /**
   * BindsToNode indicates if the usage of an allocation involving this device has to be limited to exactly the node
   * that was chosen when allocating the claim. If set to true, the scheduler will set the
   * ResourceClaim.Status.Allocation.NodeSelector to match the node where the allocation was made.
   */
  bindsToNode?: boolean;
  /** Capacity defines the set of capacities for this device. The name of each capacity must be unique in that set. */
  capacity?: Record<string, DeviceCapacity>;
  /**
   * ConsumesCounters defines a list of references to sharedCounters and the set of counters that the device will
   * consume from those counter sets.
   */
  consumesCounters?: DeviceCounterConsumption[];
  /** Name is unique identifier among all devices managed by the driver in the pool. It must be a DNS label. */
  name: string;
  /**
   * NodeAllocatableResources defines the mapping of node resources that are managed by the DRA driver exposing this
   * device. This includes resources currently reported in v1.Node `status.allocatable` that are not extended
   * resources (see
   * https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#extended-resources). Examples
   * include "cpu", "memory", "ephemeral-storage", and hugepages. In addition to standard requests made through the
   * Pod `spec`, these resources can also be requested through claims and allocated by the DRA driver. For example,
   * a CPU DRA driver might allocate exclusive CPUs or auxiliary node memory dependencies of an accelerator device.
   * The keys of this map are the node-allocatable resource names (e.g., "cpu", "memory"). Extended resource names
   * are not permitted as keys.
   */
  nodeAllocatableResources?: Record<string, NodeAllocatableResource>;
  /** NodeName identifies the node where the device is available. */
  nodeName?: string;
  /** NodeSelector defines the nodes where the device is available. */
  nodeSelector?: NodeSelector;
  /** If specified, these are the driver-defined taints. */
  taints?: DeviceTaint[];
}

/** DeviceAllocationConfiguration gets embedded in an AllocationResult. */
export interface DeviceAllocationConfiguration {
  /** Opaque provides driver-specific configuration parameters. */
  opaque?: OpaqueDeviceConfiguration;
  /** Requests lists the names of requests where the configuration applies. If empty, its applies to all requests. */
  requests?: string[];
  /**
   * Source records whether the configuration comes from a class and thus is not something that a normal user would
   * have been able to set or from a claim.
   */
  source: "FromClaim" | "FromClass";
}

/** DeviceAllocationResult is the result of allocating devices. */
export interface DeviceAllocationResult {
  /**
   * This field is a combination of all the claim and class configuration parameters. Drivers can distinguish
   * between those based on a flag.
   */
  config?: DeviceAllocationConfiguration[];
  /** Results lists all allocated devices. */
  results?: DeviceRequestAllocationResult[];
}

/** DeviceAttribute must have exactly one field set. */
export interface DeviceAttribute {
  /** BoolValue is a true/false value. */
  bool?: boolean;
  /** BoolValues is a non-empty list of true/false values. */
  bools?: boolean[];
  /** IntValue is a number. */
  int?: Int64;
  /** IntValues is a non-empty list of numbers. */
  ints?: Int64[];
  /** StringValue is a string. Must not be longer than 64 characters. */
  string?: string;
  /** StringValues is a non-empty list of strings. Each string must not be longer than 64 characters. */
  strings?: string[];
  /** VersionValue is a semantic version according to semver.org spec 2.0.0. Must not be longer than 64 characters. */
  version?: string;
  /**
   * VersionValues is a non-empty list of semantic versions according to semver.org spec 2.0.0. Each version string
   * must not be longer than 64 characters.
   */
  versions?: string[];
}

/** DeviceCapacity describes a quantity associated with a device. */
export interface DeviceCapacity {
  /**
   * RequestPolicy defines how this DeviceCapacity must be consumed when the device is allowed to be shared by
   * multiple allocations.
   */
  requestPolicy?: CapacityRequestPolicy;
  /** Value defines how much of a certain capacity that device has. */
  value: Quantity;
}

/** DeviceClaim defines how to request devices with a ResourceClaim. */
export interface DeviceClaim {
  /**
   * This field holds configuration for multiple potential drivers which could satisfy requests in this claim. It is
   * ignored while allocating the claim.
   */
  config?: DeviceClaimConfiguration[];
  /** These constraints must be satisfied by the set of devices that get allocated for the claim. */
  constraints?: DeviceConstraint[];
  /**
   * Requests represent individual requests for distinct devices which must all be satisfied. If empty, nothing
   * needs to be allocated.
   */
  requests?: DeviceRequest[];
}

/** DeviceClaimConfiguration is used for configuration parameters in DeviceClaim. */
export interface DeviceClaimConfiguration {
  /** Opaque provides driver-specific configuration parameters. */
  opaque?: OpaqueDeviceConfiguration;
  /** Requests lists the names of requests where the configuration applies. If empty, it applies to all requests. */
  requests?: string[];
}

/**
 * DeviceClass is a vendor- or admin-provided resource that contains device configuration and selectors. It can be
 * referenced in the device requests of a claim to apply these presets. Cluster scoped.
 */
export interface DeviceClass {
  apiVersion: "resource.k8s.io/v1";
  kind: "DeviceClass";
  metadata: ObjectMeta;
  /** Spec defines what can be allocated and how to configure it. */
  spec?: DeviceClassSpec;
}
export const DeviceClass = /* @__PURE__ */ defineKind<DeviceClass>("resource.k8s.io/v1", "DeviceClass");

/** DeviceClassConfiguration is used in DeviceClass. */
export interface DeviceClassConfiguration {
  /** Opaque provides driver-specific configuration parameters. */
  opaque?: OpaqueDeviceConfiguration;
}

/** DeviceClassList is a collection of classes. */
export interface DeviceClassList {
  apiVersion: "resource.k8s.io/v1";
  /** Items is the list of resource classes. */
  items: DeviceClass[];
  kind: "DeviceClassList";
  /** Standard list metadata */
  metadata?: ListMeta;
}

/** DeviceClassSpec is used in a [DeviceClass] to define what can be allocated and how to configure it. */
export interface DeviceClassSpec {
  /**
   * Config defines configuration parameters that apply to each device that is claimed via this class. Some classses
   * may potentially be satisfied by multiple drivers, so each instance of a vendor configuration applies to exactly
   * one driver.
   */
  config?: DeviceClassConfiguration[];
  /**
   * ExtendedResourceName is the extended resource name for the devices of this class. The devices of this class can
   * be used to satisfy a pod's extended resource requests. It has the same format as the name of a pod's extended
   * resource. It should be unique among all the device classes in a cluster. If two device classes have the same
   * name, then the class created later is picked to satisfy a pod's extended resource requests. If two classes are
   * created at the same time, then the name of the class lexicographically sorted first is picked.
   */
  extendedResourceName?: string;
  /** Each selector must be satisfied by a device which is claimed via this class. */
  selectors?: DeviceSelector[];
}

/** DeviceConstraint must have exactly one field set besides Requests. */
export interface DeviceConstraint {
  /**
   * DistinctAttribute requires that all devices in question have this attribute and that its type and value are
   * unique across those devices.
   */
  distinctAttribute?: string;
  /**
   * MatchAttribute requires that all devices in question have this attribute and that its type and value are the
   * same across those devices.
   */
  matchAttribute?: string;
  /**
   * Requests is a list of the one or more requests in this claim which must co-satisfy this constraint. If a
   * request is fulfilled by multiple devices, then all of the devices must satisfy the constraint. If this is not
   * specified, this constraint applies to all requests in this claim.
   */
  requests?: string[];
}

/** DeviceCounterConsumption defines a set of counters that a device will consume from a CounterSet. */
export interface DeviceCounterConsumption {
  /** CompatibilityGroups is a list of opaque group names for this counter set consumption. */
  compatibilityGroups?: string[];
  /** CounterSet is the name of the set from which the counters defined will be consumed. */
  counterSet: string;
  /** Counters defines the counters that will be consumed by the device. */
  counters: Record<string, Counter>;
}

/** DeviceDerivedAttribute defines a derived attribute computed via CEL. */
export interface DeviceDerivedAttribute {
  /**
   * Expression is a CEL expression evaluated against each candidate device. The expression must evaluate to a
   * primitive scalar (string, integer, boolean, or semver) or a list of these scalars ([]string, []int64, []bool,
   * []semver) to act as a virtual grouping key. Any other return type is an error and causes CEL evaluation for the
   * device to fail.
   */
  expression: string;
  /** Name is the identifier for this derived attribute, used in constraints. */
  name: string;
}

/**
 * DeviceRequest is a request for devices required for a claim. This is typically a request for a single resource
 * like a device, but can also ask for several identical devices. With FirstAvailable it is also possible to
 * provide a prioritized list of requests.
 */
export interface DeviceRequest {
  /** Exactly specifies the details for a single request that must be met exactly for the request to be satisfied. */
  exactly?: ExactDeviceRequest;
  /**
   * FirstAvailable contains subrequests, of which exactly one will be selected by the scheduler. It tries to
   * satisfy them in the order in which they are listed here. So if there are two entries in the list, the scheduler
   * will only check the second one if it determines that the first one can not be used.
   */
  firstAvailable?: DeviceSubRequest[];
  /**
   * Name can be used to reference this request in a pod.spec.containers[].resources.claims entry and in a
   * constraint of the claim.
   */
  name: string;
}

/** DeviceRequestAllocationResult contains the allocation result for one request. */
export interface DeviceRequestAllocationResult {
  /**
   * AdminAccess indicates that this device was allocated for administrative access. See the corresponding request
   * field for a definition of mode.
   */
  adminAccess?: boolean;
  /**
   * BindingConditions contains a copy of the BindingConditions from the corresponding ResourceSlice at the time of
   * allocation.
   */
  bindingConditions?: string[];
  /**
   * BindingFailureConditions contains a copy of the BindingFailureConditions from the corresponding ResourceSlice
   * at the time of allocation.
   */
  bindingFailureConditions?: string[];
  /**
   * ConsumedCapacity tracks the amount of capacity consumed per device as part of the claim request. The consumed
   * amount may differ from the requested amount: it is rounded up to the nearest valid value based on the device’s
   * requestPolicy if applicable (i.e., may not be less than the requested amount).
   */
  consumedCapacity?: Record<string, Quantity>;
  /** Device references one device instance via its name in the driver's resource pool. It must be a DNS label. */
  device: string;
  /**
   * Driver specifies the name of the DRA driver whose kubelet plugin should be invoked to process the allocation
   * once the claim is needed on a node.
   */
  driver: string;
  /**
   * This name together with the driver name and the device name field identify which device was allocated (`<driver
   * name>/<pool name>/<device name>`).
   */
  pool: string;
  /**
   * Request is the name of the request in the claim which caused this device to be allocated. If it references a
   * subrequest in the firstAvailable list on a DeviceRequest, this field must include both the name of the main
   * request and the subrequest using the format <main request>/<subrequest>.
   */
  request: string;
  /**
   * ShareID uniquely identifies an individual allocation share of the device, used when the device supports
   * multiple simultaneous allocations. It serves as an additional map key to differentiate concurrent shares of the
   * same device.
   */
  shareID?: string;
  /**
   * SkipNodeOperations lists node-local resource operations (gRPC calls) that will be skipped for this allocated
   * device when determining whether operations are necessary on the node. If all allocated devices for a driver in
   * a claim skip an operation, that gRPC call will be skipped. It is a copy of the
   * ResourceSlice.spec.skipNodeOperations value at the time when the device was allocated.
   */
  skipNodeOperations?: ("*" | "NodePrepareResources" | "NodeUnprepareResources")[];
  /** A copy of all tolerations specified in the request at the time when the device got allocated. */
  tolerations?: DeviceToleration[];
}

/** DeviceSelector must have exactly one field set. */
export interface DeviceSelector {
  /** CEL contains a CEL expression for selecting a device. */
  cel?: CELDeviceSelector;
}

/**
 * DeviceSubRequest describes a request for device provided in the claim.spec.devices.requests[].firstAvailable
 * array. Each is typically a request for a single resource like a device, but can also ask for several identical
 * devices.
 */
export interface DeviceSubRequest {
  /**
   * AllocationMode and its related fields define how devices are allocated to satisfy this subrequest. Supported
   * values are:
   */
  allocationMode?: "All" | "ExactCount";
  /** Capacity define resource requirements against each capacity. */
  capacity?: CapacityRequirements;
  /**
   * Count is used only when the count mode is "ExactCount". Must be greater than zero. If AllocationMode is
   * ExactCount and this field is not specified, the default is one.
   */
  count?: Int64;
  /**
   * DerivedAttributes defines a set of virtual attributes computed via CEL expressions for each candidate device.
   * These virtual attributes can be referenced in `.devices.constraints` to align and match different devices
   * (e.g., co-allocating a GPU and a NIC on the same NUMA node) even if their drivers publish different attributes.
   * Derived attributes are not available via `device.attributes` in the CEL environment when evaluating selector
   * expressions.
   */
  derivedAttributes?: DeviceDerivedAttribute[];
  /**
   * DeviceClassName references a specific DeviceClass, which can define additional configuration and selectors to
   * be inherited by this subrequest.
   */
  deviceClassName: string;
  /**
   * Name can be used to reference this subrequest in the list of constraints or the list of configurations for the
   * claim. References must use the format <main request>/<subrequest>.
   */
  name: string;
  /**
   * Selectors define criteria which must be satisfied by a specific device in order for that device to be
   * considered for this subrequest. All selectors must be satisfied for a device to be considered.
   */
  selectors?: DeviceSelector[];
  /** If specified, the request's tolerations. */
  tolerations?: DeviceToleration[];
}

/**
 * The device this taint is attached to has the "effect" on any claim which does not tolerate the taint and,
 * through the claim, to pods using the claim.
 */
export interface DeviceTaint {
  /**
   * The effect of the taint on claims that do not tolerate the taint and through such claims on the pods using
   * them.
   */
  effect: "NoExecute" | "NoSchedule" | "None";
  /** The taint key to be applied to a device. Must be a label name. */
  key: string;
  /**
   * TimeAdded represents the time at which the taint was added or (only in a DeviceTaintRule) the effect was
   * modified. Added automatically during create or update if not set.
   */
  timeAdded?: Time;
  /** The taint value corresponding to the taint key. Must be a label value. */
  value?: string;
}

/**
 * DeviceTaintRule adds one taint to all devices which match the selector. This has the same effect as if the
 * taint was specified directly in the ResourceSlice by the DRA driver.
 */
export interface DeviceTaintRule {
  apiVersion: "resource.k8s.io/v1";
  kind: "DeviceTaintRule";
  metadata: ObjectMeta;
  /** Spec specifies the selector and one taint. */
  spec: DeviceTaintRuleSpec;
  /** Status provides information about what was requested in the spec. */
  status?: DeviceTaintRuleStatus;
}
export const DeviceTaintRule = /* @__PURE__ */ defineKind<DeviceTaintRule>("resource.k8s.io/v1", "DeviceTaintRule");

/** DeviceTaintRuleList is a collection of DeviceTaintRules. */
export interface DeviceTaintRuleList {
  apiVersion: "resource.k8s.io/v1";
  /** Items is the list of DeviceTaintRules. */
  items: DeviceTaintRule[];
  kind: "DeviceTaintRuleList";
  /** Standard list metadata */
  metadata?: ListMeta;
}

/** DeviceTaintRuleSpec specifies the selector and one taint. */
export interface DeviceTaintRuleSpec {
  /**
   * DeviceSelector defines which device(s) the taint is applied to. All selector criteria must be satisfied for a
   * device to match. The empty selector matches all devices. Without a selector, no devices are matches.
   */
  deviceSelector?: DeviceTaintSelector;
  /** The taint that gets applied to matching devices. */
  taint: DeviceTaint;
}

/** DeviceTaintRuleStatus provides information about an on-going pod eviction. */
export interface DeviceTaintRuleStatus {
  /**
   * Conditions provide information about the state of the DeviceTaintRule and the cluster at some point in time, in
   * a machine-readable and human-readable format.
   */
  conditions?: Condition[];
}

/**
 * DeviceTaintSelector defines which device(s) a DeviceTaintRule applies to. The empty selector matches all
 * devices. Without a selector, no devices are matched.
 */
export interface DeviceTaintSelector {
  /**
   * If device is set, only devices with that name are selected. This field corresponds to
   * slice.spec.devices[].name.
   */
  device?: string;
  /** If driver is set, only devices from that driver are selected. This fields corresponds to slice.spec.driver. */
  driver?: string;
  /** If pool is set, only devices in that pool are selected. */
  pool?: string;
}

/**
 * The ResourceClaim this DeviceToleration is attached to tolerates any taint that matches the triple
 * <key,value,effect> using the matching operator <operator>.
 */
export interface DeviceToleration {
  /**
   * Effect indicates the taint effect to match. Empty means match all taint effects. When specified, allowed values
   * are NoSchedule and NoExecute.
   */
  effect?: "NoExecute" | "NoSchedule" | "None";
  /**
   * Key is the taint key that the toleration applies to. Empty means match all taint keys. If the key is empty,
   * operator must be Exists; this combination means to match all values and all keys. Must be a label name.
   */
  key?: string;
  /**
   * Operator represents a key's relationship to the value. Valid operators are Exists and Equal. Defaults to Equal.
   * Exists is equivalent to wildcard for value, so that a ResourceClaim can tolerate all taints of a particular
   * category.
   */
  operator?: "Equal" | "Exists";
  /**
   * TolerationSeconds represents the period of time the toleration (which must be of effect NoExecute, otherwise
   * this field is ignored) tolerates the taint. By default, it is not set, which means tolerate the taint forever
   * (do not evict). Zero and negative values will be treated as 0 (evict immediately) by the system. If larger than
   * zero, the time when the pod needs to be evicted is calculated as <time when taint was adedd> + <toleration
   * seconds>.
   */
  tolerationSeconds?: Int64;
  /**
   * Value is the taint value the toleration matches to. If the operator is Exists, the value must be empty,
   * otherwise just a regular string. Must be a label value.
   */
  value?: string;
}

/** ExactDeviceRequest is a request for one or more identical devices. */
export interface ExactDeviceRequest {
  /**
   * AdminAccess indicates that this is a claim for administrative access to the device(s). Claims with AdminAccess
   * are expected to be used for monitoring or other management services for a device. They ignore all ordinary
   * claims to the device with respect to access modes and any resource allocations.
   */
  adminAccess?: boolean;
  /**
   * AllocationMode and its related fields define how devices are allocated to satisfy this request. Supported
   * values are:
   */
  allocationMode?: "All" | "ExactCount";
  /** Capacity define resource requirements against each capacity. */
  capacity?: CapacityRequirements;
  /**
   * Count is used only when the count mode is "ExactCount". Must be greater than zero. If AllocationMode is
   * ExactCount and this field is not specified, the default is one.
   */
  count?: Int64;
  /**
   * DerivedAttributes defines a set of virtual attributes computed via CEL expressions for each candidate device.
   * These virtual attributes can be referenced in `.devices.constraints` to align and match different devices
   * (e.g., co-allocating a GPU and a NIC on the same NUMA node) even if their drivers publish different attributes.
   * Derived attributes are not available via `device.attributes` in the CEL environment when evaluating selector
   * expressions.
   */
  derivedAttributes?: DeviceDerivedAttribute[];
  /**
   * DeviceClassName references a specific DeviceClass, which can define additional configuration and selectors to
   * be inherited by this request.
   */
  deviceClassName: string;
  /**
   * Selectors define criteria which must be satisfied by a specific device in order for that device to be
   * considered for this request. All selectors must be satisfied for a device to be considered.
   */
  selectors?: DeviceSelector[];
  /** If specified, the request's tolerations. */
  tolerations?: DeviceToleration[];
}

/**
 * NetworkDeviceData provides network-related details for the allocated device. This information may be filled by
 * drivers or other components to configure or identify the device within a network context.
 */
export interface NetworkDeviceData {
  /** HardwareAddress represents the hardware address (e.g. MAC Address) of the device's network interface. */
  hardwareAddress?: string;
  /**
   * InterfaceName specifies the name of the network interface associated with the allocated device. This might be
   * the name of a physical or virtual network interface being configured in the pod.
   */
  interfaceName?: string;
  /**
   * IPs lists the network addresses assigned to the device's network interface. This can include both IPv4 and IPv6
   * addresses. The IPs are in the CIDR notation, which includes both the address and the associated subnet mask.
   * e.g.: "192.0.2.5/24" for IPv4 and "2001:db8::5/64" for IPv6.
   */
  ips?: string[];
}

/**
 * NodeAllocatableMapping defines how a DRA allocation directly translates into a node allocatable resource
 * quantity. The mapping can be derived from either the count of allocated devices (via deviceMultiplier) or the
 * specific capacity consumed (via capacityKey and capacityMultiplier). These options are mutually exclusive.
 * Kubelet adds this mapped resource quantity from claim to both requests and limits at the pod-level cgroup, and
 * to limits at the container-level cgroup for each container referencing the claim.
 */
export interface NodeAllocatableMapping {
  /**
   * CapacityKey references a capacity name defined as a key in the `spec.devices[*].capacity` map. When this field
   * is set, the value associated with this key in the `status.allocation.devices.results[*].consumedCapacity` map
   * (for a specific claim allocation) determines the base quantity for the node allocatable resource.
   * `capacityMultiplier` must also be set and is multiplied with the base quantity. For example, if
   * `spec.devices[*].capacity` has an entry "dra.example.com/memory": "128Gi", and this field is set to
   * "dra.example.com/memory", then for a claim allocation that consumes { "dra.example.com/memory": "4Gi" } the
   * base quantity for the node allocatable resource mapping will be "4Gi". The final node allocatable resource
   * amount is `consumedCapacity[capacityKey]` * `capacityMultiplier`.
   */
  capacityKey?: string;
  /**
   * CapacityMultiplier is used as a multiplier for the allocated capacity consumed. It is only valid if
   * `capacityKey` is set. The final node allocatable resource amount is `consumedCapacity[capacityKey]` *
   * `capacityMultiplier`. For example, if a Device's capacity "dra.example.com/cores" is consumed, and each "core"
   * provides 2 "cpu"s, the mapping would be: {ResourceName: "cpu", capacityKey: "dra.example.com/cores",
   * capacityMultiplier: "2"}. If a claim consumes 8 "dra.example.com/cores", the CPU footprint is 8 * 2 = 16.
   */
  capacityMultiplier?: Quantity;
  /**
   * DeviceMultiplier is used as a multiplier for the allocated device count in the claim. The final node
   * allocatable resource amount is `deviceCount` * `deviceMultiplier`. For example, a DRA driver representing each
   * cache complex (CCX) as a device would have {ResourceName: "cpu", deviceMultiplier: "8"} in its
   * `nodeAllocatableResources`. If 2 devices (CCX) are allocated to the claim, 2 * 8 = 16 CPUs would be considered
   * as allocated. It is only valid when `capacityKey` and `capacityMultiplier` are not set.
   */
  deviceMultiplier?: Quantity;
}

/**
 * NodeAllocatableOverhead defines auxiliary resource overheads incurred when allocating a device. Overheads can
 * be specified as a fixed cost per pod referencing the claim, a variable cost per container reference, or both.
 * Kubelet accounts for this overhead by adding it to both the pod-level and container-level cgroups of
 * referencing containers.
 */
export interface NodeAllocatableOverhead {
  /**
   * PerContainer is applied per container reference to the claim. This models overhead scaling linearly with the
   * number of containers actively using the device. When both PerPod and PerContainer are specified, the total
   * overhead allocated for each pod referencing the claim is computed as: Quantity = PerPod + (PerContainer *
   * NumReferences) Kubelet accounts for this overhead in cgroups: - Pod-level cgroup (requests and limits): Kubelet
   * adds PerPod + (PerContainer * NumReferences). - Container-level cgroup (limits only): Kubelet adds PerPod +
   * PerContainer for each referencing container. This allows any single container to access the pod-level overhead,
   * while the parent cgroup caps the total usage to account for PerPod exactly once.
   */
  perContainer?: Quantity;
  /**
   * PerPod is overhead applied once per pod referencing the claim on this node. This is a flat overhead incurred
   * for every pod referencing the claim.
   */
  perPod?: Quantity;
}

/**
 * NodeAllocatableResource defines the translation between the DRA device/capacity units requested to the
 * corresponding quantity of the node allocatable resource. At least one of Mapping or Overhead must be specified.
 * Not specifying either is an invalid configuration.
 */
export interface NodeAllocatableResource {
  /**
   * Mapping is used when the device directly models a node allocatable resource like standard CPU or memory (e.g.,
   * with a CPU DRA driver). The calculated quantity is accounted for exactly once per claim instance on the node.
   * To prevent node cgroup isolation friction, the scheduler explicitly blocks sharing mapped device claims across
   * multiple pods.
   */
  mapping?: NodeAllocatableMapping;
  /**
   * Overhead contains fields for modeling auxiliary overhead incurred on node allocatable resources when allocating
   * devices that are not themselves modeling a node allocatable resource (e.g., host memory overhead for GPUs).
   * Sharing overhead-mapped claims across multiple pods is allowed. The node allocatable overhead is accounted for
   * individually for each pod referencing the claim. Overhead is always subtracted from the node's allocatable
   * capacity for the resource, even when mapping is specified for the same resource. Eg: If a device models memory
   * capacity per socket as a consumable capacity pool via Mapping (with CapacityKey), any overhead specified for
   * the same resource will be subtracted from the node's general allocatable capacity and not from the per-socket
   * capacity pool in Mapping.
   */
  overhead?: NodeAllocatableOverhead;
}

/**
 * OpaqueDeviceConfiguration contains configuration parameters for a driver in a format defined by the driver
 * vendor.
 */
export interface OpaqueDeviceConfiguration {
  /** Driver is used to determine which kubelet plugin needs to be passed these configuration parameters. */
  driver: string;
  /**
   * Parameters can contain arbitrary data. It is the responsibility of the driver developer to handle validation
   * and versioning. Typically this includes self-identification and a version ("kind" + "apiVersion" for Kubernetes
   * types), with conversion between different versions.
   */
  parameters: unknown;
}

/**
 * ResourceClaim describes a request for access to resources in the cluster, for use by workloads. For example, if
 * a workload needs an accelerator device with specific properties, this is how that request is expressed. The
 * status stanza tracks whether this claim has been satisfied and what specific resources have been allocated.
 */
export interface ResourceClaim {
  apiVersion: "resource.k8s.io/v1";
  kind: "ResourceClaim";
  metadata: ObjectMeta;
  /** Spec describes what is being requested and how to configure it. The spec is immutable. */
  spec?: ResourceClaimSpec;
  /** Status describes whether the claim is ready to use and what has been allocated. */
  status?: ResourceClaimStatus;
}
export const ResourceClaim = /* @__PURE__ */ defineKind<ResourceClaim>("resource.k8s.io/v1", "ResourceClaim");

/**
 * ResourceClaimConsumerReference contains enough information to let you locate the consumer of a ResourceClaim.
 * The user must be a resource in the same namespace as the ResourceClaim.
 */
export interface ResourceClaimConsumerReference {
  /**
   * APIGroup is the group for the resource being referenced. It is empty for the core API. This matches the group
   * in the APIVersion that is used when creating the resources.
   */
  apiGroup?: string;
  /** Name is the name of resource being referenced. */
  name: string;
  /** Resource is the type of resource being referenced, for example "pods". */
  resource: string;
  /** UID identifies exactly one incarnation of the resource. */
  uid: string;
}

/** ResourceClaimList is a collection of claims. */
export interface ResourceClaimList {
  apiVersion: "resource.k8s.io/v1";
  /** Items is the list of resource claims. */
  items: ResourceClaim[];
  kind: "ResourceClaimList";
  /** Standard list metadata */
  metadata?: ListMeta;
}

/** ResourceClaimSpec defines what is being requested in a ResourceClaim and how to configure it. */
export interface ResourceClaimSpec {
  /** Devices defines how to request devices. */
  devices?: DeviceClaim;
}

/** ResourceClaimStatus tracks whether the resource has been allocated and what the result of that was. */
export interface ResourceClaimStatus {
  /** Allocation is set once the claim has been allocated successfully. */
  allocation?: AllocationResult;
  /**
   * Devices contains the status of each device allocated for this claim, as reported by the driver. This can
   * include driver-specific information. Entries are owned by their respective drivers.
   */
  devices?: AllocatedDeviceStatus[];
  /**
   * ReservedFor indicates which entities are currently allowed to use the claim. A Pod which references a
   * ResourceClaim which is not reserved for that Pod will not be started. A claim that is in use or might be in use
   * because it has been reserved must not get deallocated.
   */
  reservedFor?: ResourceClaimConsumerReference[];
}

/** ResourceClaimTemplate is used to produce ResourceClaim objects. */
export interface ResourceClaimTemplate {
  apiVersion: "resource.k8s.io/v1";
  kind: "ResourceClaimTemplate";
  metadata: ObjectMeta;
  /** Describes the ResourceClaim that is to be generated. */
  spec?: ResourceClaimTemplateSpec;
}
export const ResourceClaimTemplate = /* @__PURE__ */ defineKind<ResourceClaimTemplate>("resource.k8s.io/v1", "ResourceClaimTemplate");

/** ResourceClaimTemplateList is a collection of claim templates. */
export interface ResourceClaimTemplateList {
  apiVersion: "resource.k8s.io/v1";
  /** Items is the list of resource claim templates. */
  items: ResourceClaimTemplate[];
  kind: "ResourceClaimTemplateList";
  /** Standard list metadata */
  metadata?: ListMeta;
}

/** ResourceClaimTemplateSpec contains the metadata and fields for a ResourceClaim. */
export interface ResourceClaimTemplateSpec {
  /**
   * ObjectMeta may contain labels and annotations that will be copied into the ResourceClaim when creating it. No
   * other fields are allowed and will be rejected during validation.
   */
  metadata?: Partial<ObjectMeta>;
  /**
   * Spec for the ResourceClaim. The entire content is copied unchanged into the ResourceClaim that gets created
   * from this template. The same fields as in a ResourceClaim are also valid here.
   */
  spec?: ResourceClaimSpec;
}

/** ResourcePool describes the pool that ResourceSlices belong to. */
export interface ResourcePool {
  /**
   * Generation tracks the change in a pool over time. Whenever a driver changes something about one or more of the
   * resources in a pool, it must change the generation in all ResourceSlices which are part of that pool. Consumers
   * of ResourceSlices should only consider resources from the pool with the highest generation number. The
   * generation may be reset by drivers, which should be fine for consumers, assuming that all ResourceSlices in a
   * pool are updated to match or deleted.
   */
  generation: Int64;
  /**
   * Name is used to identify the pool. For node-local devices, this is often the node name, but this is not
   * required. A field selector can be used to list only ResourceSlice objects belonging to a certain pool.
   */
  name: string;
  /**
   * ResourceSliceCount is the total number of ResourceSlices in the pool at this generation number. Must be greater
   * than zero.
   */
  resourceSliceCount: Int64;
}

/**
 * ResourceSlice represents one or more resources in a pool of similar resources, managed by a common driver. A
 * pool may span more than one ResourceSlice, and exactly how many ResourceSlices comprise a pool is determined by
 * the driver.
 */
export interface ResourceSlice {
  apiVersion: "resource.k8s.io/v1";
  kind: "ResourceSlice";
  metadata: ObjectMeta;
  /** Contains the information published by the driver. */
  spec: ResourceSliceSpec;
}
export const ResourceSlice = /* @__PURE__ */ defineKind<ResourceSlice>("resource.k8s.io/v1", "ResourceSlice");

/** ResourceSliceList is a collection of ResourceSlices. */
export interface ResourceSliceList {
  apiVersion: "resource.k8s.io/v1";
  /** Items is the list of resource ResourceSlices. */
  items: ResourceSlice[];
  kind: "ResourceSliceList";
  /** Standard list metadata */
  metadata?: ListMeta;
}

/** ResourceSliceSpec contains the information published by the driver in one ResourceSlice. */
export interface ResourceSliceSpec {
  /** AllNodes indicates that all nodes have access to the resources in the pool. */
  allNodes?: boolean;
  /** Devices lists some or all of the devices in this pool. */
  devices?: Device[];
  /**
   * Driver identifies the DRA driver providing the capacity information. A field selector can be used to list only
   * ResourceSlice objects with a certain driver name.
   */
  driver: string;
  /**
   * NodeName identifies the node which provides the resources in this pool. A field selector can be used to list
   * only ResourceSlice objects belonging to a certain node.
   */
  nodeName?: string;
  /**
   * NodeSelector defines which nodes have access to the resources in the pool, when that pool is not limited to a
   * single node.
   */
  nodeSelector?: NodeSelector;
  /**
   * PartitionTypeAttribute names a string device attribute (by fully qualified name, e.g.
   * "gpu.example.com/profile") whose value labels each device with its partition type, such as "Full" or "Half" for
   * a MIG-style GPU.
   */
  partitionTypeAttribute?: string;
  /**
   * PerDeviceNodeSelection defines whether the access from nodes to resources in the pool is set on the
   * ResourceSlice level or on each device. If it is set to true, every device defined the ResourceSlice must
   * specify this individually.
   */
  perDeviceNodeSelection?: boolean;
  /** Pool describes the pool that this ResourceSlice belongs to. */
  pool: ResourcePool;
  /** SharedCounters defines a list of counter sets, each of which has a name and a list of counters available. */
  sharedCounters?: CounterSet[];
  /**
   * SkipNodeOperations lists node-local resource operations (gRPC calls) that will be skipped for the devices in
   * this slice when determining whether operations are necessary on the node. If all allocated devices for a driver
   * in a claim skip an operation, that gRPC call will be skipped. Valid values are:
   */
  skipNodeOperations?: ("*" | "NodePrepareResources" | "NodeUnprepareResources")[];
}
