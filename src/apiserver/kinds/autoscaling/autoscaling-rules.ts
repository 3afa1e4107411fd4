import type { GroupRules } from "../kind-rules.js";
import { horizontalPodAutoscaler, horizontalPodAutoscalerV1 } from "./horizontal-pod-autoscaler.js";

export const autoscalingRules: GroupRules = {
  horizontalpodautoscalers: horizontalPodAutoscaler,
  "v1/horizontalpodautoscalers": horizontalPodAutoscalerV1,
};
