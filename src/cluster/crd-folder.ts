/** The folder into which `tsop manifests` writes the CRDs. */
export const crdFolder = "config/crd/bases";
