/**
 * The options in the query of a write.
 * Source: k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go.
 */
import { type FieldError, forbidden, notSupported, required } from "../../core/field-error.js";
import type { JsonObject } from "../../core/json.js";
import { validateFieldManager } from "../objects/validate-metadata.js";
import { invalidError } from "../status-error.js";
import { flagField, textField } from "../http/query-fields.js";

export type FieldValidation = "Ignore" | "Warn" | "Strict";

export interface WriteOptions {
  readonly isDryRun: boolean;
  /** Empty if the query names none: the user agent then names the manager. */
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
  readonly force: boolean;
  /** The options as admission sees them: CreateOptions, UpdateOptions or PatchOptions. */
  readonly asObject: JsonObject;
}

export type OptionsKind = "CreateOptions" | "UpdateOptions" | "PatchOptions";

/** @throws StatusError 422 with all errors */
export function readWriteOptions(query: URLSearchParams, kind: OptionsKind, isApply = false): WriteOptions {
  const dryRun = query.getAll("dryRun");
  const fieldManager = textField(query, "fieldManager");
  const fieldValidation = textField(query, "fieldValidation");
  const force = flagField(query, "force");
  const faults: FieldError[] = [];
  if (kind === "PatchOptions" && isApply && fieldManager === "") {
    faults.push(required("fieldManager", "is required for apply patch"));
  }
  if (kind === "PatchOptions" && !isApply && force !== undefined) {
    faults.push(forbidden("force", "may not be specified for non-apply patch"));
  }
  faults.push(
    ...validateFieldManager(fieldManager, "fieldManager"),
    ...faultsOfDryRun(dryRun),
    ...faultsOfValidation(fieldValidation),
  );
  if (faults.length > 0) throw invalidError("meta.k8s.io", kind, "", faults);
  return {
    isDryRun: dryRun.length > 0,
    fieldManager,
    fieldValidation: fieldValidation === "" ? "Warn" : (fieldValidation as FieldValidation),
    force: force === true,
    asObject: {
      kind,
      apiVersion: "meta.k8s.io/v1",
      ...(dryRun.length === 0 ? {} : { dryRun }),
      ...(kind === "PatchOptions" && force !== undefined ? { force } : {}),
      ...(fieldManager === "" ? {} : { fieldManager }),
      ...(fieldValidation === "" ? {} : { fieldValidation }),
    },
  };
}

export function faultsOfDryRun(dryRun: readonly string[]): FieldError[] {
  return dryRun.every((each) => each === "All") ? [] : [notSupported("dryRun", [...dryRun], ["All"])];
}

function faultsOfValidation(fieldValidation: string): FieldError[] {
  const supported = ["", "Ignore", "Strict", "Warn"];
  return supported.includes(fieldValidation) ? [] : [notSupported("fieldValidation", fieldValidation, supported)];
}
