import { describe, expect, test } from "vitest";
import { deployedBy } from "../../bench/harness/deployed.js";

const dockerfile = `ARG BASE_IMAGE=gcr.io/distroless/nodejs24-debian12:nonroot
FROM \${BASE_IMAGE}
COPY dist/ /dist/
CMD ["/dist/main.js"]
`;

interface Container {
  readonly name?: string;
  readonly args?: readonly string[];
  readonly env?: readonly object[];
  readonly memory?: string;
}

function manager({ name = "manager", args, env, memory = "512Mi" }: Container = {}): string {
  const container = { name, args, env, resources: { limits: { memory } } };
  const deployment = { kind: "Deployment", spec: { template: { spec: { containers: [container] } } } };
  return `kind: Namespace\n---\n${JSON.stringify(deployment)}\n`;
}

const heap = ["--max-old-space-size=256", "--max-semi-space-size=1"];

describe("how a scaffold runs Node", () => {
  test("is with what Node chooses under the limit of memory", () => {
    expect(deployedBy(dockerfile, manager())).toEqual({ major: 24, flags: heap });
    expect(deployedBy(dockerfile, manager({ args: ["/dist/main.js", "--leader-elect"] })).flags).toEqual(heap);
  });

  test.each([
    ["the image's command", dockerfile.replace('["', '["--jitless", "'), manager(), ["--jitless"]],
    ["the image's options", `${dockerfile}ENV NODE_OPTIONS="--a --b=1"\n`, manager(), ["--a", "--b=1"]],
    ["the Deployment's arguments", dockerfile, manager({ args: ["--a", "/dist/main.js", "--leader-elect"] }), ["--a"]],
    [
      "the Deployment's options, in place of the image's",
      `${dockerfile}ENV NODE_OPTIONS=--a\n`,
      manager({ env: [{ name: "NODE_OPTIONS", value: "--b" }] }),
      ["--b"],
    ],
  ])("is with %s", (_what, image, pod, flags) => {
    expect(deployedBy(image, pod).flags).toEqual([...heap, ...flags]);
  });

  test.each([
    ["an unknown image", dockerfile.replace("nodejs24-", "bun-"), manager(), "does not name the version of Node"],
    ["another limit", dockerfile, manager({ memory: "1Gi" }), "under a limit of 1Gi"],
    ["another program", dockerfile, manager({ args: ["/other.js"] }), "runs /dist/main.js"],
    ["no manager", dockerfile, manager({ name: "sidecar" }), "no container with the name manager"],
  ])("is not known of %s", (_what, image, pod, message) => {
    expect(() => deployedBy(image, pod)).toThrow(message);
  });
});
