/** Source: ValidateClusterTrustBundleName in kubernetes/pkg/apis/core/validation/names.go. */
import { nameIsDnsSubdomain } from "../validation/names.js";

/** @param signer - the name of the signer; empty without one */
export function bundleNameFaults(name: string, signer: string): string[] {
  if (signer === "") {
    if (name.includes(":")) return ['ClusterTrustBundle without signer name must not have ":" in its name'];
    return nameIsDnsSubdomain(name, false);
  }
  const prefix = `${signer.replaceAll("/", ":")}:`;
  if (name.startsWith(prefix)) return nameIsDnsSubdomain(name.slice(prefix.length), false);
  return [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`];
}
