/** Source: kubernetes/pkg/registry/certificates/certificates/strategy.go, kubernetes/pkg/printers. */
import type { Json, JsonObject } from "../../../core/json.js";
import { type ApiObject, ensureObject, numberOf, objectOf, objectsOf, textOf } from "../../api-object.js";
import type { UserInfo } from "../../resource.js";
import { timeText } from "../../objects/write.js";
import { copyField, keepAllButStatus, partialUpdate } from "../common-strategy.js";
import type { GroupRules } from "../kind-rules.js";
import { showDuration } from "../../tables/human-duration.js";
import * as cell from "../tables/cells.js";
import { statusOf } from "../workload-parts.js";
import { clusterTrustBundle } from "./cluster-trust-bundle.js";
import { podCertificateRequest } from "./pod-certificate-request.js";
import { dateConditions, keepVerdicts } from "./verdicts.js";
import { validateRequest, validateRequestUpdate } from "./validate-request.js";

export const certificatesRules: GroupRules = {
  clustertrustbundles: clusterTrustBundle,
  podcertificaterequests: podCertificateRequest,
  certificatesigningrequests: {
    prepareForCreate: noteRequester,
    prepareForUpdate: (request, old) => copyField(request, old, "spec"),
    resetFields: [["spec"], ["status"]],
    validateName: () => [],
    validate: validateRequest,
    validateUpdate: (request, old) => validateRequestUpdate(request, old),
    status: {
      resetFields: [["spec"], ["status", "conditions"]],
      prepareForUpdate(request, old, now) {
        keepAllButStatus(request, old);
        keepVerdicts(request, old);
        dateConditions(request, old, timeText(now));
      },
      validateUpdate: (request, old) => validateRequestUpdate(request, old, { maySetCertificate: true }),
    },
    subresources: {
      approval: partialUpdate(
        {
          prepareForUpdate(request, old, now) {
            dateConditions(request, old, timeText(now));
            const conditions = objectsOf(statusOf(request), "conditions");
            copyField(request, old, "spec");
            const status: JsonObject = { ...statusOf(old) };
            if (conditions.length > 0) status["conditions"] = [...conditions];
            else delete status["conditions"];
            request["status"] = status;
          },
          validateUpdate: (request, old) => validateRequestUpdate(request, old, { maySetVerdict: true }),
        },
        [["spec"], ["status", "certificate"]],
      ),
    },
    cells: cell.row(
      cell.nameOf,
      cell.ageOf,
      cell.text("spec.signerName", "<none>"),
      "spec.username",
      (request) => {
        const seconds = numberOf(objectOf(request, "spec"), "expirationSeconds");
        return seconds === undefined ? "<none>" : showDuration(seconds * 1000);
      },
      showState,
    ),
    selectableFields: cell.selectable("spec.signerName"),
  },
};

/** The server sets the requesting user, not the client. */
function noteRequester(request: ApiObject, { username, uid, groups, extra }: UserInfo): void {
  const given = Object.entries(extra ?? {}).map(([name, values]) => [name, [...values]]);
  request["spec"] = {
    ...objectOf(request, "spec"),
    username,
    uid: uid ?? "",
    groups: [...groups],
    extra: Object.fromEntries(given) as JsonObject,
  };
  const spec = ensureObject(request, "spec");
  for (const name of ["uid", "groups", "extra"]) if (isEmpty(spec[name])) Reflect.deleteProperty(spec, name);
}

function isEmpty(value: Json | undefined): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}

function showState(request: ApiObject): string {
  const status = objectOf(request, "status");
  const types = objectsOf(status, "conditions").map((condition) => textOf(condition, "type"));
  const verdict = types.includes("Denied") ? "Denied" : types.includes("Approved") ? "Approved" : "Pending";
  const failed = types.includes("Failed") ? ",Failed" : "";
  return `${verdict}${failed}${textOf(status, "certificate") === "" ? "" : ",Issued"}`;
}
