import { describe, expect, test } from "vitest";
import { expandWord } from "../../src/images/expand-variables.js";
import { readDockerfile } from "../../src/images/read-dockerfile.js";

const read = (text: string, args: Readonly<Record<string, string>> = {}) =>
  readDockerfile(text, new Map(Object.entries(args)));

describe("a Dockerfile", () => {
  test("of the scaffold is a base image, one copy, and settings", () => {
    const text =
      'ARG BASE_IMAGE=a:1\nFROM ${BASE_IMAGE}\nCOPY dist/ /dist/\nUSER 65532:65532\nENV NODE_ENV=production\n# note\nCMD ["/dist/main.js"]\n';
    expect(read(text)).toEqual({
      base: "a:1",
      platform: undefined,
      steps: [
        {
          kind: "copy",
          text: "COPY dist/ /dist/",
          copy: { sources: ["dist/"], target: "/dist/", owner: { uid: 0, gid: 0 }, mode: undefined },
        },
        { kind: "setting", text: "USER 65532:65532" },
        { kind: "setting", text: "ENV NODE_ENV=production" },
        { kind: "setting", text: 'CMD ["/dist/main.js"]' },
      ],
      settings: {
        user: "65532:65532",
        cmd: ["/dist/main.js"],
        env: new Map([["NODE_ENV", "production"]]),
        labels: new Map(),
        exposedPorts: [],
      },
    });
    expect(read(text, { BASE_IMAGE: "b:2" }).base).toBe("b:2");
  });

  test("has variables with a scope, as docker has them", () => {
    const text = [
      "ARG VERSION=1",
      "FROM --platform=linux/${ARCH:-arm64} base:${VERSION}",
      "ARG VERSION",
      "ARG NAME=app",
      "ENV HOME_DIR=/srv/$NAME OTHER=\\$NAME",
      'LABEL "my.version"="v${VERSION}" missing=${GONE}',
      "WORKDIR $HOME_DIR",
      "WORKDIR data",
      "COPY --chown=1000 --chmod=755 a b ./",
    ].join("\n");
    const { base, platform, settings, steps } = read(text);
    expect([base, platform]).toEqual(["base:1", "linux/arm64"]);
    expect(settings.env).toEqual(
      new Map([
        ["HOME_DIR", "/srv/app"],
        ["OTHER", "$NAME"],
      ]),
    );
    expect(settings.labels).toEqual(
      new Map([
        ["my.version", "v1"],
        ["missing", ""],
      ]),
    );
    expect(settings.workingDir).toBe("/srv/app/data");
    expect(steps.at(-1)).toMatchObject({
      copy: { sources: ["a", "b"], target: "/srv/app/data/./", owner: { uid: 1000, gid: 1000 }, mode: 0o755 },
    });
  });

  test.each([
    ['FROM a\nENTRYPOINT ["/x"]', { entrypoint: ["/x"], cmd: [] }],
    ['FROM a\nCMD ["b"]\nENTRYPOINT ["/x"]', { entrypoint: ["/x"], cmd: ["b"] }],
    ["FROM a\nCMD node  main.js", { cmd: ["/bin/sh", "-c", "node  main.js"] }],
    ["FROM a\nEXPOSE 80 53/udp", { exposedPorts: ["80/tcp", "53/udp"] }],
    ["FROM a\nSTOPSIGNAL SIGINT", { stopSignal: "SIGINT" }],
    ["FROM a\nUSER app\n", { user: "app" }],
  ])("%j", (text, settings) => {
    expect(read(text).settings).toMatchObject(settings);
  });

  test.each([
    ["", "Dockerfile: it has no FROM"],
    ["FROM scratch", "Dockerfile:1: an operator needs Node, and scratch contains no program"],
    ["FROM a\n\nRUN \\\n  x", "Dockerfile:3: RUN runs a program, which needs a container tool"],
    ["FROM a\nHEALTHCHECK NONE", "Dockerfile:2: tsop does not support HEALTHCHECK without a container tool"],
    ["FROM a\nCOPY --from=b /x /x", "Dockerfile:2: tsop does not support --from=b"],
    ["FROM a\nCOPY *.js /x/", "Dockerfile:2: COPY *.js: tsop copies only files and folders by name"],
    ["FROM a\nADD https://x.org/a /a", "Dockerfile:2: ADD https://x.org/a: tsop copies only files and folders by name"],
    ["FROM a\nADD a.tar.gz /", "Dockerfile:2: ADD a.tar.gz: tsop copies only files and folders by name"],
    ["FROM a\nCOPY a", "Dockerfile:2: COPY needs a source and a target"],
    [
      "FROM a\nCOPY --chown=node a /a",
      "Dockerfile:2: --chown=node: tsop needs numbers, because names are defined in the image",
    ],
    ["FROM a\nCOPY --chmod=u+x a /a", "Dockerfile:2: --chmod=u+x is not an octal number"],
    ["FROM a\nUSER", "Dockerfile:2: USER needs one value"],
    ["FROM a\nENV A=${B:?no}", "Dockerfile:2: tsop cannot expand the variables in ${B:?no}"],
    ['FROM a\nLABEL a="b\\\n c"', "Dockerfile:2: the value of a extends over several lines"],
  ])("%j needs a tool", (text, message) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: "image/needs-tool", message }) as Error);
  });
});

test("a very long Dockerfile needs a tool", () => {
  expect(() => read(`FROM a\n#${"x".repeat(300_000)}`)).toThrow("Dockerfile: it is longer than 256 KiB");
});

test.each([
  ["$A-${A}-${A:-x}-${A:+y}", "1-1-1-y"],
  ["${B:-x}${B:+y}$B", "x"],
  ["\\$A $ $1", "$A $ $1"],
  ['"$A \\"q\\" \\$A" b', '1 "q" $A b'],
  ["'$A'", "$A"],
  ["a\\ b", "a b"],
  ['"', '"'],
  ["${", "${"],
  ["${}", undefined],
  ["${A?}", undefined],
])("%j is %j", (text, expected) => {
  expect(expandWord(text, new Map([["A", "1"]]))).toBe(expected);
});
