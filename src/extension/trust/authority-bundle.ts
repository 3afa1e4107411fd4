import { X509Certificate } from "node:crypto";
import { pemBlocks } from "../../apiserver/kinds/certificates/pem.js";

/**
 * The certificates of some authorities. A listener verifies clients against the authorities of all of its bundles; a bundle
 * tells which of them a client belongs to.
 */
export class AuthorityBundle {
  readonly #authorities: readonly X509Certificate[];

  /** @throws Error if a certificate in the PEM cannot be read */
  constructor(pem: string) {
    this.#authorities = pemBlocks(pem)
      .filter(({ type }) => type === "CERTIFICATE")
      .map(({ bytes }) => new X509Certificate(bytes));
  }

  /** Returns whether the chain leads to one of the authorities. @param chain - the client's certificate first */
  signed([certificate, ...others]: readonly X509Certificate[], now: number): boolean {
    if (certificate === undefined) return false;
    if (this.#authorities.some((each) => isIssuedBy(certificate, each, now))) return true;
    // Each step uses up one certificate, so that a circle of issuers ends.
    return others.some(
      (issuer, index) => isIssuedBy(certificate, issuer, now) && this.signed(withFirst(others, index), now),
    );
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate, now: number): boolean {
  const isValid = Date.parse(issuer.validFrom) <= now && now <= Date.parse(issuer.validTo);
  return isValid && issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function withFirst<T>(all: readonly T[], index: number): readonly T[] {
  return [...all.slice(index, index + 1), ...all.slice(0, index), ...all.slice(index + 1)];
}
