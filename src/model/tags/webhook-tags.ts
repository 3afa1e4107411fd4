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
      "What the webhook's configuration says besides what the code does. A handler of `addAdmissionHandler` needs " +
      "`mutating`, `groups`, `resources`, `verbs` and `versions`. A second one makes a second webhook of the handler, " +
      "with a `name` of its own.",
  }),
  tag("@namespaceSelector environment in (staging,production)", onHandlers, {
    argument: "text",
    effect: { kind: "webhookSelector", field: "namespaceSelector" },
    summary: "Only objects in namespaces with these labels: as kubectl selects, or as JSON.",
  }),
  tag("@objectSelector app=web,!legacy", onHandlers, {
    argument: "text",
    effect: { kind: "webhookSelector", field: "objectSelector" },
    summary: "Only objects with these labels: as kubectl selects, or as JSON.",
  }),
  tag('@matchCondition not-a-node !("system:nodes" in request.userInfo.groups)', onHandlers, {
    argument: "text",
    repeatable: true,
    summary:
      "A name and an expression in CEL: only requests for which all of them are true. They see `request`, `object`, " +
      "`oldObject`, `namespaceObject` and `authorizer`.",
  }),
  tag("@webhookConfiguration mutating=false name=bar-rules", ["anywhere"], {
    markers: ["kubebuilder:webhookconfiguration"],
    argument: {
      kind: "record",
      fields: { mutating: { type: "flag", required: true }, name: { type: "text", required: true } },
    },
    repeatable: true,
    summary:
      "The name of the whole configuration, in place of `mutating-webhook-configuration` or " +
      "`validating-webhook-configuration`. In any comment of any source file.",
  }),
];
