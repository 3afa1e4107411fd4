import { TsopError } from "../core/errors.js";
import type { CommandResult, Context } from "../commands/context.js";
import type { GlobalOptions } from "./program/global-options.js";

/** One function for each command: what `program/` calls with the options that it has parsed. */
export interface Handlers {
  init(options: object, globals: GlobalOptions): Promise<void>;
  createApi(options: object, globals: GlobalOptions): Promise<void>;
  createWebhook(options: object, globals: GlobalOptions): Promise<void>;
  edit(options: object, globals: GlobalOptions): Promise<void>;
  importCrd(options: object, globals: GlobalOptions): Promise<void>;
  manifests(options: object, globals: GlobalOptions): Promise<void>;
  rbacCheck(options: object, globals: GlobalOptions): Promise<void>;
  graph(options: object, globals: GlobalOptions): Promise<void>;
  build(options: object, globals: GlobalOptions): Promise<void>;
  dev(options: object, globals: GlobalOptions): Promise<void>;
  apiserver(options: object, globals: GlobalOptions): Promise<void>;
  envtestSetup(options: object, globals: GlobalOptions): Promise<void>;
  envtestList(options: object, globals: GlobalOptions): Promise<void>;
  start(options: object, globals: GlobalOptions): Promise<void>;
  dockerBuild(options: object, globals: GlobalOptions): Promise<void>;
  dockerPush(options: object, globals: GlobalOptions): Promise<void>;
  dockerBuildx(options: object, globals: GlobalOptions): Promise<void>;
  render(options: object, globals: GlobalOptions): Promise<void>;
  deploy(options: object, globals: GlobalOptions): Promise<void>;
  undeploy(options: object, globals: GlobalOptions): Promise<void>;
  buildInstaller(options: object, globals: GlobalOptions): Promise<void>;
  installCrds(options: object, globals: GlobalOptions): Promise<void>;
  uninstallCrds(options: object, globals: GlobalOptions): Promise<void>;
  migrateStorage(options: object, globals: GlobalOptions): Promise<void>;
  doctor(options: object, globals: GlobalOptions): Promise<void>;
  helmChart(options: object, globals: GlobalOptions): Promise<void>;
  docs(options: object, globals: GlobalOptions): Promise<void>;
  version(options: object, globals: GlobalOptions): Promise<void>;
}

type Run = (globals: GlobalOptions, command: (context: Context) => Promise<CommandResult>) => Promise<void>;

/**
 * The handlers that do the work. Each loads its command only when it is called: `tsop --help` must not pay for a
 * compiler.
 *
 * The casts hold because `program/` declares exactly these options for each command; the table of
 * test/cli/program.test.ts proves it.
 */
export function createHandlers(run: Run): Handlers {
  return {
    init: async (options, globals) => {
      const { init } = await import("../commands/init.js");
      await run(globals, (context) => init(options, context));
    },
    createApi: async (options, globals) => {
      const { createApi } = await import("../commands/create-api.js");
      await run(globals, (context) => createApi(options, context));
    },
    createWebhook: async (options, globals) => {
      const { createWebhook } = await import("../commands/create-webhook.js");
      await run(globals, (context) => createWebhook(options, context));
    },
    edit: async (options, globals) => {
      const { edit } = await import("../commands/edit.js");
      await run(globals, (context) => edit(options, context));
    },
    importCrd: async (options, globals) => {
      const { importCrd } = await import("../commands/import-crd.js");
      await run(globals, (context) => importCrd(options, context));
    },
    manifests: async (options, globals) => {
      refuseSarif(options, globals);
      const { manifests } = await import("../commands/manifests.js");
      await run(globals, (context) => manifests(options, context));
    },
    rbacCheck: async (options, globals) => {
      const { rbacCheck } = await import("../commands/rbac-check.js");
      await run(globals, (context) => rbacCheck(options, context));
    },
    graph: async (options, globals) => {
      refuseSarif({ stdout: !("out" in options) }, globals, "tsop graph without --out");
      const { graph } = await import("../commands/graph.js");
      await run(globals, (context) => graph(options, context));
    },
    build: async (options, globals) => {
      const { build } = await import("../commands/build.js");
      await run(globals, (context) => build(options, context));
    },
    dev: async (options, globals) => {
      refuseSarif({ watch: true }, globals, "tsop dev");
      const { dev } = await import("../commands/dev/dev.js");
      await run(globals, (context) => dev(options as Parameters<typeof dev>[0], context));
    },
    apiserver: async (options, globals) => {
      refuseSarif({ watch: true }, globals, "tsop apiserver");
      const { apiserver } = await import("../commands/apiserver.js");
      await run(globals, (context) => apiserver(options, context));
    },
    envtestSetup: async (options, globals) => {
      const { envtestSetup } = await import("../commands/envtest-setup.js");
      await run(globals, (context) => envtestSetup(options as Parameters<typeof envtestSetup>[0], context));
    },
    envtestList: async (options, globals) => {
      const { envtestList } = await import("../commands/envtest-setup.js");
      await run(globals, (context) => envtestList(options, context));
    },
    start: async (options, globals) => {
      const { start } = await import("../commands/start.js");
      await run(globals, (context) => start(options as Parameters<typeof start>[0], context));
    },
    dockerBuild: async (options, globals) => {
      const { dockerBuild } = await import("../commands/docker-build.js");
      await run(globals, (context) => dockerBuild(options, context));
    },
    dockerPush: async (options, globals) => {
      const { dockerPush } = await import("../commands/docker-push.js");
      await run(globals, (context) => dockerPush(options, context));
    },
    dockerBuildx: async (options, globals) => {
      const { dockerBuildx } = await import("../commands/docker-buildx.js");
      await run(globals, (context) => dockerBuildx(options, context));
    },
    render: async (options, globals) => {
      const { render } = await import("../commands/render.js");
      await run(globals, (context) => render(options, context));
    },
    deploy: async (options, globals) => {
      const { deploy } = await import("../commands/deploy.js");
      await run(globals, (context) => deploy(options, context));
    },
    undeploy: async (options, globals) => {
      const { undeploy } = await import("../commands/undeploy.js");
      await run(globals, (context) => undeploy(options, context));
    },
    buildInstaller: async (options, globals) => {
      refuseSarif(options, globals);
      const { buildInstaller } = await import("../commands/build-installer.js");
      await run(globals, (context) => buildInstaller(options, context));
    },
    installCrds: async (options, globals) => {
      const { installCrds } = await import("../commands/install-crds.js");
      await run(globals, (context) => installCrds(options, context));
    },
    migrateStorage: async (options, globals) => {
      const { migrateStorage } = await import("../commands/migrate-storage.js");
      await run(globals, (context) => migrateStorage(options, context));
    },
    uninstallCrds: async (options, globals) => {
      const { uninstallCrds } = await import("../commands/uninstall-crds.js");
      await run(globals, (context) => uninstallCrds(options, context));
    },
    doctor: async (options, globals) => {
      const { doctor } = await import("../commands/doctor.js");
      await run(globals, (context) => doctor(options, context));
    },
    helmChart: async (options, globals) => {
      const { helmChart } = await import("../commands/helm-chart.js");
      await run(globals, (context) => helmChart(options, context));
    },
    docs: async (options, globals) => {
      const { docs } = await import("../commands/docs.js");
      await run(globals, () => docs(options));
    },
    version: async (_options, globals) => {
      const { version } = await import("../commands/version.js");
      await run(globals, () => version());
    },
  };
}

/** A SARIF log is one document about what was found. */
function refuseSarif(
  { watch, stdout }: { watch?: boolean; stdout?: boolean },
  { output }: GlobalOptions,
  what = "--watch",
): void {
  if (output !== "sarif" || (watch !== true && stdout !== true)) return;
  const [flag, reason] = watch === true ? [what, "it never ends"] : ["--stdout", "that is where the log goes"];
  throw new TsopError("usage/invalid-argument", `${flag} cannot be used with --output sarif: ${reason}`, {
    hint: watch === true ? "Use --output text or --output json." : "Leave out one of the two.",
  });
}
