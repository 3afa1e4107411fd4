import { type FieldError, forbidden, invalid, required } from "../../../core/field-error.js";
import type { KubernetesVersion } from "../../../schema/kubernetes-versions.js";

/** A field whose errors declarative validation reports, in its own words, in place of the kind's own rules. */
export interface DeclaredField {
  /** The path, with `[*]` for each item of a list. */
  readonly field: string;
  /** Returns whether the error of the kind's own rules is replaced. */
  readonly replaces: (error: FieldError) => boolean;
  readonly report: (error: FieldError) => FieldError;
}

const isRequired = ({ type }: FieldError): boolean => type === "FieldValueRequired";

function needs(field: string): DeclaredField {
  return {
    field,
    replaces: isRequired,
    report: (error) => required(error.field),
  };
}

/** The kind's own rules call the empty string an unsupported value. */
function needsText(field: string): DeclaredField {
  return {
    field,
    replaces: ({ message }) => message.startsWith('Unsupported value: "":'),
    report: (error) => required(error.field),
  };
}

function forbids(field: string): DeclaredField {
  return {
    field,
    replaces: ({ type }) => type === "FieldValueForbidden",
    report: (error) => forbidden(error.field, ""),
  };
}

/** The value never changes. The error shows no value. */
function stays(field: string, detail = "field is immutable"): DeclaredField {
  return {
    field,
    replaces: ({ message }) => /immutable$|^Forbidden: .*(?:updates|may not change)/.test(message),
    report: (error) => invalid(error.field, null, detail),
  };
}

/** The kind's own message is kept; only its place among the errors changes. */
function keepsWords(field: string, type: FieldError["type"]): DeclaredField {
  return {
    field,
    replaces: (error) => error.type === type,
    report: (error) => error,
  };
}

/** The message has other words, given as pairs: before and after. */
function rewords(field: string, ...pairs: readonly (readonly [string, string])[]): DeclaredField {
  return {
    field,
    replaces: ({ message }) => pairs.every(([before]) => message.includes(before)),
    report: (error) => ({
      ...error,
      message: pairs.reduce((text, [before, after]) => text.replace(before, after), error.message),
    }),
  };
}

const roleRef = rewords("roleRef", ["cannot change roleRef", "field is immutable"]);
const subjects = [roleRef, needs("subjects[*].name"), needs("roleRef.name")];

const autoscaler: readonly DeclaredField[] = [
  keepsWords("spec.minReplicas", "FieldValueInvalid"),
  {
    field: "spec.maxReplicas",
    replaces: ({ message }) => message === "Invalid value: 0: must be greater than 0",
    report: (error) => required(error.field),
  },
  {
    field: "spec.maxReplicas",
    replaces: ({ message }) => /^Invalid value: -\d+: must be greater than 0$/.test(message),
    report: ({ message, ...error }) => ({
      ...error,
      message: message.replace(/greater than 0$/, "greater than or equal to 1"),
    }),
  },
];
const verdicts = ["Approved", "Denied"].map((type) => `conditions[{"type": "${type}"}]`);

/**
 * The declared fields by storage key, in the order of the Go types. Only fields that are enforced: those of `MarkBeta`, and
 * without a mark.
 * Source: k8s.io/kubernetes/pkg/apis/<group>/<version>/zz_generated.validations.go.
 */
export const declaredFields: Readonly<
  Partial<Record<KubernetesVersion, Readonly<Record<string, readonly DeclaredField[]>>>>
> = {
  "1.37": {
    replicationcontrollers: [
      needs("spec.replicas"),
      keepsWords("spec.replicas", "FieldValueInvalid"),
      keepsWords("spec.minReadySeconds", "FieldValueInvalid"),
    ],
    nodes: [stays("spec.providerID", "field cannot be modified once set")],
    "admissionregistration.k8s.io/mutatingadmissionpolicybindings": [needs("spec.policyName")],
    "admissionregistration.k8s.io/validatingadmissionpolicybindings": [
      needs("spec.policyName"),
      needs("spec.validationActions"),
    ],
    "autoscaling/horizontalpodautoscalers": autoscaler,
    "batch/cronjobs": [needs("spec.schedule")],
    "certificates.k8s.io/certificatesigningrequests": [
      {
        field: "status.conditions",
        replaces: ({ message }) => message.endsWith("Approved and Denied conditions are mutually exclusive"),
        report: (error) =>
          invalid(
            error.field,
            `{${verdicts.join(", ")}}`,
            `must specify at most one of: ${verdicts.map((each) => `\`${each}\``).join(", ")}`,
          ),
      },
    ],
    "discovery.k8s.io/endpointslices": [
      needs("addressType"),
      stays("addressType"),
      keepsWords("addressType", "FieldValueNotSupported"),
      needs("endpoints[*].addresses"),
      keepsWords("endpoints[*].addresses", "FieldValueTooMany"),
    ],
    "flowcontrol.apiserver.k8s.io/prioritylevelconfigurations": [
      needsText("spec.type"),
      needsText("spec.limited.limitResponse.type"),
      forbids("spec.limited.limitResponse.queuing"),
      needs("spec.limited.limitResponse.queuing"),
      forbids("spec.exempt"),
      forbids("spec.limited"),
      needs("spec.limited"),
    ],
    "networking.k8s.io/ingressclasses": [needs("spec.parameters.kind"), needs("spec.parameters.name")],
    "networking.k8s.io/ipaddresses": [
      needs("spec.parentRef"),
      stays("spec.parentRef"),
      needs("spec.parentRef.resource"),
      needs("spec.parentRef.name"),
    ],
    "networking.k8s.io/networkpolicies": ["ingress[*].from", "egress[*].to"].map((peers) =>
      needs(`spec.${peers}[*].ipBlock.cidr`),
    ),
    "node.k8s.io/runtimeclasses": [
      stays("handler"),
      {
        field: "handler",
        replaces: ({ message }) => message.startsWith('Invalid value: "":'),
        report: (error) => required(error.field),
      },
    ],
    "rbac.authorization.k8s.io/clusterrolebindings": subjects,
    "rbac.authorization.k8s.io/clusterroles": [needs("rules[*].verbs")],
    "rbac.authorization.k8s.io/rolebindings": subjects,
    "rbac.authorization.k8s.io/roles": [needs("rules[*].verbs")],
    "storage.k8s.io/storageclasses": [
      needs("provisioner"),
      ...["provisioner", "parameters", "reclaimPolicy", "volumeBindingMode"].map((field) => stays(field)),
    ],
    "storage.k8s.io/volumeattachments": [
      stays("spec"),
      needs("spec.attacher"),
      rewords(
        "spec.attacher",
        ["a lowercase RFC 1123 subdomain must consist of lower case", "an RFC 1123 subdomain must consist of"],
        ["'example.com'", "'Example.com'"],
      ),
      rewords("spec.attacher", ["must be no more than 253 characters", "must be no more than 253 bytes"]),
      rewords("spec.attacher", [
        "Too long: may not be more than 63 bytes",
        "Too long: may not be more than 63 characters",
      ]),
    ],
  },
};
