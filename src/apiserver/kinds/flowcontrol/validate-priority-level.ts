/** Source: pkg/apis/flowcontrol/validation/validation.go. */
import type * as flowcontrol from "../../../k8s/flowcontrol/v1.js";
import { numberOf, objectOf, textOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { flowConditions } from "./validate-flow-schema.js";

const zeroSharesAnnotation = "flowcontrol.k8s.io/preserve-zero-concurrency-shares";
const maxQueues = 10_000_000;
const maxHashBits = 60;

const shares: rule.Rule<{ nominalConcurrencyShares?: number }, unknown> = rule.number(
  "nominalConcurrencyShares",
  must.beIn(0, Infinity, "must be a non-negative integer"),
);
const lending: rule.Rule<{ lendablePercent?: number }, unknown> = rule.number("lendablePercent", must.beIn(0, 100));
const bePositive = must.beIn(1, Infinity, "must be positive");

const queuing: rule.Table<flowcontrol.QueuingConfiguration> = [
  rule.number("queueLengthLimit", bePositive),
  rule.number("queues", bePositive, must.beIn(1, maxQueues, `must not be greater than ${maxQueues}`)),
  rule.number(
    "handSize",
    bePositive,
    [
      (hand, { object }) => hand <= (numberOf(object, "queues") ?? 0),
      (_hand, { object }) => `should not be greater than queues (${numberOf(object, "queues") ?? 0})`,
    ],
    // Source: k8s.io/apiserver/pkg/util/shufflesharding/shufflesharding.go (RequiredEntropyBits).
    [
      (hand, { object }) => Math.ceil(Math.log2(numberOf(object, "queues") ?? 0) * hand) <= maxHashBits,
      (hand, { object }) =>
        `required entropy bits of deckSize ${numberOf(object, "queues") ?? 0} and handSize ${hand} should not be greater than ${maxHashBits}`,
    ],
  ),
];

const response: rule.Table<flowcontrol.LimitResponse> = [
  rule.forbiddenIf(
    "queuing",
    "must be nil if limited.limitResponse.type is not Limited",
    (object) => object["type"] === "Reject" && objectOf(object, "queuing") !== undefined,
  ),
  rule.when(
    ({ type }) => type === "Queue",
    rule.requiredObject("queuing", "must not be empty if limited.limitResponse.type is Limited", queuing),
  ),
  rule.text("type", must.beOneOf("Queue", "Reject")),
];

const limited: rule.Table<flowcontrol.LimitedPriorityLevelConfiguration> = [
  shares,
  rule.object("limitResponse", response),
  lending,
  rule.number("borrowingLimitPercent", must.beIn(0, Infinity, "if specified, must be a non-negative integer")),
];

const spec: rule.Table<flowcontrol.PriorityLevelConfigurationSpec> = [
  rule.text("type", [
    (type, { parent }) => (type === "Exempt") === (textOf(objectOf(parent?.object, "metadata"), "name") === "exempt"),
    "must be 'Exempt' if and only if `name` is 'exempt'",
  ]),
  rule.when(
    ({ type }) => type === "Exempt",
    rule.forbiddenIf("limited", "must be nil if the type is not Limited", ({ limited: given }) => given !== undefined),
    rule.optional("exempt", [shares, lending]),
  ),
  rule.when(
    ({ type }) => type === "Limited",
    rule.forbiddenIf("exempt", "must be nil if the type is Limited", ({ exempt }) => exempt !== undefined),
    rule.requiredObject("limited", "must not be empty when type is Limited", limited),
  ),
  rule.text("type", must.beOneOf("Exempt", "Limited")),
];

export const priorityLevelRules: rule.Table<flowcontrol.PriorityLevelConfiguration> = [
  rule.forbiddenIf(
    ["metadata", "metadata.annotations"],
    `annotation '${zeroSharesAnnotation}' is forbidden`,
    ({ metadata }) => objectOf(objectOf({ metadata }, "metadata"), "annotations")?.[zeroSharesAnnotation] !== undefined,
  ),
  rule.object("spec", spec),
  ...flowConditions,
];
