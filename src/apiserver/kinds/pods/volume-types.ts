/**
 * The fields of a pod's volumes as Kubernetes' internal types have them, for what a refusal shows.
 * Source: pkg/apis/core/types.go.
 */

/** By type, as `internal-forms.ts` reads them. */
export const volumeTypes: Readonly<Record<string, string>> = {
  HostPathVolumeSource: "Path:path Type:type?",
  EmptyDirVolumeSource: "Medium:medium SizeLimit:sizeLimit?",
  GCEPersistentDiskVolumeSource: "PDName:pdName FSType:fsType Partition:partition# ReadOnly:readOnly!",
  AWSElasticBlockStoreVolumeSource: "VolumeID:volumeID FSType:fsType Partition:partition# ReadOnly:readOnly!",
  GitRepoVolumeSource: "Repository:repository Revision:revision Directory:directory",
  KeyToPath: "Key:key Path:path Mode:mode?",
  SecretVolumeSource: "SecretName:secretName Items:items?KeyToPath DefaultMode:defaultMode? Optional:optional?",
  NFSVolumeSource: "Server:server Path:path ReadOnly:readOnly!",
  LocalObjectReference: "Name:name",
  ISCSIVolumeSource:
    "TargetPortal:targetPortal IQN:iqn Lun:lun# ISCSIInterface:iscsiInterface FSType:fsType ReadOnly:readOnly! Portals:portals? DiscoveryCHAPAuth:chapAuthDiscovery! SessionCHAPAuth:chapAuthSession! SecretRef:secretRef?LocalObjectReference InitiatorName:initiatorName?",
  GlusterfsVolumeSource: "EndpointsName:endpoints Path:path ReadOnly:readOnly!",
  PersistentVolumeClaimVolumeSource: "ClaimName:claimName ReadOnly:readOnly!",
  RBDVolumeSource:
    "CephMonitors:monitors? RBDImage:image FSType:fsType RBDPool:pool RadosUser:user Keyring:keyring SecretRef:secretRef?LocalObjectReference ReadOnly:readOnly!",
  QuobyteVolumeSource: "Registry:registry Volume:volume ReadOnly:readOnly! User:user Group:group Tenant:tenant",
  FlexVolumeSource:
    "Driver:driver FSType:fsType SecretRef:secretRef?LocalObjectReference ReadOnly:readOnly! Options:options?",
  CinderVolumeSource: "VolumeID:volumeID FSType:fsType ReadOnly:readOnly! SecretRef:secretRef?LocalObjectReference",
  CephFSVolumeSource:
    "Monitors:monitors? Path:path User:user SecretFile:secretFile SecretRef:secretRef?LocalObjectReference ReadOnly:readOnly!",
  FlockerVolumeSource: "DatasetName:datasetName DatasetUUID:datasetUUID",
  ObjectFieldSelector: "APIVersion:apiVersion FieldPath:fieldPath",
  ResourceFieldSelector: "ContainerName:containerName Resource:resource Divisor:divisor?",
  DownwardAPIVolumeFile:
    "Path:path FieldRef:fieldRef?ObjectFieldSelector ResourceFieldRef:resourceFieldRef?ResourceFieldSelector Mode:mode?",
  DownwardAPIVolumeSource: "Items:items?DownwardAPIVolumeFile DefaultMode:defaultMode?",
  FCVolumeSource: "TargetWWNs:targetWWNs? Lun:lun? FSType:fsType ReadOnly:readOnly! WWIDs:wwids?",
  AzureFileVolumeSource: "SecretName:secretName ShareName:shareName ReadOnly:readOnly!",
  ConfigMapVolumeSource: "Name:name Items:items?KeyToPath DefaultMode:defaultMode? Optional:optional?",
  VsphereVirtualDiskVolumeSource:
    "VolumePath:volumePath FSType:fsType StoragePolicyName:storagePolicyName StoragePolicyID:storagePolicyID",
  AzureDiskVolumeSource:
    "DiskName:diskName DataDiskURI:diskURI CachingMode:cachingMode? FSType:fsType? ReadOnly:readOnly? Kind:kind?",
  PhotonPersistentDiskVolumeSource: "PdID:pdID FSType:fsType",
  SecretProjection: "Name:name Items:items?KeyToPath Optional:optional?",
  DownwardAPIProjection: "Items:items?DownwardAPIVolumeFile",
  ConfigMapProjection: "Name:name Items:items?KeyToPath Optional:optional?",
  ServiceAccountTokenProjection: "Audience:audience ExpirationSeconds:expirationSeconds# Path:path",
  ClusterTrustBundleProjection:
    "Name:name? SignerName:signerName? LabelSelector:labelSelector?LabelSelector Optional:optional? Path:path",
  PodCertificateProjection:
    "SignerName:signerName KeyType:keyType MaxExpirationSeconds:maxExpirationSeconds? CredentialBundlePath:credentialBundlePath KeyPath:keyPath CertificateChainPath:certificateChainPath UserAnnotations:userAnnotations?",
  VolumeProjection:
    "Secret:secret?SecretProjection DownwardAPI:downwardAPI?DownwardAPIProjection ConfigMap:configMap?ConfigMapProjection ServiceAccountToken:serviceAccountToken?ServiceAccountTokenProjection ClusterTrustBundle:clusterTrustBundle?ClusterTrustBundleProjection PodCertificate:podCertificate?PodCertificateProjection",
  ProjectedVolumeSource: "Sources:sources?VolumeProjection DefaultMode:defaultMode?",
  PortworxVolumeSource: "VolumeID:volumeID FSType:fsType ReadOnly:readOnly!",
  ScaleIOVolumeSource:
    "Gateway:gateway System:system SecretRef:secretRef?LocalObjectReference SSLEnabled:sslEnabled! ProtectionDomain:protectionDomain StoragePool:storagePool StorageMode:storageMode VolumeName:volumeName FSType:fsType ReadOnly:readOnly!",
  StorageOSVolumeSource:
    "VolumeName:volumeName VolumeNamespace:volumeNamespace FSType:fsType ReadOnly:readOnly! SecretRef:secretRef?LocalObjectReference",
  CSIVolumeSource:
    "Driver:driver ReadOnly:readOnly? FSType:fsType? VolumeAttributes:volumeAttributes? NodePublishSecretRef:nodePublishSecretRef?LocalObjectReference",
  VolumeResourceRequirements: "Limits:limits? Requests:requests?",
  TypedLocalObjectReference: "APIGroup:apiGroup? Kind:kind Name:name",
  TypedObjectReference: "APIGroup:apiGroup? Kind:kind Name:name Namespace:namespace?",
  PersistentVolumeClaimSpec:
    "AccessModes:accessModes? Selector:selector?LabelSelector Resources:resources%VolumeResourceRequirements VolumeName:volumeName StorageClassName:storageClassName? VolumeMode:volumeMode? DataSource:dataSource?TypedLocalObjectReference DataSourceRef:dataSourceRef?TypedObjectReference VolumeAttributesClassName:volumeAttributesClassName?",
  PersistentVolumeClaimTemplate: "Spec:spec%PersistentVolumeClaimSpec",
  EphemeralVolumeSource: "VolumeClaimTemplate:volumeClaimTemplate?PersistentVolumeClaimTemplate",
  ImageVolumeSource: "Reference:reference PullPolicy:pullPolicy",
  Volume:
    "Name:name HostPath:hostPath?HostPathVolumeSource EmptyDir:emptyDir?EmptyDirVolumeSource GCEPersistentDisk:gcePersistentDisk?GCEPersistentDiskVolumeSource AWSElasticBlockStore:awsElasticBlockStore?AWSElasticBlockStoreVolumeSource GitRepo:gitRepo?GitRepoVolumeSource Secret:secret?SecretVolumeSource NFS:nfs?NFSVolumeSource ISCSI:iscsi?ISCSIVolumeSource Glusterfs:glusterfs?GlusterfsVolumeSource PersistentVolumeClaim:persistentVolumeClaim?PersistentVolumeClaimVolumeSource RBD:rbd?RBDVolumeSource Quobyte:quobyte?QuobyteVolumeSource FlexVolume:flexVolume?FlexVolumeSource Cinder:cinder?CinderVolumeSource CephFS:cephfs?CephFSVolumeSource Flocker:flocker?FlockerVolumeSource DownwardAPI:downwardAPI?DownwardAPIVolumeSource FC:fc?FCVolumeSource AzureFile:azureFile?AzureFileVolumeSource ConfigMap:configMap?ConfigMapVolumeSource VsphereVolume:vsphereVolume?VsphereVirtualDiskVolumeSource AzureDisk:azureDisk?AzureDiskVolumeSource PhotonPersistentDisk:photonPersistentDisk?PhotonPersistentDiskVolumeSource Projected:projected?ProjectedVolumeSource PortworxVolume:portworxVolume?PortworxVolumeSource ScaleIO:scaleIO?ScaleIOVolumeSource StorageOS:storageos?StorageOSVolumeSource CSI:csi?CSIVolumeSource Ephemeral:ephemeral?EphemeralVolumeSource Image:image?ImageVolumeSource",
};
