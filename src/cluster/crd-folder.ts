/** Where `tsop manifests` puts the CRDs. */
export const crdFolder = "config/crd/bases";
