import semver from "semver";
import { withoutPasswords } from "../../core/without-passwords.js";
import { type Check, failure, type Finding, type Findings, info, ok, warning } from "../finding.js";
import type { ContainerTool, MachineFacts, Place } from "./machine-facts.js";

export const machineChecks: readonly Check<MachineFacts>[] = [
  { id: "machine/node", what: "Node's version, against what tsop, the project and the image want", run: checkNode },
  { id: "machine/npm", what: "the package manager of the project's lockfile", run: checkPackageManager },
  {
    id: "machine/container-tools",
    what: "docker, podman, buildah, nerdctl: any of them builds images",
    run: checkTools,
  },
  { id: "machine/envtest", what: "KUBEBUILDER_ASSETS, where it is set", run: checkAssets },
  { id: "machine/proxy", what: "HTTPS_PROXY and HTTP_PROXY, where they are set", run: checkProxies },
  { id: "machine/ca-certs", what: "NODE_EXTRA_CA_CERTS, where it is set", run: checkExtraCerts },
  {
    id: "machine/disk",
    what: "room for files, and the right to write them",
    run: ({ places }) => places.map(checkPlace),
  },
  { id: "machine/ports", what: "the port of health probes, where an operator runs here", run: checkPorts },
];

function checkNode({ node, engines, projectEngines, imageNode }: MachineFacts): Findings {
  const wanted = [
    { who: "tsop", range: engines },
    ...(projectEngines === undefined ? [] : [{ who: "package.json", range: projectEngines }]),
  ];
  const findings = wanted.flatMap(({ who, range }): Findings => {
    if (semver.validRange(range) === null) {
      return warning(`engines.node ${JSON.stringify(range)} is no range of versions`, 'Write it as ">=20.19".', {
        file: "package.json",
      });
    }
    if (semver.satisfies(node, range, { includePrerelease: true })) return [];
    return failure(
      `Node ${node} runs here, and ${who} wants ${range}`,
      "Install a newer Node, such as the present LTS.",
    );
  });
  if (findings.length > 0) return findings;
  const own = semver.major(node);
  if (imageNode !== undefined && !semver.satisfies(`${imageNode}.999.0`, engines)) {
    const hint = `tsop wants Node ${engines}: take a newer base image.`;
    return failure(`the Dockerfile's image has Node ${imageNode}`, hint, { file: "Dockerfile" });
  }
  if (imageNode !== undefined && own - imageNode >= 2) {
    const hint = "What works here may lack something there: take a newer base image.";
    return warning(`Node ${node} runs here, and Node ${imageNode} in the image`, hint, { file: "Dockerfile" });
  }
  const image = imageNode === undefined || imageNode === own ? "" : `; the image has Node ${imageNode}`;
  return ok(`Node ${node}${image}`);
}

function checkPackageManager({ packageManager: { name, version } }: MachineFacts): Findings {
  if (version !== undefined) return ok(`${name} ${version}`);
  const hint =
    name === "npm" ? "It comes with Node: install it anew." : `The project has a lockfile of ${name}: install it.`;
  return failure(`${name} is not on the PATH`, hint);
}

function checkTools({ containerTools }: MachineFacts): Findings {
  if (containerTools.length === 0) {
    return info(
      "none of docker, podman, buildah, nerdctl is installed",
      "Building an image needs one of them; all else does without.",
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
    return warning(`${name} ${version}, whose engine does not answer`, `Start it; \`${name} version\` says more.`);
  return ok(`${name} ${version}`);
}

function checkAssets({ assets }: MachineFacts): Findings {
  if (assets === undefined) return [];
  const { folder, isThere, missing } = assets;
  const hint =
    "Correct KUBEBUILDER_ASSETS, fetch a folder with `tsop envtest setup`, or unset it: then tests run on the embedded API server.";
  if (!isThere) return failure(`KUBEBUILDER_ASSETS names ${folder}, which is not there`, hint);
  if (missing.length > 0)
    return failure(`KUBEBUILDER_ASSETS: there is no program ${missing.join(", ")} in ${folder}`, hint);
  return ok(`KUBEBUILDER_ASSETS has etcd and kube-apiserver`);
}

function checkProxies({ proxies }: MachineFacts): Findings {
  return proxies.map(({ variable, value, state }) => {
    const shown = value.includes("://") ? withoutPasswords(value) : withoutPasswords(`://${value}`).slice("://".length);
    if (state === "answers") return ok(`${variable} ${shown} answers`);
    if (state === "invalid") {
      return failure(
        `${variable} ${JSON.stringify(shown)} is not an HTTP proxy`,
        "Write it as http://HOST:PORT, or unset it.",
      );
    }
    return failure(
      `nobody answers at ${shown}, which ${variable} names`,
      "Start or correct the proxy, or unset the variable; NO_PROXY excepts hosts.",
    );
  });
}

function checkExtraCerts({ extraCerts }: MachineFacts): Findings {
  if (extraCerts === undefined) return [];
  const { file, state } = extraCerts;
  if (state === "fine") return ok(`NODE_EXTRA_CA_CERTS ${file}`);
  const why = state === "missing" ? "which cannot be read" : "which has no certificate in PEM";
  return failure(
    `NODE_EXTRA_CA_CERTS names ${file}, ${why}`,
    "Node goes on without it, and refuses the servers that it is for: correct the path, or unset it.",
  );
}

/** The threshold for scarce disk space. A bundle and its packages need far less; npm's cache needs more. */
const scarceBytes = 500_000_000;
const fullBytes = 20_000_000;

function checkPlace({ what, path, isWritable, freeBytes }: Place): Finding {
  if (!isWritable)
    return failure(
      `${what}, ${path}, cannot be written to`,
      "Correct its permissions, or who you are; TMPDIR names the one for temporary files.",
    );
  if (freeBytes === undefined) return ok(`${what} can be written to`);
  const free = showBytes(freeBytes);
  const hint = "Remove what is not needed: images, caches (`npm cache clean --force`).";
  if (freeBytes < fullBytes) return failure(`${what}, ${path}, is full: ${free} are left`, hint);
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
      `port ${port} is taken, where an operator serves ${use}`,
      "`npm start` needs another one then: npm start -- --health-probe-bind-address :8082",
    ),
  );
}
