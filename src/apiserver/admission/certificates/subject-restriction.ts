/** Source: k8s.io/kubernetes/plugin/pkg/admission/certificates/subjectrestriction/admission.go. */
import { objectOf, textOf } from "../../api-object.js";
import type { AdmissionPlugin } from "../../resource.js";
import { admissionForbidden, isCreateOf } from "../request-target.js";

const signer = "kubernetes.io/kube-apiserver-client";
const mighty = "system:masters";

/** Rejects certificates for the group that RBAC does not restrict. */
export const subjectRestriction: AdmissionPlugin = {
  validate: async (attributes) => {
    const { object } = attributes;
    if (!isCreateOf(attributes, "certificates.k8s.io", "certificatesigningrequests")) return;
    const spec = objectOf(object, "spec");
    if (textOf(spec, "signerName") !== signer) return;
    const { organizationsOf } = await import("./certificate-request.js");
    if (!organizationsOf(textOf(spec, "request")).includes(mighty)) return;
    throw admissionForbidden(attributes, `use of ${signer} signer with ${mighty} group is not allowed`);
  },
};
