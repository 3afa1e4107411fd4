import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ServingCertificate } from "../../core/serving-certificate.js";

export interface CertificateFiles {
  /** Folder that the two files are in. */
  readonly folder: string;
  readonly certName: string;
  readonly keyName: string;
}

export async function readServingCertificate({
  folder,
  certName,
  keyName,
}: CertificateFiles): Promise<ServingCertificate> {
  const [cert, key] = await Promise.all([certName, keyName].map((name) => readFile(path.join(folder, name), "utf8")));
  return { cert: cert ?? "", key: key ?? "" };
}
