import { printExactJson } from "../core/exact-json.js";
import type { ExactJsonValue } from "../core/json.js";
import { annotationLimit } from "../kube/last-applied.js";
import type { KindModel } from "../model/model.js";
import type { Reporter } from "./reporter.js";

/** What etcd takes in one request, unless it is told otherwise. */
const requestLimit = 1_572_864;

/** A CRD that is too large is refused by what stores it, and one that is merely large by `kubectl apply`. */
export function checkSize(reporter: Reporter, kind: KindModel, manifest: ExactJsonValue): void {
  const bytes = Buffer.byteLength(printExactJson(manifest));
  const size = `${Math.ceil(bytes / 1024)} kB`;
  const hint =
    "Shorten it: @maxDescLen 0 leaves descriptions out, and @preserveUnknownFields on a large field its schema.";
  if (bytes > requestLimit) {
    reporter.error("crd/too-large", kind.at, `the CRD of ${kind.kind} has ${size}; etcd takes 1536 kB`, hint);
  } else if (bytes > annotationLimit) {
    const message = `the CRD of ${kind.kind} has ${size}: \`kubectl apply\` cannot install it, only \`kubectl apply --server-side\` and tsop can`;
    reporter.warn("crd/too-large", kind.at, message, hint);
  }
}
