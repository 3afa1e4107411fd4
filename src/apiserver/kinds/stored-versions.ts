import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";

const definitions = { "apiextensions.k8s.io/customresourcedefinitions": "apiextensions.k8s.io/v1beta1" };

/** The API versions in which kube-apiserver stores objects of resources that it serves only in others, by storage key. */
export const storedVersions: Readonly<Record<KubernetesVersion, Readonly<Record<string, string>>>> = {
  "1.35": { ...definitions, "storage.k8s.io/volumeattributesclasses": "storage.k8s.io/v1beta1" },
  "1.37": {
    ...definitions,
    "certificates.k8s.io/clustertrustbundles": "certificates.k8s.io/v1beta1",
    "certificates.k8s.io/podcertificaterequests": "certificates.k8s.io/v1beta1",
    "resource.k8s.io/devicetaintrules": "resource.k8s.io/v1beta2",
  },
};
