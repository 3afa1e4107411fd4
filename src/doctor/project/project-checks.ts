import { annotationLimit } from "../../kube/last-applied.js";
import {
  type Check,
  failure,
  type Finding,
  type Findings,
  findingsOf,
  info,
  ok,
  skipped,
  warning,
} from "../finding.js";
import { checkKinds, checkMarkers } from "./code-checks.js";
import { checkDockerfile, checkGitignore } from "./ignore-checks.js";
import { checkPackageJson, checkPackages, checkTypescript } from "./package-checks.js";
import { isOutside, type ProjectFacts } from "./project-facts.js";

const inside: readonly Check<ProjectFacts>[] = [
  { id: "project/file", what: "this version of tsop can read PROJECT", run: checkProject },
  { id: "project/interrupted", what: "no command was killed while it wrote files", run: checkInterrupted },
  {
    id: "project/package-json",
    what: "package.json has the scripts and a tsop that npm can install",
    run: checkPackageJson,
  },
  {
    id: "project/packages",
    what: "node_modules contains the packages, and the tsop that package.json requires",
    run: checkPackages,
  },
  { id: "project/typescript", what: "tsconfig.json and the compiler", run: checkTypescript },
  { id: "project/insertion-points", what: "main.ts has the lines where `tsop create` inserts code", run: checkMarkers },
  { id: "project/kinds", what: "PROJECT lists the kinds that the sources declare", run: checkKinds },
  { id: "project/manifests", what: "the generated files match the sources", run: checkManifests },
  { id: "project/render", what: "tsop can render config/default", run: checkRender },
  { id: "project/image", what: "the image that `tsop deploy` would use", run: checkImage },
  { id: "project/crd-size", what: "`kubectl apply` can install the CRDs", run: checkCrdSize },
  { id: "project/dockerfile", what: ".dockerignore allows the files that the Dockerfile copies", run: checkDockerfile },
  { id: "project/gitignore", what: ".gitignore excludes generated and private files", run: checkGitignore },
];

/** Outside a project, only the first check reports this, and the other checks report nothing. */
export const projectChecks: readonly Check<ProjectFacts>[] = inside.map((check, index) => ({
  ...check,
  run: (facts) => {
    const outside = isOutside(facts);
    if (outside === undefined || facts.packageJson?.dependencies.has("tsop") === true) return check.run(facts);
    return index === 0 ? [{ ...info(outside.message, outside.hint), status: "skipped" as const }] : [];
  },
}));

function checkProject({ project }: ProjectFacts): Findings {
  if (project.kind === "failed") return findingsOf(project.error);
  const { projectName, domain, resources } = project.value;
  const count = `${resources.length} ${resources.length === 1 ? "kind" : "kinds"}`;
  return ok(`PROJECT: ${projectName}, domain ${domain}, ${count}`);
}

function checkInterrupted({ interrupted }: ProjectFacts): Findings {
  if (interrupted.kind === "failed") return findingsOf(interrupted.error);
  if (interrupted.value === undefined) return [];
  const { journal, isRunning } = interrupted.value;
  const files = `${journal.entries.length} ${journal.entries.length === 1 ? "file" : "files"}`;
  if (isRunning) return info(`another tsop command (process ${journal.pid}) is writing to this project now`);
  return warning(
    `a command (process ${journal.pid} on ${journal.host}) was interrupted while it wrote ${files}`,
    "The next command that writes files undoes its changes: npm run manifests",
    { file: ".tsop/journal.json" },
  );
}

function checkManifests({ project, drift }: ProjectFacts): Findings {
  if (project.kind === "failed") return []; // another check has reported it
  if (drift.kind === "failed") return findingsOf(drift.error, "failure", "npm run manifests");
  const { changes, warnings } = drift.value;
  const missing = changes.filter(({ isMissing }) => isMissing).map(({ path }) => path);
  const edited = changes.filter(({ isMissing }) => !isMissing).map(({ path }) => path);
  const stale = [
    ...outOfDate(missing, (files) => `not generated yet: ${files}`),
    ...outOfDate(edited, (files) => `not up to date with the sources: ${files}`),
  ];
  const warned =
    warnings === 0
      ? []
      : [
          warning(
            `the sources have ${warnings} ${warnings === 1 ? "warning" : "warnings"}`,
            "`npm run manifests` shows them.",
          ),
        ];
  if (stale.length > 0) return [...stale, ...warned];
  return warned.length > 0 ? warned : [ok("generated files are up to date")];
}

function outOfDate(files: readonly string[], message: (files: string) => string): Finding[] {
  if (files.length === 0) return [];
  const hint = "Run `npm run manifests` and commit.";
  return [{ ...failure(message(files.join(", ")), hint), code: "manifests/out-of-date" }];
}

function checkRender({ rendered }: ProjectFacts): Findings {
  if (rendered.kind === "failed") return findingsOf(rendered.error);
  return ok(`config/default renders ${rendered.value.length} objects`);
}

function checkImage({ rendered, image, rememberedImage }: ProjectFacts): Findings {
  if (rendered.kind === "failed") return skipped("the image: tsop cannot render config/default");
  if (image !== undefined) return ok(`image: ${image}`);
  if (rememberedImage !== undefined) {
    const { image: name, built, pushed } = rememberedImage;
    if (built !== undefined && pushed === undefined) {
      return info(
        `image: ${name}, built on this machine and not pushed`,
        "A cluster on another machine needs the image in a registry: npm run docker-push",
      );
    }
    return ok(`image: ${name}, as in the last build or deployment`);
  }
  const hint = "Set it at the first build or deployment: --img registry.example.com/demo:v0.1.0, or export IMG=…";
  return info("the operator has no image name yet", hint);
}

function checkCrdSize({ crds }: ProjectFacts): Findings {
  if (crds.kind === "failed") return crds.error.code === "cluster/no-crds" ? [] : findingsOf(crds.error);
  return crds.value.flatMap((crd) => {
    const bytes = Buffer.byteLength(JSON.stringify(crd));
    if (bytes <= annotationLimit) return [];
    const message = `the CRD ${crd.metadata.name} has ${Math.ceil(bytes / 1024)} kB: \`kubectl apply\` cannot install it`;
    const hint = "Use tsop or `kubectl apply --server-side`, or make it smaller with @maxDescLen 0.";
    return { ...warning(message, hint), code: "crd/too-large" as const };
  });
}
