/** Load this module lazily: the certificate library takes longer to load than the server takes to start. */
import { subjectOfRequest } from "../../../core/certificate-request.js";

/**
 * Returns the groups in the subject of a certificate request (PEM, in base64); empty for an unreadable request, which other
 * code rejects.
 */
export function organizationsOf(request: string): readonly string[] {
  try {
    return subjectOfRequest(Buffer.from(request, "base64").toString()).organizations;
  } catch {
    return [];
  }
}
