/** Source: k8s.io/kubernetes/plugin/pkg/admission/certificates/{approval,signing}, pkg/certauthorization. */
import { type Authorizer, resourceAttributes } from "../../authorization/authorizer.js";
import { objectOf, textOf } from "../../api-object.js";
import { isSame } from "../../kinds/common-strategy.js";
import type { AdmissionAttributes, AdmissionPlugin, UserInfo } from "../../resource.js";
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
