/** How fast and how far a target may scale. Source: kubernetes/pkg/controller/podautoscaler/horizontal.go. */
import type { HorizontalPodAutoscalerBehavior, HPAScalingRules } from "../../../k8s/autoscaling/v2.js";

interface Dated {
  readonly time: number;
  readonly count: number;
}

/** What an autoscaler has recommended and done. */
export interface History {
  readonly recommendations: readonly Dated[];
  readonly added: readonly Dated[];
  readonly removed: readonly Dated[];
}

export const noHistory: History = { recommendations: [], added: [], removed: [] };

export interface Wish {
  readonly current: number;
  /** The replicas that the metrics ask for. */
  readonly desired: number;
  readonly min: number;
  readonly max: number;
  readonly behavior: HorizontalPodAutoscalerBehavior | undefined;
  readonly now: number;
}

export interface Condition {
  readonly type: "AbleToScale" | "ScalingActive" | "ScalingLimited" | "ScaledToZero";
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

export interface Limited {
  readonly replicas: number;
  readonly conditions: readonly Condition[];
  readonly history: History;
}

const usualWindowSeconds = 300;
const mostPeriodMs = 3_600_000;

/** Returns the replicas within all limits. */
export function limit(wish: Wish, history: History): Limited {
  const { desired, now } = wish;
  const recommendations = [...recent(history.recommendations, now - mostPeriodMs), { time: now, count: desired }];
  const stable = stabilized(wish, history);
  const able = { type: "AbleToScale", status: "True" } as const;
  const limits = rateLimits(wish, stable, rateOf(wish, history));
  return {
    replicas: limits.replicas,
    conditions: [
      stable === desired
        ? { ...able, reason: "ReadyForNewScale", message: "recommended size matches current size" }
        : { ...able, ...stabilizedBy(wish) },
      { type: "ScalingLimited", status: limits.replicas === stable ? "False" : "True", ...limits.why },
    ],
    history: { ...history, recommendations },
  };
}

/** Notes a change of the replicas. */
export function afterScaling(history: History, before: number, after: number, now: number): History {
  const { added, removed, recommendations } = history;
  const change = { time: now, count: Math.abs(after - before) };
  const keep = (all: readonly Dated[]): Dated[] => recent(all, now - mostPeriodMs);
  return after > before
    ? { recommendations, added: [...keep(added), change], removed }
    : { recommendations, added, removed: [...keep(removed), change] };
}

function recent(all: readonly Dated[], since: number): Dated[] {
  return all.filter(({ time }) => time > since);
}

function stabilized({ current, desired, behavior, now }: Wish, { recommendations }: History): number {
  const within = (seconds: number): number[] => recent(recommendations, now - seconds * 1000).map(({ count }) => count);
  const down = behavior?.scaleDown?.stabilizationWindowSeconds ?? usualWindowSeconds;
  if (behavior === undefined) return Math.max(desired, ...within(down));
  const most = Math.max(desired, ...within(down));
  const least = Math.min(desired, ...within(behavior.scaleUp?.stabilizationWindowSeconds ?? 0));
  return Math.min(Math.max(current, least), most);
}

function stabilizedBy({ desired, current, behavior }: Wish): Pick<Condition, "reason" | "message"> {
  const [reason, word, extreme] =
    behavior !== undefined && desired >= current
      ? ["ScaleUpStabilized", "lower", "lowest"]
      : ["ScaleDownStabilized", "higher", "highest"];
  return {
    reason,
    message: `recent recommendations were ${word} than current one, applying the ${extreme} recent recommendation`,
  };
}

interface Rate {
  readonly most: number;
  readonly least: number;
}

function rateOf({ current, behavior, now }: Wish, history: History): Rate {
  if (behavior === undefined) return { most: Math.max(2 * current, 4), least: 0 };
  return {
    most: Math.max(current, mostOf(current, history, now, behavior.scaleUp)),
    least: Math.min(current, leastOf(current, history, now, behavior.scaleDown)),
  };
}

function rateLimits(
  { current, min, max, behavior }: Wish,
  stable: number,
  { most, least }: Rate,
): { readonly replicas: number; readonly why: Pick<Condition, "reason" | "message"> } {
  const [upper, lower] = [Math.min(max, most), Math.max(min, least)];
  const goesUp = behavior === undefined || stable > current;
  const goesDown = behavior === undefined || stable < current;
  if (stable < lower && goesDown) return { replicas: lower, why: least > min ? tooFastDown : tooFew };
  if (stable > upper && goesUp) return { replicas: upper, why: max > most ? tooFastUp : tooMany };
  const message = "the desired count is within the acceptable range";
  return { replicas: stable, why: { reason: "DesiredWithinRange", message } };
}

const tooFastUp = {
  reason: "ScaleUpLimit",
  message: "the desired replica count is increasing faster than the maximum scale rate",
};
const tooFastDown = {
  reason: "ScaleDownLimit",
  message: "the desired replica count is decreasing faster than the maximum scale rate",
};
const tooMany = {
  reason: "TooManyReplicas",
  message: "the desired replica count is more than the maximum replica count",
};
const tooFew = {
  reason: "TooFewReplicas",
  message: "the desired replica count is less than the minimum replica count",
};

/** Returns the most replicas after the policies for scaling up. */
function mostOf(current: number, history: History, now: number, rules: HPAScalingRules = {}): number {
  if (rules.selectPolicy === "Disabled") return current;
  const proposals = (rules.policies ?? []).map(({ type, value, periodSeconds }) => {
    const start = startOf(current, history, now, periodSeconds);
    return type === "Pods" ? start + value : Math.ceil(start * (1 + value / 100));
  });
  return rules.selectPolicy === "Min" ? Math.min(...proposals) : Math.max(0, ...proposals);
}

/** Returns the fewest replicas after the policies for scaling down. */
function leastOf(current: number, history: History, now: number, rules: HPAScalingRules = {}): number {
  if (rules.selectPolicy === "Disabled") return current;
  const proposals = (rules.policies ?? []).map(({ type, value, periodSeconds }) => {
    const start = startOf(current, history, now, periodSeconds);
    return type === "Pods" ? start - value : Math.trunc(start * (1 - value / 100));
  });
  return rules.selectPolicy === "Min" ? Math.max(...proposals) : Math.min(current, ...proposals);
}

/** Returns the replicas at the start of the period of a policy. */
function startOf(current: number, { added, removed }: History, now: number, periodSeconds: number): number {
  return current - changed(added, now, periodSeconds) + changed(removed, now, periodSeconds);
}

function changed(all: readonly Dated[], now: number, periodSeconds: number): number {
  return recent(all, now - periodSeconds * 1000).reduce((sum, { count }) => sum + count, 0);
}
