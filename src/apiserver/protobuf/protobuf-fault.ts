/** Of which kind a body is, as far as its envelope says it and what was expected fills in. */
export interface KindReference {
  /** `v1`, `apps/v1`. */
  readonly apiVersion: string;
  readonly kind: string;
}

/** Bytes that are no object, in the words of the API server. */
export class ProtobufFault extends Error {
  override readonly name = "ProtobufFault";

  /** Absent where not even that could be read. */
  readonly reference: KindReference | undefined;

  constructor(message: string, reference?: KindReference) {
    super(message);
    this.reference = reference;
  }
}

export function notRegistered(reference: KindReference): ProtobufFault {
  const { apiVersion, kind } = reference;
  const scheme = "pkg/runtime/scheme.go:111"; // kube-apiserver's own types have no other name
  return new ProtobufFault(
    `no kind "${kind}" is registered for version "${apiVersion}" in scheme "${scheme}"`,
    reference,
  );
}
