/** The folder into which a rename moves the previous CRDs: the operator migrates their objects. */
export const migratedCrdFolder = "config/crd/migrated";
