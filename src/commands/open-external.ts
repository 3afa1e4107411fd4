/** Checks that the module or the file of an external kind exports the kind, and finds the package to install. */
import { nearest } from "../core/suggest.js";
import { parseApiVersion } from "../core/gvk.js";
import { field } from "../core/json-fields.js";
import type { Snapshot } from "../machinery/snapshot.js";
import { describeResource } from "../project/edit.js";
import { type ExternalModule, isExternalFile, packageOf, parseExternalModule } from "../project/external.js";
import { installedVersion, isThere, jsonOf } from "../project/files.js";
import { apiVersionOf, type Resource } from "../project/project.js";
import { placeDependency } from "../scaffold/package-json.js";
import { continuePlan, type PlanInput, type ScaffoldPlan } from "../scaffold/placement.js";
import { type ExportedKind, exportedKinds } from "../source/exported-kinds.js";
import { sourcePlaces } from "../source/source-host.js";
import type { Context } from "./context.js";
import type { CreateApiOptions } from "./declared/scaffold.js";
import { fetchPackage } from "./external-package.js";
import { installPackages } from "./install-packages.js";
import { type Refuse, refusals } from "./refusals.js";

/** What a command must do for the types of an external kind. */
export interface OpenedExternal {
  /** Adds the package to a plan. */
  readonly addTo: (plan: ScaffoldPlan, input: PlanInput) => ScaffoldPlan;
  /** Installs the package after the plan is written. */
  readonly install: () => Promise<void>;
}

const nothing: OpenedExternal = { addTo: (plan) => plan, install: () => Promise.resolve() };

type Options = Pick<CreateApiOptions, "externalApiPath" | "install">;

/**
 * Does nothing for a command without `--external-api-path`: the kind was checked when it was recorded.
 *
 * @throws TsopError with all errors, or `scaffold/package-not-found`
 */
export async function openExternal(
  resource: Resource,
  { externalApiPath, install = true }: Options,
  files: Snapshot,
  context: Context,
): Promise<OpenedExternal> {
  const { path } = resource;
  if (externalApiPath === undefined || path === undefined) return nothing;
  const { refuse, throwProblems } = refusals();
  const opened = isExternalFile(path)
    ? openFile(resource, path, files, context, refuse)
    : await openPackage(resource, { module: path, install }, context, refuse);
  throwProblems();
  return opened;
}

function openFile(resource: Resource, file: string, files: Snapshot, { cwd }: Context, refuse: Refuse): OpenedExternal {
  const folder = sourcePlaces.find((place) => file === place || file.startsWith(`${place}/`));
  const name = file.split("/").at(-1) ?? file;
  if (!files.exists(file)) {
    refuse({ message: `${file} does not exist`, hint: "Copy the types into the project, or name a package." });
  } else if (folder !== undefined) {
    refuse({
      message: `${file} is in ${folder}, and tsop generates the CRDs of all kinds there`,
      hint: `Move the file, for example to external/${name}. For a kind that the project defines or imports, omit --external-api-path.`,
    });
  } else {
    checkExports(exportedKinds(cwd, `./${file.replace(/\.(m?)ts$/, ".$1js")}`), resource, file, refuse);
  }
  return nothing;
}

async function openPackage(
  resource: Resource,
  { module, install }: { readonly module: string; readonly install: boolean },
  context: Context,
  refuse: Refuse,
): Promise<OpenedExternal> {
  const root = context.cwd;
  const wanted = parseExternalModule(resource.module ?? "");
  const name = packageOf(module);
  const isInstalled = isThere(root, `node_modules/${name}/package.json`);
  const kinds = exportedKinds(root, module);
  if (kinds !== undefined || isInstalled) {
    checkExports(kinds, resource, module, refuse);
    return wanted === undefined ? nothing : adding(withVersion(wanted, installedVersion(root, name)), install, context);
  }
  if (wanted === undefined) {
    refuseMissing(name, root, refuse);
    return nothing;
  }
  if (!install) {
    if (wanted.spec !== undefined) return adding({ ...wanted, spec: wanted.spec }, install, context);
    const hint = `Add it: --external-api-module ${name}@VERSION`;
    refuse({ message: `--no-install requires the version of ${name}`, hint });
    return nothing;
  }
  const fetched = await fetchPackage(wanted, module, context);
  checkExports(fetched.kinds, resource, module, refuse);
  return adding(withVersion(wanted, fetched.version), install, context);
}

function withVersion({ name, spec }: ExternalModule, version: string | undefined): Required<ExternalModule> {
  return { name, spec: spec ?? `^${version ?? "0.0.0"}` };
}

function adding({ name, spec }: ExternalModule, install: boolean, context: Context): OpenedExternal {
  return {
    addTo: (plan, input) => {
      const placement = continuePlan(input, plan);
      placeDependency(placement, name, spec ?? "*");
      if (!install) placement.next.push("npm install, then: npm run typecheck");
      return placement.plan();
    },
    install: async () => {
      if (install) await installPackages(context.cwd, context);
    },
  };
}

function refuseMissing(name: string, root: string, refuse: Refuse): void {
  const manifest = jsonOf(root, "package.json");
  const isListed = ["dependencies", "devDependencies"].some(
    (section) => field(field(manifest, section), name) !== undefined,
  );
  refuse({
    message: isListed
      ? `the package ${name} is not installed`
      : `the package ${name} is not a dependency of the project`,
    hint: isListed
      ? "Install the packages, and repeat the command: npm install"
      : `Add it with --external-api-module ${name}@VERSION, or correct --external-api-path.`,
  });
}

/** Checks that the exports include the value and the type of the kind. */
function checkExports(
  kinds: readonly ExportedKind[] | undefined,
  resource: Resource,
  path: string,
  refuse: Refuse,
): void {
  const { kind } = resource;
  const found = kinds?.find(({ name }) => name === kind);
  if (kinds === undefined) {
    const hint = "Correct --external-api-path: it must be a module that TypeScript can import, with its declarations.";
    refuse({ message: `${packageOf(path)} has no module ${path} with types`, hint });
  } else if (kinds.length === 0) {
    const hint =
      "A kind is an interface that extends CustomResource, and a value of the same name: defineKind<Bar>(…).";
    refuse({ message: `${path} exports no kind`, hint });
  } else if (found === undefined) {
    const names = kinds.map(({ name }) => name);
    const near = nearest(kind, names);
    const hint = near === undefined ? `It exports ${names.join(", ")}.` : `Did you mean --kind ${near}?`;
    refuse({ message: `${path} exports no kind ${kind}`, hint });
  } else if (found.apiVersion !== apiVersionOf(resource) || found.kind !== kind) {
    const { group, version } = parseApiVersion(found.apiVersion);
    const message = `${path} exports ${found.kind} of ${found.apiVersion}, not ${describeResource(resource)}`;
    refuse({
      message,
      hint: `--group ${group} --version ${version} --kind ${found.kind}, without --external-api-domain`,
    });
  } else if (!found.hasValue) {
    const hint = `The project that defines it must export the value: export const ${kind} = defineKind<${kind}>(…);`;
    refuse({ message: `${path} exports only the type ${kind}, and a controller needs its value`, hint });
  }
}
