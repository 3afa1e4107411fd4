/** Builds images without a daemon, and pushes them to the registry of the nodes. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { run, succeed } from "../shell.js";
import type { NodeCluster } from "./node-cluster.js";

/** Builds the folder's Dockerfile and pushes it; returns the image's full name. */
export async function pushImage(
  cluster: NodeCluster,
  folder: string,
  name: string,
  buildArgs: Readonly<Record<string, string>> = {},
): Promise<string> {
  const image = `${cluster.registry}/${name}`;
  const builder = await findBuilder();
  const options = { cwd: folder };
  await succeed(
    builder,
    [
      "build",
      "--isolation",
      "chroot",
      "--tls-verify=false",
      "--build-arg",
      `BASE_IMAGE=${cluster.baseImage}`,
      ...Object.entries(buildArgs).flatMap(([key, value]) => ["--build-arg", `${key}=${value}`]),
      "-t",
      image,
      ".",
    ],
    options,
  );
  await succeed(builder, ["push", "--tls-verify=false", image], options);
  await removeImages([image]);
  return image;
}

/** Pushes the base image, which only the machine's own store contains, to the registry; returns its name there. */
export async function pushBase({ baseImage, registry }: NodeCluster): Promise<string> {
  const image = `${registry}/${baseImage.replace(/^localhost\//, "")}`;
  await succeed(await findBuilder(), ["push", "--tls-verify=false", baseImage, `docker://${image}`], { cwd: "/" });
  return image;
}

/** Removes images from the machine's own store; the registry keeps them. */
export async function removeImages(images: readonly string[]): Promise<void> {
  if (images.length > 0) await run(await findBuilder(), ["rmi", "--force", ...images], { cwd: "/" });
}

/** Pushes an image that runs this one module. */
export function pushProgram(cluster: NodeCluster, folder: string, name: string, program: string): Promise<string> {
  writeFileSync(path.join(folder, "main.mjs"), program);
  writeFileSync(
    path.join(folder, "Dockerfile"),
    'ARG BASE_IMAGE\nFROM ${BASE_IMAGE}\nCOPY main.mjs /dist/main.js\nCOPY package.json /dist/\nUSER 65532:65532\nCMD ["/dist/main.js"]\n',
  );
  writeFileSync(path.join(folder, "package.json"), '{"type": "module"}\n');
  return pushImage(cluster, folder, name);
}

async function findBuilder(): Promise<string> {
  for (const program of ["buildah", "podman"]) {
    const found = await run(program, ["--version"], { cwd: "/" }).catch(() => undefined);
    if (found?.code === 0) return program;
  }
  throw new Error("neither buildah nor podman is on the PATH");
}
