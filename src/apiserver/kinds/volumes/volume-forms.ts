/**
 * How a refusal shows what PersistentVolumes are made from.
 * Source: the order of the fields in pkg/apis/core/types.go (PersistentVolumeSource).
 */
import { formOfFields, type InternalForm, objectReferenceForm } from "../validation/internal-forms.js";

const secretForm = formOfFields("Name:name Namespace:namespace");

export const volumeSourceForm: InternalForm = [
  {
    go: "GCEPersistentDisk",
    json: "gcePersistentDisk",
    form: formOfFields("PDName:pdName FSType:fsType Partition:partition# ReadOnly:readOnly!"),
  },
  {
    go: "AWSElasticBlockStore",
    json: "awsElasticBlockStore",
    form: formOfFields("VolumeID:volumeID FSType:fsType Partition:partition# ReadOnly:readOnly!"),
  },
  {
    go: "HostPath",
    json: "hostPath",
    form: formOfFields("Path:path Type:type?"),
  },
  {
    go: "Glusterfs",
    json: "glusterfs",
    form: formOfFields("EndpointsName:endpoints Path:path ReadOnly:readOnly! EndpointsNamespace:endpointsNamespace?"),
  },
  {
    go: "NFS",
    json: "nfs",
    form: formOfFields("Server:server Path:path ReadOnly:readOnly!"),
  },
  {
    go: "RBD",
    json: "rbd",
    form: formOfFields(
      "CephMonitors:monitors? RBDImage:image FSType:fsType RBDPool:pool RadosUser:user Keyring:keyring SecretRef:secretRef? ReadOnly:readOnly!",
      { secretRef: secretForm },
    ),
  },
  {
    go: "Quobyte",
    json: "quobyte",
    form: formOfFields("Registry:registry Volume:volume ReadOnly:readOnly! User:user Group:group Tenant:tenant"),
  },
  {
    go: "ISCSI",
    json: "iscsi",
    form: formOfFields(
      "TargetPortal:targetPortal IQN:iqn Lun:lun# ISCSIInterface:iscsiInterface FSType:fsType ReadOnly:readOnly! Portals:portals? DiscoveryCHAPAuth:chapAuthDiscovery! SessionCHAPAuth:chapAuthSession! SecretRef:secretRef? InitiatorName:initiatorName?",
      { secretRef: secretForm },
    ),
  },
  {
    go: "FlexVolume",
    json: "flexVolume",
    form: formOfFields("Driver:driver FSType:fsType SecretRef:secretRef? ReadOnly:readOnly! Options:options?", {
      secretRef: secretForm,
    }),
  },
  {
    go: "Cinder",
    json: "cinder",
    form: formOfFields("VolumeID:volumeID FSType:fsType ReadOnly:readOnly! SecretRef:secretRef?", {
      secretRef: secretForm,
    }),
  },
  {
    go: "CephFS",
    json: "cephfs",
    form: formOfFields(
      "Monitors:monitors? Path:path User:user SecretFile:secretFile SecretRef:secretRef? ReadOnly:readOnly!",
      { secretRef: secretForm },
    ),
  },
  {
    go: "FC",
    json: "fc",
    form: formOfFields("TargetWWNs:targetWWNs? Lun:lun? FSType:fsType ReadOnly:readOnly! WWIDs:wwids?"),
  },
  {
    go: "Flocker",
    json: "flocker",
    form: formOfFields("DatasetName:datasetName DatasetUUID:datasetUUID"),
  },
  {
    go: "AzureFile",
    json: "azureFile",
    form: formOfFields("SecretName:secretName ShareName:shareName ReadOnly:readOnly! SecretNamespace:secretNamespace?"),
  },
  {
    go: "VsphereVolume",
    json: "vsphereVolume",
    form: formOfFields(
      "VolumePath:volumePath FSType:fsType StoragePolicyName:storagePolicyName StoragePolicyID:storagePolicyID",
    ),
  },
  {
    go: "AzureDisk",
    json: "azureDisk",
    form: formOfFields(
      "DiskName:diskName DataDiskURI:diskURI CachingMode:cachingMode? FSType:fsType? ReadOnly:readOnly? Kind:kind?",
    ),
  },
  {
    go: "PhotonPersistentDisk",
    json: "photonPersistentDisk",
    form: formOfFields("PdID:pdID FSType:fsType"),
  },
  {
    go: "PortworxVolume",
    json: "portworxVolume",
    form: formOfFields("VolumeID:volumeID FSType:fsType ReadOnly:readOnly!"),
  },
  {
    go: "ScaleIO",
    json: "scaleIO",
    form: formOfFields(
      "Gateway:gateway System:system SecretRef:secretRef? SSLEnabled:sslEnabled! ProtectionDomain:protectionDomain StoragePool:storagePool StorageMode:storageMode VolumeName:volumeName FSType:fsType ReadOnly:readOnly!",
      { secretRef: secretForm },
    ),
  },
  {
    go: "Local",
    json: "local",
    form: formOfFields("Path:path FSType:fsType?"),
  },
  {
    go: "StorageOS",
    json: "storageos",
    form: formOfFields(
      "VolumeName:volumeName VolumeNamespace:volumeNamespace FSType:fsType ReadOnly:readOnly! SecretRef:secretRef?",
      { secretRef: objectReferenceForm },
    ),
  },
  {
    go: "CSI",
    json: "csi",
    form: formOfFields(
      "Driver:driver VolumeHandle:volumeHandle ReadOnly:readOnly! FSType:fsType VolumeAttributes:volumeAttributes? ControllerPublishSecretRef:controllerPublishSecretRef? NodeStageSecretRef:nodeStageSecretRef? NodePublishSecretRef:nodePublishSecretRef? ControllerExpandSecretRef:controllerExpandSecretRef? NodeExpandSecretRef:nodeExpandSecretRef?",
      {
        controllerPublishSecretRef: secretForm,
        nodeStageSecretRef: secretForm,
        nodePublishSecretRef: secretForm,
        controllerExpandSecretRef: secretForm,
        nodeExpandSecretRef: secretForm,
      },
    ),
  },
];
