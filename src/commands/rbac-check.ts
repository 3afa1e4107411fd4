import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Diagnostic, formatDiagnostic, hasErrors, sortDiagnostics } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import type { JsonValue } from "../core/json.js";
import { formatLocation } from "../core/source-location.js";
import { parseAllYaml } from "../core/yaml.js";
import { auditModel, type Need, type Permission, type PermissionAudit } from "../generate/audit-permissions.js";
import { readProject } from "../project/file.js";
import { readSources } from "../source/load.js";
import type { CommandResult, Context } from "./context.js";
import type { RbacCheckOptions } from "./declared/generate.js";

const roleFile = "config/rbac/role.yaml";

/**
 * Compares the permissions of the manager's roles and of the `@rbac` tags with the permissions that the code needs.
 *
 * @throws TsopError with all diagnostics, when the sources have an error
 */
export function rbacCheck({ explain = false }: RbacCheckOptions, context: Context): Promise<CommandResult> {
  const root = context.cwd;
  const { namespaced, projectName } = readProject(root);
  const { model, diagnostics } = readSources({ root });
  const { audit, diagnostics: more } = auditModel(model, { namespaced, projectName }, readRoles(root));
  const faults = [...diagnostics, ...more];
  if (hasErrors(faults)) throw TsopError.fromDiagnostics(sortDiagnostics(faults));
  const unresolved = faults.filter(({ code }) => code === "rbac/unresolved");
  const findings = sortDiagnostics([...findingsOf(audit), ...unresolved]);
  const isDrift = findings.length > unresolved.length;
  const { needs, missing, unused, unexplained } = audit;
  const lines = [...(explain ? needs.map(explainNeed) : []), ...findings.map(formatDiagnostic)];
  if (findings.length === 0) lines.push(`${needs.length} permissions: all are needed, none is missing`);
  return Promise.resolve({
    text: lines.join("\n"),
    json: { missing, unused, unexplained, unresolved, ...(explain ? { needs } : {}) },
    diagnostics: findings,
    exitCode: isDrift ? 3 : 0,
  });
}

function readRoles(root: string): JsonValue[] {
  const file = path.join(root, roleFile);
  // parseAllYaml returns only JSON values.
  return existsSync(file) ? (parseAllYaml(readFileSync(file, "utf8"), roleFile) as JsonValue[]) : [];
}

function findingsOf({ missing, unused, unexplained }: PermissionAudit): Diagnostic[] {
  return [
    ...missing.map((need): Diagnostic => ({
      code: "rbac/missing",
      severity: "warning",
      message: `${whyOf(need)} needs ${nameOf(need)}, which ${roleFile} does not allow`,
      ...placeOf(need),
      hint: "Run `npm run manifests`.",
    })),
    ...unused.map((need): Diagnostic => ({
      code: "rbac/unused",
      severity: "warning",
      message: `nothing in the code needs ${nameOf(need)}`,
      ...placeOf(need),
      hint: "Remove it from the tag, unless code that tsop does not read needs it.",
    })),
    ...unexplained.map((permission): Diagnostic => ({
      code: "rbac/unused",
      severity: "warning",
      message: `${roleFile} allows ${nameOf(permission)}, which neither a tag nor the code requires`,
      at: { file: roleFile },
      hint: "Run `npm run manifests`.",
    })),
  ];
}

function nameOf({ verb, resource, group, namespace }: Permission): string {
  const where = namespace === "" ? "" : ` in the namespace ${namespace}`;
  return `${verb} ${group === "" ? resource : `${resource}.${group}`}${where}`;
}

function whyOf({ causes }: Need): string {
  return causes[0]?.why ?? "the operator";
}

function placeOf({ causes }: Need): Pick<Diagnostic, "at"> {
  const at = causes[0]?.at;
  return at === undefined ? {} : { at };
}

function explainNeed(need: Need): string {
  const places = need.causes.map(({ why, at }) => `  ${formatLocation(at)}  ${why}`);
  return [nameOf(need), ...places].join("\n");
}
