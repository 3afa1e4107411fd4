import type { InstallMode } from "../csv.js";

/**
 * Returns the install modes of an operator. One that watches the cluster supports all namespaces only: it ignores the
 * namespaces of an OperatorGroup. One that watches namespaces has no permissions for the cluster.
 */
export function installModesOf(isNamespaced: boolean): InstallMode[] {
  return [
    { type: "OwnNamespace", supported: isNamespaced },
    { type: "SingleNamespace", supported: isNamespaced },
    { type: "MultiNamespace", supported: isNamespaced },
    { type: "AllNamespaces", supported: !isNamespaced },
  ];
}
