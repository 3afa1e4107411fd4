/** Reads certificate requests. Load this module lazily: its library loads slower than a server starts. */
import "reflect-metadata"; // before x509, which does not load without
import { Pkcs10CertificateRequest, SubjectAlternativeNameExtension } from "@peculiar/x509";

/** What a request asks a certificate for. */
export interface RequestedSubject {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** The types of its alternative names: `dns`, `ip`, `email`, `url`. */
  readonly nameTypes: ReadonlySet<string>;
}

/** @param pem - of a request that can be read */
export function subjectOfRequest(pem: string): RequestedSubject {
  const { subjectName, extensions } = new Pkcs10CertificateRequest(pem);
  const names = extensions.find((each) => each instanceof SubjectAlternativeNameExtension);
  return {
    commonName: subjectName.getField("CN").at(-1) ?? "",
    organizations: subjectName.getField("O"),
    nameTypes: new Set((names?.names.items ?? []).map(({ type }) => type)),
  };
}
