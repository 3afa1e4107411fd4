import { tag, type TagRecord } from "../tag-record.js";

const onHandlers = ["handler"] as const;

/** Tags above the code that handles a webhook: the settings of its configuration that the code itself does not determine. */
export const webhookTags: readonly TagRecord[] = [
  tag("@webhook failurePolicy=Ignore timeoutSeconds=5", onHandlers, {
    markers: ["kubebuilder:webhook"],
    argument: {
      kind: "record",
      fields: {
        mutating: { type: "flag" },
        failurePolicy: { type: "text" },
        groups: { type: "words" },
        resources: { type: "words" },
        verbs: { type: "words", aliases: ["operations"] },
        versions: { type: "words" },
        scope: { type: "text" },
        name: { type: "text" },
        path: { type: "text" },
        url: { type: "text" },
        admissionReviewVersions: { type: "words" },
        matchPolicy: { type: "text" },
        sideEffects: { type: "text" },
        timeoutSeconds: { type: "integer" },
        reinvocationPolicy: { type: "text" },
        serviceName: { type: "text" },
        serviceNamespace: { type: "text" },
        servicePort: { type: "integer" },
        webhookVersions: { type: "words" },
      },
    },
    repeatable: true,
    summary:
      "Settings of the webhook's configuration that tsop does not derive from the code. A handler of `addAdmissionHandler` " +
      "requires `mutating`, `groups`, `resources`, `verbs` and `versions`. A second tag with another `name` creates a " +
      "second webhook of the handler.",
  }),
  tag("@namespaceSelector environment in (staging,production)", onHandlers, {
    argument: "text",
    effect: { kind: "webhookSelector", field: "namespaceSelector" },
    summary: "Restricts the webhook to objects in namespaces with these labels, in kubectl's syntax or as JSON.",
  }),
  tag("@objectSelector app=web,!legacy", onHandlers, {
    argument: "text",
    effect: { kind: "webhookSelector", field: "objectSelector" },
    summary: "Restricts the webhook to objects with these labels, in kubectl's syntax or as JSON.",
  }),
  tag('@matchCondition not-a-node !("system:nodes" in request.userInfo.groups)', onHandlers, {
    argument: "text",
    repeatable: true,
    summary:
      "A name and a CEL expression. The webhook receives only requests for which all expressions are true. They can use " +
      "`request`, `object`, `oldObject`, `namespaceObject` and `authorizer`.",
  }),
  tag("@webhookConfiguration mutating=false name=bar-rules", ["anywhere"], {
    markers: ["kubebuilder:webhookconfiguration"],
    argument: {
      kind: "record",
      fields: { mutating: { type: "flag", required: true }, name: { type: "text", required: true } },
    },
    repeatable: true,
    summary:
      "The name of the webhook configuration, instead of `mutating-webhook-configuration` or " +
      "`validating-webhook-configuration`. The tag can be in any comment of any source file.",
  }),
];
