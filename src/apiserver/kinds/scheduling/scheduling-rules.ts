import type { GroupRules } from "../kind-rules.js";
import { priorityClass } from "./priority-class.js";

export const schedulingRules: GroupRules = { priorityclasses: priorityClass };
