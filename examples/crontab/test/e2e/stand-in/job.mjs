// The name of a Pod begins with that of the Job, and that with the CronJob's.
import { hostname } from "node:os";

console.log(`the job of ${hostname().replace(/-\d+-.*$/, "")} has run`);
