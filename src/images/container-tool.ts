/** The programs that build images, and how one of them is recognised. */
import path from "node:path";

/** In the order in which they are looked for. */
export const containerTools = ["docker", "podman", "buildah", "nerdctl"] as const;

/** Whose flags are taken. */
export type ContainerTool = (typeof containerTools)[number];

/** A program that is there and works. */
export interface ContainerProgram {
  /** What is run: a name on the PATH, or a path. */
  readonly file: string;
  readonly tool: ContainerTool;
}

/** `/usr/bin/podman`, `podman-remote`, `docker.exe`: the tool that goes by the name. */
export function findTool(file: string): ContainerTool | undefined {
  const name = path
    .basename(file)
    .replace(/\.exe$/i, "")
    .replace(/-remote$/, "");
  return containerTools.find((tool) => tool === name);
}

/** What asks a tool whether it works: docker, podman on a Mac and nerdctl answer it only with their engine. */
export const probeArguments: readonly string[] = ["version"];

/** The tool behind a program that answered: podman is installed as `docker` too. */
export function toolBehind(tool: ContainerTool, answer: string): ContainerTool {
  return tool === "docker" && /podman/i.test(answer) ? "podman" : tool;
}
