/** Probes and lifecycle handlers. Source: validateProbe and validateHandler in pkg/apis/core/validation/validation.go. */
import type { HTTPGetAction, Lifecycle, LifecycleHandler, Probe } from "../../../k8s/core/v1.js";
import { forbidden, required } from "../../../core/field-error.js";
import { textOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { checkHeaderName } from "../validation/names.js";
import { validatePort } from "../validation/values.js";

export interface ProbeContext {
  readonly gracePeriod: number | undefined;
  /** `spec.os.name`. */
  readonly os: string | undefined;
}

const httpGet: rule.Table<HTTPGetAction> = [
  rule.text("path", must.beSet()),
  rule.value("port", validatePort),
  rule.text("scheme", must.beOneOf("HTTP", "HTTPS")),
  rule.each("httpHeaders", [
    ({ object, parent }) => must.haveForm(checkHeaderName)(textOf(object, "name"), `${parent?.path ?? ""}.httpHeaders`),
  ]),
];

const actions: Readonly<Record<string, rule.Rule<Probe & LifecycleHandler, ProbeContext>>> = {
  exec: rule.optional("exec", [rule.list("command", must.beSet())]),
  httpGet: rule.optional("httpGet", httpGet),
  tcpSocket: rule.optional("tcpSocket", [rule.value("port", validatePort)]),
  grpc: rule.optional("grpc", [rule.value("port", validatePort)]),
  sleep: rule.optional("sleep", [
    rule.number(["seconds", ""], (seconds, path, { context: { gracePeriod = Infinity } }) => {
      const detail = `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriod})`;
      return gracePeriod === Infinity ? [] : must.beIn(0, gracePeriod, detail)(seconds, path);
    }),
  ]),
};

/** Requires a single action. If several are set, only the first is validated. */
function oneAction(...names: readonly string[]): rule.Rule<Probe & LifecycleHandler, ProbeContext> {
  return (place) => {
    const [first = "", ...others] = rule.given(place.object, names);
    if (first === "") return [required(place.path, "must specify a handler type")];
    const tooMany = others.map((name) =>
      forbidden(`${place.path}.${name}`, "may not specify more than 1 handler type"),
    );
    return [...(actions[first]?.(place) ?? []), ...tooMany];
  };
}

const probe: rule.Table<Probe, ProbeContext> = [
  oneAction("exec", "httpGet", "tcpSocket", "grpc"),
  rule.nonnegative("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"),
  rule.numberPointer("terminationGracePeriodSeconds", [(seconds) => seconds > 0, "must be greater than 0"]),
];
const onlyOneSuccess: rule.Rule<Probe, ProbeContext> = rule.number("successThreshold", [
  (successes) => successes === 1,
  "must be 1",
]);

/** The probes of a container that keeps running. */
export const probes: rule.Table<{ livenessProbe?: Probe; readinessProbe?: Probe; startupProbe?: Probe }, ProbeContext> =
  [
    rule.optional("livenessProbe", [...probe, onlyOneSuccess]),
    rule.optional("readinessProbe", [
      ...probe,
      rule.numberPointer("terminationGracePeriodSeconds", [() => false, "must not be set for readinessProbes"]),
    ]),
    rule.optional("startupProbe", [...probe, onlyOneSuccess]),
  ];

export const lifecycle: rule.Table<Lifecycle, ProbeContext> = [
  rule.optional("postStart", [oneAction("exec", "httpGet", "tcpSocket", "sleep")]),
  rule.optional("preStop", [oneAction("exec", "httpGet", "tcpSocket", "sleep")]),
  rule.forbiddenIf(
    "stopSignal",
    "may not be set for containers with empty `spec.os.name`",
    ({ stopSignal }, { context: { os } }) => typeof stopSignal === "string" && os === undefined,
  ),
];
