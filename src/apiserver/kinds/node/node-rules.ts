import type { GroupRules } from "../kind-rules.js";
import { runtimeClass } from "./runtime-class.js";

export const nodeRules: GroupRules = { runtimeclasses: runtimeClass };
