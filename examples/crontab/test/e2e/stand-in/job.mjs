// The name of a Pod begins with the name of its Job, which begins with the name of its CronJob.
import { hostname } from "node:os";

console.log(`the job of ${hostname().replace(/-\d+-.*$/, "")} has run`);
