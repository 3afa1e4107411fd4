/**
 * Source: k8s.io/kubernetes/plugin/pkg/admission/certificates/{approval,signing,ctbattest}, pkg/certauthorization,
 * pkg/registry/certificates/podcertificaterequest/strategy.go.
 */
import { forbidden } from "../../../core/field-error.js";
import { quoteText } from "../../../core/go-text.js";
import { areOnlyOwnersChanged } from "../../authorization/escalation-plugin.js";
import { type Authorizer, resourceAttributes } from "../../authorization/authorizer.js";
import { objectOf, textOf } from "../../api-object.js";
import { isSame } from "../../kinds/common-strategy.js";
import type { AdmissionAttributes, AdmissionPlugin, UserInfo } from "../../resource.js";
import { invalidError } from "../../status-error.js";
import { admissionForbidden } from "../request-target.js";

const group = "certificates.k8s.io";

/** Only users with rights on a signer may approve or sign its certificates. */
export function signerRights(authorizer: Authorizer): AdmissionPlugin {
  return {
    validate: (attributes) => {
      const verb = verbOf(attributes);
      if (verb === undefined) return;
      // Use the signer of the stored request, whatever the client sends now.
      const signer = textOf(objectOf(attributes.oldObject, "spec"), "signerName");
      if (!mayAct(authorizer, attributes.user, verb, signer)) {
        throw admissionForbidden(attributes, `user not permitted to ${verb} requests with signerName "${signer}"`);
      }
    },
  };
}

/** Only users with rights on a signer may publish its trust anchors. */
export function trustBundleRights(authorizer: Authorizer): AdmissionPlugin {
  return {
    validate: (attributes) => {
      const { resource, operation, object, oldObject, user } = attributes;
      const isWrite = operation === "CREATE" || operation === "UPDATE";
      if (resource.group !== group || resource.resource !== "clustertrustbundles" || !isWrite) return;
      const signer = textOf(objectOf(object, "spec"), "signerName");
      if (signer === "" || object === undefined) return;
      if (oldObject !== undefined && areOnlyOwnersChanged(object, oldObject)) return;
      if (mayAct(authorizer, user, "attest", signer)) return;
      throw admissionForbidden(attributes, `user not permitted to attest for signerName ${quoteText(signer)}`);
    },
  };
}

/** Only users with rights on a signer may issue, deny or fail its certificates for Pods. */
export function podCertificateRights(authorizer: Authorizer): AdmissionPlugin {
  return {
    validate: ({ resource, subresource, operation, object, oldObject, user, name }) => {
      const isRequest = resource.group === group && resource.resource === "podcertificaterequests";
      if (!isRequest || subresource !== "status" || operation !== "UPDATE") return;
      if (isSame(object?.["status"], oldObject?.["status"])) return;
      const signer = textOf(objectOf(oldObject, "spec"), "signerName");
      if (mayAct(authorizer, user, "sign", signer)) return;
      const detail = `User ${quoteText(user.username)} is not permitted to "sign" for signer ${quoteText(signer)}`;
      throw invalidError(group, resource.kind, name, [forbidden("spec.signerName", detail)]);
    },
  };
}

function verbOf(attributes: AdmissionAttributes): "approve" | "sign" | undefined {
  const { resource, subresource, operation, object, oldObject } = attributes;
  const isRequest = resource.group === group && resource.resource === "certificatesigningrequests";
  if (!isRequest || operation !== "UPDATE") return undefined;
  if (subresource === "approval") return "approve";
  if (subresource !== "status") return undefined;
  const [status, old] = [objectOf(object, "status"), objectOf(oldObject, "status")];
  const isKept = ["certificate", "conditions"].every((name) => isSame(status?.[name], old?.[name]));
  return isKept ? undefined : "sign";
}

function mayAct(authorizer: Authorizer, user: UserInfo, verb: string, signer: string): boolean {
  const [domain = ""] = signer.split("/");
  return [signer, `${domain}/*`].some((name) => {
    const about = { verb, group, version: "*", resource: "signers", name };
    return authorizer.authorize(resourceAttributes(user, about)).isAllowed;
  });
}
