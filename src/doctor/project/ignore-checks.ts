import ignore from "ignore";
import { admittedPaths, ignoreRules } from "../../images/dockerignore.js";
import { failure, type Findings, info, ok, warning } from "../finding.js";
import type { ProjectFacts } from "./project-facts.js";

export function checkDockerfile({ dockerfile, dockerignore: text }: ProjectFacts): Findings {
  if (dockerfile === undefined) return info("there is no Dockerfile", "tsop needs a Dockerfile to build an image.");
  const copied = copiedPaths(dockerfile);
  const copiesBundle = copied.some((source) => /^(?:\.\/)?dist(?:\/|$)|^\.\/?$/.test(source));
  if (!copiesBundle) return info("the Dockerfile does not copy dist/: it builds its own bundle");
  const unreadable = ignoreRules(text ?? "").find((rule) => keepsBundle([rule]) === undefined);
  if (unreadable !== undefined) {
    return warning(
      `tsop cannot parse the line ${JSON.stringify(unreadable)}, so it cannot check that the image receives dist/main.js`,
      "Write the line without brackets.",
      { file: ".dockerignore" },
    );
  }
  if (text === undefined || keepsBundle(ignoreRules(text)) === false)
    return ok(".dockerignore allows the files that the Dockerfile copies");
  return failure(
    ".dockerignore excludes dist/main.js, which the Dockerfile copies",
    "Add this line at the end: !dist/**/*.js",
    {
      file: ".dockerignore",
    },
  );
}

/**
 * Returns whether rules exclude the bundle from the image. Returns undefined if the library cannot convert a rule to a
 * regular expression.
 */
function keepsBundle(rules: string[]): boolean | undefined {
  try {
    return admittedPaths(rules, ["dist/main.js"]).length === 0;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns the paths that `COPY` and `ADD` copy from the folder. Omits copies from another stage. */
function copiedPaths(dockerfile: string): string[] {
  const lines = dockerfile.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/);
  return lines.flatMap((line) => {
    const match = /^\s*(?:COPY|ADD)\s(.*)$/i.exec(line);
    if (match === null || /--from=/.test(line)) return [];
    const words = (match[1] ?? "")
      .replaceAll(/["[\],]/g, " ")
      .split(/\s+/)
      .filter((word) => word !== "" && !word.startsWith("--"));
    return words.slice(0, -1);
  });
}

const privatePaths = [
  { path: ".tsop/kubeconfig", why: "it contains files of this machine, such as kubeconfigs" },
  { path: "node_modules/tsop/package.json", why: "it contains packages" },
  { path: "dist/main.js", why: "it is generated" },
];

export function checkGitignore({ gitignores }: ProjectFacts): Findings {
  if (gitignores === undefined) return [];
  const rules = gitignores.map(({ prefix, text }) => ({ prefix, ignored: ignore().add(ignoreRules(text)) }));
  const open = privatePaths.filter(({ path }) => !rules.some(({ prefix, ignored }) => ignored.ignores(prefix + path)));
  if (open.length === 0) return ok(".gitignore excludes generated and private files");
  return open.map(({ path, why }) => {
    const folder = `${path.split("/")[0] ?? path}/`;
    return warning(`git would commit ${folder}: ${why}`, `Add this line: ${folder}`, { file: ".gitignore" });
  });
}
