import { TsopError } from "../../../core/errors.js";
import { checkBundle, type InstallableBundle } from "../../../olm/install/check-bundle.js";
import type { Bundle } from "../../../olm/read/bundle.js";
import { readBundle } from "../../../olm/read/read-bundle.js";
import type { Context } from "../../context.js";
import { gatherBundle } from "../bundle-source.js";
import { defaultBundle } from "../open-bundle.js";

export interface OpenedBundle extends Extract<InstallableBundle, { readonly kind: "installable" }> {
  readonly bundle: Bundle;
}

/** @throws TsopError the errors of `gatherBundle`, and all reasons why no cluster can run the bundle */
export async function openInstallable(
  { bundle: given = defaultBundle, tlsVerify = true }: { readonly bundle?: string; readonly tlsVerify?: boolean },
  context: Context,
): Promise<OpenedBundle> {
  const { files, shown } = await gatherBundle(given, tlsVerify, context);
  const bundle = readBundle(files, shown);
  const checked = checkBundle(bundle);
  if (checked.kind === "faults") throw TsopError.fromDiagnostics(checked.diagnostics);
  return { ...checked, bundle };
}
