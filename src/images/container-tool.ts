/** The programs that build images, and how tsop recognizes them. */
import path from "node:path";

/** The tools, in search order. */
export const containerTools = ["docker", "podman", "buildah", "nerdctl"] as const;

/** The tool whose flags a program accepts. */
export type ContainerTool = (typeof containerTools)[number];

/** An installed program that works. */
export interface ContainerProgram {
  /** The program to run: a name on the PATH, or a path. */
  readonly file: string;
  readonly tool: ContainerTool;
}

/** The builder of an image: a program, or tsop itself. */
export type ImageBuilder = ContainerProgram | { readonly tool: "none" };

/** Returns the tool with the name of a program: `/usr/bin/podman`, `podman-remote`, `docker.exe`. */
export function findTool(file: string): ContainerTool | undefined {
  const name = path
    .basename(file)
    .replace(/\.exe$/i, "")
    .replace(/-remote$/, "");
  return containerTools.find((tool) => tool === name);
}

/** The arguments that check whether a tool works: docker, podman on a Mac, and nerdctl succeed only with a running engine. */
export const probeArguments: readonly string[] = ["version"];

/** Returns the tool that produced an output, because podman is also installed as `docker`. */
export function toolBehind(tool: ContainerTool, answer: string): ContainerTool {
  return tool === "docker" && /podman/i.test(answer) ? "podman" : tool;
}
