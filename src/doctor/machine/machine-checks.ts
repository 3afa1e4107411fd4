import semver from "semver";
import { withoutPasswords } from "../../core/without-passwords.js";
import { type Check, failure, type Finding, type Findings, info, ok, warning } from "../finding.js";
import type { ContainerTool, MachineFacts, Place } from "./machine-facts.js";

export const machineChecks: readonly Check<MachineFacts>[] = [
  { id: "machine/node", what: "the version of Node satisfies tsop, the project and the image", run: checkNode },
  { id: "machine/npm", what: "the package manager of the project's lockfile", run: checkPackageManager },
  {
    id: "machine/container-tools",
    what: "a tool to build images: docker, podman, buildah or nerdctl",
    run: checkTools,
  },
  { id: "machine/envtest", what: "KUBEBUILDER_ASSETS, if set", run: checkAssets },
  { id: "machine/proxy", what: "HTTPS_PROXY and HTTP_PROXY, if set", run: checkProxies },
  { id: "machine/ca-certs", what: "NODE_EXTRA_CA_CERTS, if set", run: checkExtraCerts },
  {
    id: "machine/disk",
    what: "free disk space and write permission",
    run: ({ places }) => places.map(checkPlace),
  },
  { id: "machine/ports", what: "the port that an operator on this machine uses for health probes", run: checkPorts },
];

function checkNode({ node, engines, projectEngines, imageNode }: MachineFacts): Findings {
  const wanted = [
    { who: "tsop", range: engines },
    ...(projectEngines === undefined ? [] : [{ who: "package.json", range: projectEngines }]),
  ];
  const findings = wanted.flatMap(({ who, range }): Findings => {
    if (semver.validRange(range) === null) {
      return warning(`engines.node ${JSON.stringify(range)} is not a version range`, 'Write it as ">=20.19".', {
        file: "package.json",
      });
    }
    if (semver.satisfies(node, range, { includePrerelease: true })) return [];
    return failure(
      `this machine has Node ${node}, but ${who} requires ${range}`,
      "Install a newer Node, such as the current LTS version.",
    );
  });
  if (findings.length > 0) return findings;
  const own = semver.major(node);
  if (imageNode !== undefined && !semver.satisfies(`${imageNode}.999.0`, engines)) {
    const hint = `tsop requires Node ${engines}: use a newer base image.`;
    return failure(`the Dockerfile's image has Node ${imageNode}`, hint, { file: "Dockerfile" });
  }
  if (imageNode !== undefined && own - imageNode >= 2) {
    const hint = "Code that works on this machine may fail in the image: use a newer base image.";
    return warning(`this machine has Node ${node}, but the image has Node ${imageNode}`, hint, { file: "Dockerfile" });
  }
  const image = imageNode === undefined || imageNode === own ? "" : `; the image has Node ${imageNode}`;
  return ok(`Node ${node}${image}`);
}

function checkPackageManager({ packageManager: { name, version } }: MachineFacts): Findings {
  if (version !== undefined) return ok(`${name} ${version}`);
  const hint =
    name === "npm" ? "npm is part of Node: reinstall Node." : `The project has a lockfile of ${name}: install ${name}.`;
  return failure(`${name} is not on the PATH`, hint);
}

function checkTools({ containerTools }: MachineFacts): Findings {
  if (containerTools.length === 0) {
    return info(
      "none of docker, podman, buildah, nerdctl is installed",
      "tsop builds and pushes images itself. A Dockerfile with RUN needs one of them.",
    );
  }
  const findings = containerTools.map(checkTool);
  const works = containerTools.some(({ engine }) => engine !== false);
  return works
    ? findings.map((finding) => ({ ...finding, status: finding.status === "warning" ? "info" : finding.status }))
    : findings;
}

function checkTool({ name, version, engine }: ContainerTool): Finding {
  if (engine === false)
    return warning(`the engine of ${name} ${version} does not respond`, `Start it; \`${name} version\` shows more.`);
  return ok(`${name} ${version}`);
}

function checkAssets({ assets }: MachineFacts): Findings {
  if (assets === undefined) return [];
  const { folder, isThere, missing } = assets;
  const hint =
    "Correct KUBEBUILDER_ASSETS, download the binaries with `tsop envtest setup`, or unset the variable to run the tests on the embedded API server.";
  if (!isThere) return failure(`KUBEBUILDER_ASSETS: the folder ${folder} does not exist`, hint);
  if (missing.length > 0)
    return failure(`KUBEBUILDER_ASSETS: the folder ${folder} does not contain ${missing.join(", ")}`, hint);
  return ok(`KUBEBUILDER_ASSETS has etcd and kube-apiserver`);
}

function checkProxies({ proxies }: MachineFacts): Findings {
  return proxies.map(({ variable, value, state }) => {
    const shown = value.includes("://") ? withoutPasswords(value) : withoutPasswords(`://${value}`).slice("://".length);
    if (state === "answers") return ok(`${variable}: the proxy ${shown} responds`);
    if (state === "invalid") {
      return failure(
        `${variable} ${JSON.stringify(shown)} is not an HTTP proxy`,
        "Set the variable to http://HOST:PORT, or unset it.",
      );
    }
    return failure(
      `${variable}: the proxy ${shown} does not respond`,
      "Start the proxy, or correct or unset the variable; NO_PROXY excludes hosts.",
    );
  });
}

function checkExtraCerts({ extraCerts }: MachineFacts): Findings {
  if (extraCerts === undefined) return [];
  const { file, state } = extraCerts;
  if (state === "fine") return ok(`NODE_EXTRA_CA_CERTS ${file}`);
  const why = state === "missing" ? "which tsop cannot read" : "which contains no PEM certificate";
  return failure(
    `NODE_EXTRA_CA_CERTS names ${file}, ${why}`,
    "Node ignores the file and rejects servers with these certificates: correct the path, or unset the variable.",
  );
}

/** The threshold for scarce disk space. A bundle and its packages need far less; npm's cache needs more. */
const scarceBytes = 500_000_000;
const fullBytes = 20_000_000;

function checkPlace({ what, path, isWritable, freeBytes }: Place): Finding {
  if (!isWritable)
    return failure(
      `${what}, ${path}, is not writable`,
      "Correct its permissions, or run tsop as another user; TMPDIR sets the folder for temporary files.",
    );
  if (freeBytes === undefined) return ok(`${what} is writable`);
  const free = showBytes(freeBytes);
  const hint = "Delete files that you do not need, such as images and caches (`npm cache clean --force`).";
  if (freeBytes < fullBytes) return failure(`${what}, ${path}, is full: ${free} left`, hint);
  if (freeBytes < scarceBytes) return warning(`${what}, ${path}, has ${free} left`, hint);
  return ok(`${what} has ${free} left`);
}

function showBytes(bytes: number): string {
  return bytes >= 1e9 ? `${Math.floor(bytes / 1e9)} GB` : `${Math.floor(bytes / 1e6)} MB`;
}

function checkPorts({ ports }: MachineFacts): Findings {
  const taken = ports.filter(({ isFree }) => !isFree);
  if (taken.length === 0) return [];
  return taken.map(({ port, use }) =>
    warning(
      `port ${port}, which an operator uses for ${use}, is in use`,
      "Use another port: npm start -- --health-probe-bind-address :8082",
    ),
  );
}
