import type { ContractCase } from "../contract-case.js";
import { changes, refusals, variants, type KindObject } from "../kind-cases.js";

const volumes = "/api/v1/persistentvolumes";
const claims = "/api/v1/namespaces/$ns/persistentvolumeclaims";
const storage = "/apis/storage.k8s.io/v1";
const secret = { name: "A_", namespace: "" };

const volume: KindObject = {
  metadata: { name: "$id" },
  spec: {
    accessModes: ["ReadWriteOnce"],
    capacity: { storage: "1Gi" },
    storageClassName: "none-$id",
    csi: { driver: "csi.example.com", volumeHandle: "h" },
  },
};
const claim: KindObject = {
  metadata: { name: "a" },
  spec: { accessModes: ["ReadWriteOnce"], storageClassName: "none-$id", resources: { requests: { storage: "1Gi" } } },
};

/** Replaces the source of the volume. */
const from = (source: object): { "spec.csi": undefined } => ({ "spec.csi": undefined, ...source });

export const cases: readonly ContractCase[] = [
  variants("volumes: sources", volumes, volume, [
    from({ "spec.hostPath": { path: "" } }),
    from({ "spec.hostPath": { path: "/a/../b", type: "Other" } }),
    from({ "spec.hostPath": { path: "/" }, "spec.persistentVolumeReclaimPolicy": "Recycle" }),
    from({ "spec.gcePersistentDisk": { pdName: "", partition: 300 } }),
    from({ "spec.awsElasticBlockStore": { volumeID: "", partition: -1 } }),
    from({ "spec.glusterfs": { endpoints: "", path: "", endpointsNamespace: "A_" } }),
    from({ "spec.flocker": { datasetName: "a/b", datasetUUID: "c" } }),
    from({ "spec.nfs": { server: "", path: "a" } }),
    from({ "spec.rbd": { monitors: [], image: "" } }),
    from({ "spec.quobyte": { registry: "a", volume: "" } }),
    from({ "spec.cephfs": { monitors: [] } }),
    from({ "spec.iscsi": { targetPortal: "", iqn: "no", lun: 300, chapAuthSession: true, initiatorName: "iqn.x" } }),
    from({ "spec.cinder": { volumeID: "", secretRef: {} } }),
    from({ "spec.fc": { targetWWNs: ["a"], wwids: ["b"] } }),
    from({ "spec.flexVolume": { driver: "", options: { "x.kubernetes.io/a": "b" } } }),
    from({ "spec.azureFile": { secretName: "", shareName: "", secretNamespace: "" } }),
    from({ "spec.azureDisk": { diskName: "", diskURI: "x", kind: "Managed", cachingMode: "Other" } }),
    from({ "spec.vsphereVolume": { volumePath: "" } }),
    from({ "spec.portworxVolume": { volumeID: "" } }),
    from({ "spec.scaleIO": { gateway: "", system: "", volumeName: "", secretRef: null } }),
    from({ "spec.local": { path: "" } }),
    from({ "spec.storageos": { volumeName: "A_", volumeNamespace: "B_", secretRef: { name: "" } } }),
    { "spec.hostPath": { path: "/a" } },
    {
      "spec.csi": {
        driver: "A_",
        volumeHandle: "",
        controllerPublishSecretRef: secret,
        nodeStageSecretRef: secret,
        nodeExpandSecretRef: { namespace: "B_" },
      },
    },
  ]),
  variants("volumes: the rest of the spec", volumes, volume, [
    {},
    { "spec.capacity": { storage: "1Gi", cpu: "1" } },
    { "spec.capacity": { storage: "0" } },
    { "spec.accessModes": ["ReadWriteOncePod", "ReadWriteOnce"] },
    { "spec.storageClassName": "A_", "spec.volumeAttributesClassName": "" },
    { "spec.nodeAffinity": {} },
    { "spec.nodeAffinity": { required: { nodeSelectorTerms: [] } } },
    {
      "spec.nodeAffinity": {
        required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "beta.kubernetes.io/os", operator: "Exists" }] }] },
      },
    },
    { "spec.persistentVolumeReclaimPolicy": "Recycle" },
    { "metadata.annotations": { "volume.beta.kubernetes.io/mount-options": "ro" } },
  ]),
  refusals(
    "volumes: what they are made from stays",
    volumes,
    volume,
    [
      { "spec.csi.readOnly": true },
      { "spec.csi.controllerExpandSecretRef": { name: "a", namespace: "b" } },
      { "spec.volumeMode": "Block" },
      { "spec.persistentVolumeReclaimPolicy": "Delete" },
      { "spec.volumeAttributesClassName": "gold" },
    ],
    { isClusterScoped: true },
  ),
  variants("claims: sources and sizes", claims, claim, [
    {
      "spec.dataSource": { kind: "PersistentVolumeClaim", name: "x" },
      "spec.dataSourceRef": { kind: "PersistentVolumeClaim", name: "y" },
    },
    { "spec.dataSourceRef": { apiGroup: "example.com", kind: "K", name: "x", namespace: "other" } },
    { "spec.resources.requests.storage": "100m" },
    { "spec.volumeAttributesClassName": "A_" },
    { "spec.selector": { matchLabels: { "a b": "c" } } },
    { "metadata.annotations": { "volume.beta.kubernetes.io/storage-class": "x" } },
  ]),
  refusals("claims: the spec stays", claims, claim, [
    { "spec.accessModes": ["ReadWriteMany"] },
    { "spec.volumeMode": "Block" },
    { "metadata.annotations": { "volume.beta.kubernetes.io/storage-class": "x" } },
  ]),
  variants(
    "storage classes: parameters and places",
    `${storage}/storageclasses`,
    { metadata: { name: "$id" }, provisioner: "example.com/p" },
    [
      { parameters: { "": "a" } },
      { allowedTopologies: [{ matchLabelExpressions: [{ key: "a b", values: [] }] }] },
      {
        allowedTopologies: [
          {
            matchLabelExpressions: [
              { key: "a", values: ["b", "b"] },
              { key: "a", values: ["c"] },
            ],
          },
        ],
      },
      {
        allowedTopologies: [
          { matchLabelExpressions: [{ key: "failure-domain.beta.kubernetes.io/zone", values: ["a"] }] },
        ],
      },
    ],
  ),
  {
    name: "storage classes: which of several defaults is marked",
    async run(api) {
      const path = `${storage}/storageclasses`;
      const headers = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
      const show = (body: { rows: { cells: unknown[] }[] }): unknown => body.rows.map(({ cells }) => cells[0]);
      const addClass = async (name: string, mark: string, isDefault: string): Promise<void> => {
        api.cleanUp(`${path}/${name}`);
        const annotations = { [`storageclass.${mark}kubernetes.io/is-default-class`]: isDefault };
        const metadata = { name, annotations, labels: { case: "$id" } };
        await api.post(path, { metadata, provisioner: "example.com/p" }, { headers, show });
      };
      const list = (): Promise<unknown> => api.get(`${path}?labelSelector=case%3D$id`, { headers, show });
      await addClass("$id-c", "", "true");
      await list();
      await addClass("$id-b", "", "true");
      await list();
      await addClass("$id-a", "beta.", "true");
      await addClass("$id-0", "", "false");
      await list();
      const nextSecond = Date.now() + 1100;
      await api.until(path, () => Date.now() > nextSecond, { record: false });
      await addClass("$id-d", "", "true");
      await list();
      await api.get(`${path}/$id-d`, { headers, show });
    },
  },
  variants("CSI drivers: good and bad ones", `${storage}/csidrivers`, { metadata: { name: "$id" }, spec: {} }, [
    {},
    { "spec.fsGroupPolicy": "Other", "spec.volumeLifecycleModes": ["Other"] },
    { "spec.tokenRequests": [{ audience: "a", expirationSeconds: 5 }, { audience: "a" }] },
    { "spec.nodeAllocatableUpdatePeriodSeconds": 5, "spec.serviceAccountTokenInSecrets": true },
  ]),
  changes(
    "CSI drivers: some things stay",
    `${storage}/csidrivers`,
    { metadata: { name: "$id" }, spec: {} },
    [{ "spec.attachRequired": false }, { "spec.volumeLifecycleModes": ["Ephemeral"] }, { "spec.podInfoOnMount": true }],
    { isClusterScoped: true },
  ),
  variants(
    "CSI nodes: good and bad ones",
    `${storage}/csinodes`,
    { metadata: { name: "$id" }, spec: { drivers: [{ name: "a.example.com", nodeID: "n" }] } },
    [
      {},
      { "spec.drivers.0.name": "A_", "spec.drivers.0.nodeID": "" },
      { "spec.drivers.0.topologyKeys": ["", "a", "a", "b c"], "spec.drivers.0.allocatable": { count: -1 } },
      {
        "spec.drivers": [
          { name: "a.example.com", nodeID: "n" },
          { name: "a.example.com", nodeID: "m" },
        ],
      },
    ],
  ),
  variants(
    "attachments: good and bad ones",
    `${storage}/volumeattachments`,
    {
      metadata: { name: "$id" },
      spec: { attacher: "csi.example.com", nodeName: "n", source: { persistentVolumeName: "v" } },
    },
    [
      {},
      { "spec.attacher": "", "spec.nodeName": "", "spec.source": {} },
      { "spec.attacher": "A_", "spec.nodeName": "B_", "spec.source.persistentVolumeName": "C_" },
    ],
  ),
  variants(
    "attachments: a long attacher",
    `${storage}/volumeattachments`,
    { metadata: { name: "$id" }, spec: { nodeName: "n", source: { persistentVolumeName: "v" } } },
    [{ "spec.attacher": "a".repeat(64) }, { "spec.attacher": "é".repeat(64) }, { "spec.attacher": "a".repeat(300) }],
  ),
  variants(
    "storage capacities: good and bad ones",
    `${storage}/namespaces/$ns/csistoragecapacities`,
    { metadata: { name: "a" }, storageClassName: "fast" },
    [{}, { storageClassName: "A_", capacity: "-1", nodeTopology: { matchLabels: { "a b": "c" } } }],
  ),
  variants(
    "attributes classes: good and bad ones",
    `${storage}/volumeattributesclasses`,
    { metadata: { name: "$id" }, driverName: "csi.example.com", parameters: { a: "b" } },
    [{}, { driverName: "a b", parameters: undefined }],
  ),
];
