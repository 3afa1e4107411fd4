/** Source: kubernetes/pkg/apis/certificates/validation/validation.go (ValidateClusterTrustBundle), pkg/registry/certificates. */
import { type FieldError, invalid, tooLong } from "../../../core/field-error.js";
import { type ApiObject, textOf } from "../../api-object.js";
import type { KindRules } from "../kind-rules.js";
import * as cell from "../tables/cells.js";
import { immutable } from "../validation/immutable.js";
import { specOf } from "../workload-parts.js";
import { bundleNameFaults } from "./bundle-name.js";
import { readCertificate } from "./certificate-faults.js";
import { type PemBlock, pemBlocks } from "./pem.js";
import { validateSignerName } from "./validate-signer-name.js";

export const clusterTrustBundle: KindRules = {
  // The signer decides about the name: validate judges it.
  validateName: () => [],
  allowsUnconditionalUpdate: false,
  validate: (bundle) => validateBundle(bundle, true),
  validateUpdate(bundle, old) {
    const [spec, before] = [specOf(bundle), specOf(old)];
    return [
      ...validateBundle(bundle, textOf(spec, "trustBundle") !== textOf(before, "trustBundle")),
      ...immutable("spec.signerName", textOf(spec, "signerName"), textOf(before, "signerName")),
    ];
  },
  cells: cell.row(cell.nameOf, cell.text("spec.signerName", "<none>")),
  selectableFields: cell.selectable("spec.signerName"),
};

function validateBundle(bundle: ApiObject, readsCertificates: boolean): FieldError[] {
  const { metadata } = bundle;
  const [signer, trust] = [textOf(specOf(bundle), "signerName"), textOf(specOf(bundle), "trustBundle")];
  const name = metadata.name ?? "";
  return [
    ...bundleNameFaults(name, signer).map((fault) => invalid("metadata.name", name, fault)),
    ...(signer === "" ? [] : validateSignerName(signer, "spec.signerName")),
    ...(readsCertificates ? validateTrust(trust, "spec.trustBundle") : []),
  ];
}

const mostBytes = 1024 * 1024;

function validateTrust(text: string, path: string): FieldError[] {
  if (Buffer.byteLength(text) > mostBytes) return [tooLong(path, mostBytes)];
  const blocks = pemBlocks(text);
  const fail = (detail: string): FieldError => invalid(path, "<value omitted>", detail);
  const faults = blocks.flatMap((block, index) => {
    const fault = authorityFault(block);
    return fault === undefined ? [] : [fail(`entry ${index} ${fault}`)];
  });
  if (faults.length > 0) return faults;
  if (blocks.length === 0) return [fail("at least one trust anchor must be provided")];
  const places = new Map<string, number[]>();
  for (const [index, { bytes }] of blocks.entries()) {
    const key = bytes.toString("base64");
    places.set(key, [...(places.get(key) ?? []), index]);
  }
  return [...places.values()]
    .filter(({ length }) => length > 1)
    .map((indices) => fail(`duplicate trust anchor (indices [${indices.join(" ")}])`));
}

function authorityFault({ type, hasHeaders, bytes }: PemBlock): string | undefined {
  if (type !== "CERTIFICATE") return `has bad block type: ${type}`;
  if (hasHeaders) return "has PEM block headers";
  const certificate = readCertificate(bytes);
  if (certificate === undefined) return "does not parse as X.509";
  return certificate.ca ? undefined : "does not have the CA bit set";
}
