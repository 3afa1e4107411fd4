import { type ExactJsonObject, isJsonObject } from "../../core/json.js";
import { listAt } from "../../core/object-fields.js";
import type { TrustedCertificate } from "../../core/serving-certificate.js";
import type { ReadCsv } from "../read/csv-shape.js";
import type { Bundle, Read } from "../read/bundle.js";
import type { Targets } from "./install-modes.js";

/** A bundle to install without OLM, and the decisions of its user. */
export interface InstallRequest {
  readonly bundle: Bundle;
  readonly csv: Read<ReadCsv>;
  readonly packageName: string;
  /** The namespace of the operator. */
  readonly namespace: string;
  readonly targets: Targets;
  /** By the names of the Deployments that serve webhooks. */
  readonly certificates: ReadonlyMap<string, TrustedCertificate>;
}

export function deploymentsOf({ csv }: Pick<InstallRequest, "csv">): readonly ExactJsonObject[] {
  return listAt(csv.document.value, "spec", "install", "spec", "deployments").filter(isJsonObject);
}
