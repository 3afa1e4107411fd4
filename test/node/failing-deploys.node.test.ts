/** Deployments that cannot work: the message, its hint, and the time until it appears. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { pushProgram } from "../support/node/image.js";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject } from "../support/node/operator-project.js";

describeNode.concurrent("a deploy that cannot work", (cluster) => {
  const { kubectl } = cluster;

  const projects: OperatorProject[] = [];
  // The last one first.
  afterAll(() => kubectl(["delete", "namespace", ...projects.map(({ namespace }) => namespace), "--ignore-not-found"]));
  afterAll(() => Promise.all(projects.map((project) => project.remove())));

  async function createProject(word: string): Promise<OperatorProject> {
    const project = await createOperatorProject(cluster, word);
    projects.push(project);
    return project;
  }

  function pushInto(project: OperatorProject, program: string): Promise<string> {
    const folder = path.join(project.folder, "image");
    mkdirSync(folder);
    return pushProgram(cluster, folder, `${project.name}:v1`, program);
  }

  /** Returns its last output, without the parts that differ between runs. */
  async function failedDeploy(project: OperatorProject, args: readonly string[]): Promise<string> {
    const start = performance.now();
    const { code, stderr } = await project.tsop(["deploy", "--yes", ...args]);
    expect(code, stderr).toBe(1);
    expect(performance.now() - start).toBeLessThan(110_000);
    return (
      stderr
        .slice(stderr.indexOf("\nerror ") + 1)
        .replaceAll(project.name, "NAME")
        .replaceAll(cluster.registry, "REGISTRY")
        .replace(/(NAME-controller-manager)(-[a-z0-9]{6,10})?-[a-z0-9]{5}(?=\W)/g, "$1-POD")
        .replace(/(NAME-controller-manager)-[a-z0-9]{8,10}(?=\W)/g, "$1-SET")
        // A cluster without names warns of each Pod; one that is busy mounts the volumes of a new namespace at the second attempt.
        .replace(/ *(MissingClusterDNS|FailedMount|FailedScheduling) .*\n/g, "")
        .replace(/ {2}events:\n(?! {4})/, "")
    );
  }

  function addResource(project: OperatorProject, file: string, yaml: string): void {
    project.write(`config/default/${file}`, yaml);
    const kustomization = project.read("config/default/kustomization.yaml");
    project.write("config/default/kustomization.yaml", kustomization.replace(/^resources:$/m, `resources:\n- ${file}`));
  }

  const wayOut =
    "  The applied objects remain: repeat the command when you have fixed the problem, or delete them with `npm run undeploy`.\n";
  const deployment = "Deployment NAME-system/NAME-controller-manager";

  test("an image that no registry has", async () => {
    const project = await createProject("noimage");
    const text = await failedDeploy(project, [
      "--img",
      `${cluster.registry}/${project.name}:gone`,
      "--timeout",
      "100s",
    ]);
    expect(text).toMatch(
      new RegExp(
        [
          `^error deploy/not-ready: ${deployment} will not become ready`,
          `  ${deployment}: 0/1 ready`,
          "  pod NAME-controller-manager-POD \\(container manager\\): (ErrImagePull|ImagePullBackOff): .*REGISTRY/NAME:gone.* not found",
          "  Push the image REGISTRY/NAME:gone, or correct its name \\(--img\\); a private registry needs `imagePullSecrets`.",
          wayOut,
        ].join("\n"),
      ),
    );
  });

  test("a quota of the namespace", async () => {
    const project = await createProject("quota");
    // Enforced from the moment that its controller has looked at it, which may be after the first pod.
    await kubectl(["create", "namespace", project.namespace]);
    await kubectl(["create", "quota", `${project.name}-small`, "--hard=pods=0", "--namespace", project.namespace]);
    const quota = `resourcequota/${project.name}-small`;
    await kubectl(["wait", quota, "--for=jsonpath={.status.hard.pods}=0", "--namespace", project.namespace]);
    const text = await failedDeploy(project, ["--img", `${cluster.registry}/${project.name}:v1`, "--timeout", "100s"]);
    expect(text).toBe(
      [
        `error deploy/not-ready: ${deployment} will not become ready`,
        `  ${deployment}: 0/1 pods have the new version`,
        `  ${deployment}: FailedCreate: pods "NAME-controller-manager-POD" is forbidden: exceeded quota: NAME-small, requested: pods=1, used: pods=0, limited: pods=0`,
        "  Raise the ResourceQuota of the namespace, or lower the resource requests of the workload.",
        wayOut,
      ].join("\n"),
    );
  });

  test("an operator that crashes on its start", async () => {
    const project = await createProject("crash");
    const program = 'console.log("reading settings");\nthrow new Error("cannot read /etc/demo/settings.yaml");\n';
    const image = await pushInto(project, program);
    const text = await failedDeploy(project, ["--img", image, "--timeout", "100s"]);
    expect(text).toMatch(
      new RegExp(
        [
          `^error deploy/not-ready: ${deployment} (will|did) not become ready.*`,
          `  ${deployment}: 0/1 ready`,
          "  pod NAME-controller-manager-POD \\(container manager\\): \\w+: it ended with exit status 1 and restarted \\d times",
          "  the last lines of NAME-controller-manager-POD \\(container manager\\):",
          "(    .*\n)*    Error: cannot read /etc/demo/settings.yaml",
          "(    .*\n)*  Fix the error in its last lines, rebuild and push the image, and deploy again.",
          wayOut,
        ].join("\n"),
      ),
    );
  });

  test("a webhook that its Pods do not answer", async () => {
    const project = await createProject("hook");
    const program = 'import http from "node:http";\nhttp.createServer((_, answer) => answer.end("ok")).listen(8081);\n';
    const image = await pushInto(project, program);
    addResource(project, "webhook.yaml", webhook(project.name, project.group));
    const text = await failedDeploy(project, ["--img", image, "--timeout", "40s"]);
    expect(text).toMatch(
      /^error deploy\/webhook-down: the operator did not serve the webhooks of ValidatingWebhookConfiguration NAME-validating at Service NAME-system\/NAME-webhook-service.*\n {2}Pod NAME-controller-manager-POD: .*/,
    );
    expect(text).toContain("tsop did not add the new webhooks");
  });

  test("a user with few rights hears of all that are missing, before anything is changed", async () => {
    const project = await createProject("poor");
    const { namespace, name } = project;
    await kubectl(["create", "namespace", namespace]);
    await kubectl(["create", "serviceaccount", "poor", "-n", namespace]);
    const subject = `--serviceaccount=${namespace}:poor`;
    await kubectl(["create", "rolebinding", "poor", "--clusterrole=edit", subject, "-n", namespace]);
    const token = (await kubectl(["create", "token", "poor", "-n", namespace])).trim();
    const config = JSON.parse(
      await kubectl(["config", "view", "--raw", "--flatten", "--minify", "-o", "json"]),
    ) as Config;
    const users = config.users.map((user) => ({ ...user, user: { token } }));
    const kubeconfig = path.join(project.folder, "poor.json");
    writeFileSync(kubeconfig, JSON.stringify({ ...config, users }), { mode: 0o600 });
    const text = await failedDeploy(project, ["--kubeconfig", kubeconfig, "--img", `${cluster.registry}/${name}:v1`]);
    expect(text).toBe(
      [
        "error cluster/forbidden: user system:serviceaccount:NAME-system:poor lacks permissions for 14 objects:",
        "  get, create, patch customresourcedefinitions.apiextensions.k8s.io (bars.foo.NAME.abc.com)",
        "  create, patch namespaces (NAME-system)",
        "  get, create, patch clusterroles.rbac.authorization.k8s.io (NAME-bar-admin-role, NAME-bar-editor-role, NAME-bar-viewer-role and 3 more)",
        "  get, create, patch roles.rbac.authorization.k8s.io in namespace NAME-system (NAME-leader-election-role, NAME-metrics-certificate-role)",
        "  get, create, patch clusterrolebindings.rbac.authorization.k8s.io (NAME-manager-rolebinding, NAME-metrics-auth-rolebinding)",
        "  get, create, patch rolebindings.rbac.authorization.k8s.io in namespace NAME-system (NAME-leader-election-rolebinding, NAME-metrics-certificate-rolebinding)",
        "  The permissions of your kubeconfig's user are missing, not those of the operator. Ask an administrator of the cluster for them, or choose another context with --context NAME.",
        "1 error; nothing was changed.",
        "",
      ].join("\n"),
    );
  });
});

interface Config {
  readonly users: readonly object[];
}

function webhook(name: string, group: string): string {
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: validating
webhooks:
- name: vbar.abc.com
  admissionReviewVersions: [v1]
  sideEffects: None
  timeoutSeconds: 2
  clientConfig: {service: {name: ${name}-webhook-service, namespace: ${name}-system, path: /validate}}
  rules: [{apiGroups: [${group}], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [bars]}]
---
apiVersion: v1
kind: Service
metadata: {name: webhook-service, namespace: system}
spec: {ports: [{port: 443, targetPort: 9443}], selector: {control-plane: controller-manager}}
---
apiVersion: ${group}/v1
kind: Bar
metadata: {name: first, namespace: system}
spec: {text: first}
`;
}
