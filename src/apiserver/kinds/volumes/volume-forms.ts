/**
 * How a refusal shows what PersistentVolumes are made from.
 * Source: the order of the fields in pkg/apis/core/types.go (PersistentVolumeSource).
 */
import { volumeTypes } from "../pods/volume-types.js";
import { formOfType } from "../validation/internal-forms.js";

/** Most sources are those of pods, but for their secrets, which have a namespace. */
export const volumeSourceForm = formOfType("PersistentVolumeSource", {
  ...volumeTypes,
  LocalObjectReference: "Name:name Namespace:namespace",
  ObjectReference:
    "Kind:kind Namespace:namespace Name:name UID:uid APIVersion:apiVersion ResourceVersion:resourceVersion FieldPath:fieldPath",
  GlusterfsVolumeSource: "EndpointsName:endpoints Path:path ReadOnly:readOnly! EndpointsNamespace:endpointsNamespace?",
  AzureFileVolumeSource:
    "SecretName:secretName ShareName:shareName ReadOnly:readOnly! SecretNamespace:secretNamespace?",
  LocalVolumeSource: "Path:path FSType:fsType?",
  StorageOSVolumeSource:
    "VolumeName:volumeName VolumeNamespace:volumeNamespace FSType:fsType ReadOnly:readOnly! SecretRef:secretRef?ObjectReference",
  CSIVolumeSource:
    "Driver:driver VolumeHandle:volumeHandle ReadOnly:readOnly! FSType:fsType VolumeAttributes:volumeAttributes? ControllerPublishSecretRef:controllerPublishSecretRef?LocalObjectReference NodeStageSecretRef:nodeStageSecretRef?LocalObjectReference NodePublishSecretRef:nodePublishSecretRef?LocalObjectReference ControllerExpandSecretRef:controllerExpandSecretRef?LocalObjectReference NodeExpandSecretRef:nodeExpandSecretRef?LocalObjectReference",
  PersistentVolumeSource:
    "GCEPersistentDisk:gcePersistentDisk?GCEPersistentDiskVolumeSource AWSElasticBlockStore:awsElasticBlockStore?AWSElasticBlockStoreVolumeSource HostPath:hostPath?HostPathVolumeSource Glusterfs:glusterfs?GlusterfsVolumeSource NFS:nfs?NFSVolumeSource RBD:rbd?RBDVolumeSource Quobyte:quobyte?QuobyteVolumeSource ISCSI:iscsi?ISCSIVolumeSource FlexVolume:flexVolume?FlexVolumeSource Cinder:cinder?CinderVolumeSource CephFS:cephfs?CephFSVolumeSource FC:fc?FCVolumeSource Flocker:flocker?FlockerVolumeSource AzureFile:azureFile?AzureFileVolumeSource VsphereVolume:vsphereVolume?VsphereVirtualDiskVolumeSource AzureDisk:azureDisk?AzureDiskVolumeSource PhotonPersistentDisk:photonPersistentDisk?PhotonPersistentDiskVolumeSource PortworxVolume:portworxVolume?PortworxVolumeSource ScaleIO:scaleIO?ScaleIOVolumeSource Local:local?LocalVolumeSource StorageOS:storageos?StorageOSVolumeSource CSI:csi?CSIVolumeSource",
});
