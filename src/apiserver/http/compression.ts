/** Compresses large responses for clients that accept gzip. Source: k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/writers.go. */
import { gzip } from "node:zlib";

/** Shorter responses are not worth the time. */
const thresholdBytes = 128 * 1_024;
const level = 1;

/** @param acceptEncoding - the header of the request */
export function shouldCompress(acceptEncoding: string | undefined, bytes: Buffer): boolean {
  if (bytes.length <= thresholdBytes || acceptEncoding === undefined) return false;
  // Like kube-apiserver, this ignores weights: `gzip;q=0` is another token.
  return acceptEncoding.split(",").some((token) => token.trim() === "gzip");
}

export function compress(bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    gzip(bytes, { level }, (error, compressed) => (error === null ? resolve(compressed) : reject(error)));
  });
}
