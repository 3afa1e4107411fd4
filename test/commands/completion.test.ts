import path from "node:path";
import { describe, expect, test } from "vitest";
import { globalInput } from "../../src/cli/program/program.js";
import { completion } from "../../src/commands/completion.js";
import { answerCompletion, joinBroken } from "../../src/commands/completion/answer.js";
import { shells } from "../../src/commands/completion/scripts.js";
import { commands } from "../../src/commands/declared/all.js";
import { refusalOf } from "../support/refusal.js";
import { tempFolder } from "../support/temp-folder.js";

const projectFile = `domain: abc.com
layout:
- typescript.tsop.dev/v1
projectName: demo
resources:
- api: { crdVersion: v1, namespaced: true }
  controllers:
  - name: bar
  - name: bar-backup
  domain: abc.com
  group: foo
  kind: Bar
  path: api/v1
  version: v1
- domain: abc.com
  group: web
  kind: Site
  path: api/v2
  version: v2
version: "3"
`;

const kubeconfig = `apiVersion: v1
kind: Config
contexts:
- name: kind-dev
  context: { cluster: a, user: a }
- name: arn:aws:eks:eu-1:12:cluster/prod
  context: { cluster: a, user: a }
- name: "odd; touch /tmp/x"
  context: { cluster: a, user: a }
`;

const root = tempFolder({
  PROJECT: projectFile,
  "config.yaml": kubeconfig,
  "broken.yaml": "contexts: 1\n",
  "config/crd/bases/foo.abc.com_bars.yaml": "",
  "config/crd/bases/README.md": "",
  "config/crd/migrated/foo.abc.com_olds.yaml": "",
});

/** Returns the completed words for a command line whose last word is under the cursor. */
async function completed(line: string, { cwd = root, shell = "zsh", env = {} } = {}): Promise<string[]> {
  const words = line.split(" ");
  const args = [shell, `=${words.at(-1) ?? ""}`, ...words.slice(0, -1)];
  const answer = await answerCompletion(args, globalInput.flags, { cwd, env });
  return answer
    .split("\n")
    .slice(0, -1)
    .map((each) => each.split("\t")[0] ?? "");
}

describe("the completion", () => {
  test.each<[string, readonly string[]]>([
    ["cre", ["create"]],
    ["create ", ["api", "webhook", "apiserver"]],
    ["-C . create w", ["webhook"]],
    ["create api --storage", ["--storage-version"]],
    ["create api --kind ", ["Bar", "Site"]],
    ["create api --kind=", ["--kind=Bar", "--kind=Site"]],
    ["create api --group web --kind ", ["Site"]],
    ["create api --group web.abc.com --kind ", ["Site"]],
    ["create api --group=foo --version ", ["v1"]],
    ["create api --group we", ["web"]],
    ["create api --group ap", ["apiextensions", "apiregistration", "apps"]],
    ["delete api --group ", ["foo", "web"]],
    ["rename group --from ", ["foo", "web"]],
    ["create api --kind Bar --controller-name ", ["bar", "bar-backup"]],
    ["create api --namespaced=", ["--namespaced=true", "--namespaced=false"]],
    ["--output ", ["text", "json", "sarif"]],
    ["version --output=s", ["--output=sarif"]],
    ["edit --workload ", ["deployment", "daemonset"]],
    ["init --license m", ["mit"]],
    ["docker-build --container-tool b", ["buildah"]],
    ["deploy --kubeconfig config.yaml --context ", ["kind-dev", "arn:aws:eks:eu-1:12:cluster/prod"]],
    ["migrate-storage ", ["bars.foo.abc.com", "olds.foo.abc.com"]],
    ["manifests c", ["crd"]],
    ["completion ", [...shells]],
    ["manual how-to/gr", ["how-to/graph"]],
    ["render ", [":folders"]],
    ["init --license-file ", [":files"]],
    ["deploy --kubeconfig=", [":files"]],
    ["import crd --from-cluster a ", [":files"]],
  ])("of `tsop %s`", async (line, expected) => {
    expect(await completed(line)).toEqual(expected);
  });

  test("offers every flag of a command once", async () => {
    expect(await completed("create api --kind Bar --k")).toEqual([]);
    expect(await completed("create webhook --spoke v1 --spo")).toEqual(["--spoke"]);
    expect(await completed("version --")).toEqual(["--directory", "--output", "--help"]);
  });

  test("offers the first word of every command", async () => {
    const words = new Set(await completed(""));
    for (const { path: name } of commands) expect(words).toContain(name.split(" ")[0]);
  });

  test("reads the kubeconfigs of KUBECONFIG", async () => {
    const env = { KUBECONFIG: ["missing.yaml", path.join(root, "config.yaml")].join(path.delimiter) };
    expect(await completed("deploy --context k", { env })).toEqual(["kind-dev"]);
  });

  test("completes in the folder of -C", async () => {
    expect(await completed(`-C ${root} create api --kind B`, { cwd: tempFolder() })).toEqual(["Bar"]);
  });
});

describe("the completion stays silent", () => {
  test.each([
    ["for an unknown command", "nonsense "],
    ["for an unknown command of a group", "create nonsense "],
    ["for a value that anything can be", "create api --plural "],
    ["for an unknown flag", "create api --nonsense="],
    ["for a broken kubeconfig", "deploy --kubeconfig broken.yaml --context "],
    ["for a kubeconfig that does not exist", "deploy --kubeconfig none --context "],
  ])("%s", async (_, line) => {
    expect(await completed(line)).toEqual([]);
  });

  test.each([
    ["outside a project", {}],
    ["with a broken PROJECT", { PROJECT: "{" }],
    ["with names that a shell would run", { PROJECT: projectFile.replace("kind: Bar", 'kind: "$(touch x)"') }],
  ])("%s", async (_, files) => {
    expect(await completed("create api --group foo --kind ", { cwd: tempFolder(files) })).toEqual([]);
  });

  test("without any argument", async () => {
    expect(await answerCompletion([], globalInput.flags, { cwd: root, env: {} })).toContain("init\t");
  });
});

describe("the words of bash", () => {
  test.each<[readonly string[], readonly string[], number]>([
    [["create", "--kind", "=", "B"], ["create", "--kind=B"], 7],
    [["create", "--kind", "="], ["create", "--kind="], 7],
    [["--context", "arn", ":", "aws", ":", "e"], ["--context", "arn:aws:e"], 8],
    [["create", ""], ["create", ""], 0],
    [["="], ["="], 1],
  ])("%j", (words, joined, start) => {
    expect(joinBroken(words)).toEqual({ words: joined, start });
  });

  test("begin where bash has broken the word", async () => {
    const answer = await answerCompletion(["bash", "=t", "create", "api", "--namespaced", "="], globalInput.flags, {
      cwd: root,
      env: {},
    });
    expect(answer).toBe("true\t\n");
  });
});

describe("tsop completion", () => {
  test.each(["", "tcsh", "Bash"])("refuses %j", async (shell) => {
    const error = await refusalOf(Promise.resolve().then(() => completion({ shell })));
    expect(error.code).toBe("usage/invalid-argument");
    expect(error.hint).toMatch(/^tsop completion /);
  });
});
