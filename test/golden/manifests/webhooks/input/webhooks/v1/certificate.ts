// The CRD of certificates is somebody else's.
// @skipFile
import { type CustomResource, defineKind } from "tsop";

export interface Certificate extends CustomResource<"cert-manager.io/v1", "Certificate"> {
  spec?: { secretName: string };
}
export const Certificate = defineKind<Certificate>("cert-manager.io/v1", "Certificate");
