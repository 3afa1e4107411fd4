/** Decodes the value of a header: Node reads its bytes as Latin 1, Go as UTF-8. */
export function decodeHeader(value: string): string {
  return Buffer.from(value, "latin1").toString("utf8");
}

/** Decodes the part of a header's name that is the key of a user's extra values. Source: unescapeExtraKey in k8s.io/apiserver. */
export function decodeExtraKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
