import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  type Diagnostic,
  distinctDiagnostics,
  formatDiagnostic,
  hasErrors,
  sortDiagnostics,
} from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import type { JsonValue } from "../core/json.js";
import { formatLocation } from "../core/source-location.js";
import { parseAllYaml } from "../core/yaml.js";
import {
  auditModel,
  auditServer,
  type Need,
  type Permission,
  type PermissionAudit,
} from "../generate/audit-permissions.js";
import { readProject } from "../project/file.js";
import { definitionFolder, serverRoleFile } from "../project/definition-module.js";
import { extensionResources } from "../project/project.js";
import { readPrograms } from "../source/read-programs.js";
import type { CommandResult, Context } from "./context.js";
import type { RbacCheckOptions } from "./declared/generate.js";

const roleFile = "config/rbac/role.yaml";

/**
 * Compares the permissions of the manager's roles, those of the extension API server, and the `@rbac` tags with the permissions
 * that the code needs.
 *
 * @throws TsopError with all diagnostics, when the sources have an error
 */
export function rbacCheck({ explain = false }: RbacCheckOptions, context: Context): Promise<CommandResult> {
  const root = context.cwd;
  const audits = auditsOf(root);
  const faults = distinctDiagnostics(audits.flatMap(({ diagnostics }) => diagnostics));
  if (hasErrors(faults)) throw TsopError.fromDiagnostics(faults);
  const unresolved = faults.filter(({ code }) => code === "rbac/unresolved");
  const findings = sortDiagnostics([...audits.flatMap(findingsOf), ...unresolved]);
  const isDrift = findings.length > unresolved.length;
  const all = <T>(part: (audit: PermissionAudit) => readonly T[]): T[] => audits.flatMap(({ audit }) => part(audit));
  const needs = all((audit) => audit.needs);
  const found = {
    missing: all((audit) => audit.missing),
    unused: all((audit) => audit.unused),
    unexplained: all((audit) => audit.unexplained),
  };
  const lines = [...(explain ? needs.map(explainNeed) : []), ...findings.map(formatDiagnostic)];
  if (findings.length === 0) lines.push(`${needs.length} permissions: all are needed, none is missing`);
  return Promise.resolve({
    text: lines.join("\n"),
    json: { ...found, unresolved, ...(explain ? { needs } : {}) },
    diagnostics: findings,
    exitCode: isDrift ? 3 : 0,
  });
}

/** The audit of one program of the project: the operator, or the extension API server. */
interface ProgramAudit {
  readonly roleFile: string;
  readonly audit: PermissionAudit;
  readonly diagnostics: readonly Diagnostic[];
}

function auditsOf(root: string): ProgramAudit[] {
  const project = readProject(root);
  const definitions = extensionResources(project).length === 0 ? undefined : definitionFolder;
  const programs = readPrograms({ root, definitions });
  const { model, diagnostics } = programs.operator;
  const operator = auditModel(model, project, readRoles(root, roleFile));
  const first = { roleFile, audit: operator.audit, diagnostics: [...diagnostics, ...operator.diagnostics] };
  const { server } = programs;
  if (server === undefined) return [first];
  const { audit, diagnostics: more } = auditServer(server.model, model, readRoles(root, serverRoleFile));
  return [first, { roleFile: serverRoleFile, audit, diagnostics: [...server.diagnostics, ...more] }];
}

function readRoles(root: string, name: string): JsonValue[] {
  const file = path.join(root, name);
  // parseAllYaml returns only JSON values.
  return existsSync(file) ? (parseAllYaml(readFileSync(file, "utf8"), name) as JsonValue[]) : [];
}

function findingsOf({ roleFile, audit: { missing, unused, unexplained } }: ProgramAudit): Diagnostic[] {
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
