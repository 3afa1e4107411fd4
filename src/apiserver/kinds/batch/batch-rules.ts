import type { GroupRules } from "../kind-rules.js";
import { cronJob } from "./cron-job.js";
import { job } from "./job.js";

export const batchRules: GroupRules = { cronjobs: cronJob, jobs: job };
