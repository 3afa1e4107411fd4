/** All that `tsop doctor` looks at; docs/doctor.md is held against it. */
import { clusterChecks } from "./cluster/cluster-checks.js";
import { machineChecks } from "./machine/machine-checks.js";
import { projectChecks } from "./project/project-checks.js";

export const allChecks = [...machineChecks, ...projectChecks, ...clusterChecks].map(({ id, what }) => ({ id, what }));
