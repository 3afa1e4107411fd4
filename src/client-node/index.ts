/**
 * Integration of `@kubernetes/client-node`: its `Exec`, `Attach`, `PortForward`, `Cp`, `Log` and `Metrics` on the
 * connection of a manager. The package is an optional peer dependency, 1.4 or 2.x.
 *
 * @module
 */
export { fromClientNode, toClientNode } from "./convert.js";
export { createCp } from "./create-cp.js";
export { toKubeConfig } from "./to-kube-config.js";
