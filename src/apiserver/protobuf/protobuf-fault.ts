/** The kind of a body: from its envelope, and from the expected kind where the envelope does not name it. */
export interface KindReference {
  /** `v1`, `apps/v1`. */
  readonly apiVersion: string;
  readonly kind: string;
}

/** An error for bytes that are not an object, with the API server's message. */
export class ProtobufFault extends Error {
  override readonly name = "ProtobufFault";

  /** Missing if the envelope cannot be read. */
  readonly reference: KindReference | undefined;

  constructor(message: string, reference?: KindReference) {
    super(message);
    this.reference = reference;
  }
}

export function notRegistered(reference: KindReference): ProtobufFault {
  const { apiVersion, kind } = reference;
  const scheme = "pkg/runtime/scheme.go:111"; // kube-apiserver's own scheme has no other name
  return new ProtobufFault(
    `no kind "${kind}" is registered for version "${apiVersion}" in scheme "${scheme}"`,
    reference,
  );
}
