import { defined } from "../core/defined.js";
import type { KindFlags } from "./named-kind.js";
import path from "node:path";
import { type Clock, systemClock } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import { checkDomain, checkProjectName, toProjectName } from "../core/names.js";
import { missingPackages } from "../doctor/project/missing-packages.js";
import { type InitRequest } from "../scaffold/init.js";
import { planNewProject } from "../scaffold/new-project.js";
import { loadTemplates } from "../scaffold/templates.js";
import { projectFileName } from "../project/project.js";
import { checkApi } from "./check-api.js";
import { checkLicense } from "./check-license.js";
import type { CommandResult, Context } from "./context.js";
import type { InitOptions } from "./declared/scaffold.js";
import { readModeOptions } from "./edit.js";
import { finishScaffold } from "./finish-scaffold.js";
import { inFolder, installCommand, installPackages } from "./install-packages.js";
import { openFiles } from "./open-files.js";
import { chooseTsopDependency } from "./tsop-dependency.js";
import { packageVersion } from "./version.js";
import { type PluginOptions, type PluginTurn, withPlugins } from "./plugins/with-plugins.js";
import { type Refuse, refusals } from "./refusals.js";

/**
 * Creates a project and, with `createApi`, its first kind in one step. Writes either everything or nothing.
 *
 * @throws TsopError with all errors in the options, or with all conflicts
 */
export async function init(
  options: InitOptions & PluginOptions,
  context: Context,
  clock: Clock = systemClock,
): Promise<CommandResult> {
  const root = path.resolve(context.cwd, options.dir ?? ".");
  const { request, api } = checkOptions(options, root, context, clock);
  const changes = readModeOptions(options);
  const files = openFiles(root, context);
  if (files.exists(projectFileName)) throw alreadyInitialized(root, context);
  const input = { files, templates: await loadTemplates(), force: options.force ?? false };
  const dependency = await chooseTsopDependency(options.tsop);
  const turns: PluginTurn[] = [];
  const plan = await planNewProject(input, {
    request: { ...request, tsop: dependency.spec },
    vendored: dependency.kind === "vendored" ? dependency.packed : undefined,
    changes,
    apiOf:
      api &&
      ((project) => {
        const checked = checkApi(api, project);
        turns.push({ command: "create api", resource: checked.resource });
        return checked;
      }),
    firstStep: `${inFolder(root, context.cwd)}npx tsop create api --group apps --version v1 --kind Web`,
  });
  const whole = await withPlugins(plan, input, {
    turns: [{ command: "init" }, ...turns],
    ...{ root, options, host: context },
  });
  return finishScaffold(root, whole, options, async () => {
    if (options.install !== false) await installPackages(root, context, { clock });
  });
}

function alreadyInitialized(root: string, { cwd }: Context): TsopError {
  const missing = missingPackages(root);
  const install =
    missing.length === 0 ? "" : `\nPackages are missing (${missing[0] ?? ""}): ${installCommand(root, cwd)}`;
  return new TsopError("project/already-initialized", "this folder already contains a PROJECT file", {
    at: { file: projectFileName },
    hint: `Add to the project with \`tsop create api\`, or choose another folder: \`tsop init DIR\`.${install}`,
  });
}

function checkOptions(
  options: InitOptions,
  root: string,
  context: Context,
  clock: Clock,
): { request: Omit<InitRequest, "tsop">; api: KindFlags | undefined } {
  const { refuse, throwProblems } = refusals();
  const domain = options.domain ?? "my.domain";
  const api = apiOptions(options, domain, refuse);
  refuse(checkDomain(domain));
  const projectName = options.projectName ?? toProjectName(path.basename(root));
  refuse(checkProjectName(projectName));
  const { license = "apache2", owner, customHeader } = checkLicense(options, context, refuse);
  throwProblems();
  const request = {
    domain,
    projectName,
    license: {
      license,
      owner,
      year: new Date(clock.now()).getFullYear(),
      customHeader,
    },
    namespaced: options.namespaced ?? false,
    multigroup: options.multigroup ?? false,
    cliVersion: packageVersion(),
  } as const;
  return { request, api };
}

/** Returns the options of `--create-api`. Rejects flags of an API without it, because they would have no effect. */
function apiOptions(
  { createApi, group, version, kind, apiVersion }: InitOptions,
  domain: string,
  refuse: Refuse,
): KindFlags | undefined {
  if (createApi !== true) {
    const given = Object.entries({ group, version, kind, "api-version": apiVersion }).filter(
      ([, value]) => value !== undefined,
    );
    if (given.length > 0) {
      const flags = given.map(([name]) => `--${name}`).join(", ");
      refuse({ message: `${flags} without --create-api has no effect`, hint: "Add --create-api, or omit them." });
    }
    return undefined;
  }
  if (apiVersion === undefined) return defined({ group, version, kind });
  if (group !== undefined || version !== undefined) {
    refuse({
      message: "--api-version already contains the group and the version",
      hint: "Omit --group and --version, or omit --api-version.",
    });
  }
  const [, fullGroup, ownVersion] = /^([^/]+)\/([^/]+)$/.exec(apiVersion) ?? [];
  if (fullGroup === undefined) {
    refuse({ message: `${JSON.stringify(apiVersion)} is not GROUP/VERSION`, hint: "--api-version foo.example.com/v1" });
    return defined({ kind });
  }
  if (fullGroup !== domain && !fullGroup.endsWith(`.${domain}`)) {
    refuse({
      message: `the group ${JSON.stringify(fullGroup)} of --api-version does not end with the domain ${JSON.stringify(domain)}`,
      hint: `--domain ${fullGroup.replace(/^[^.]*\.(?=.*\.)/, "")}`,
    });
  }
  return defined({ kind, group: fullGroup, version: ownVersion });
}
