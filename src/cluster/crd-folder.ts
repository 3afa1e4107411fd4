import { migratedCrdFolder } from "../project/migrated-crds.js";

/** The folder into which `tsop manifests` writes the CRDs. */
export const crdFolder = "config/crd/bases";

/** The folders with the CRDs that the operator needs. */
export const crdFolders: readonly string[] = [crdFolder, migratedCrdFolder];
