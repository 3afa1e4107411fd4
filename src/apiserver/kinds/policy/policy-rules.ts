import type { GroupRules } from "../kind-rules.js";
import { podDisruptionBudget } from "./pod-disruption-budget.js";

export const policyRules: GroupRules = { poddisruptionbudgets: podDisruptionBudget };
