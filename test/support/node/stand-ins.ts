/** Small programs that replace the databases that an example runs. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pushImage } from "./image.js";
import { type NodeCluster, uniqueName } from "./node-cluster.js";

/**
 * Builds and pushes `test/e2e/stand-in` of an example, or each folder in it that has a Dockerfile. If there is a file `versions`
 * next to the Dockerfile, each of its lines gets an image with that tag and the build argument VERSION; the variable then has no
 * tag.
 *
 * @returns the environment variables that say to its tests what the images are called: `STAND_IN_IMG`, or for a folder
 * `name-server` there `STAND_IN_NAME_SERVER_IMG`
 */
export async function pushStandIns(cluster: NodeCluster, example: string): Promise<Record<string, string>> {
  const root = path.join(example, "test/e2e/stand-in");
  const folders = !existsSync(root)
    ? []
    : existsSync(path.join(root, "Dockerfile"))
      ? [""]
      : readdirSync(root).filter((name) => existsSync(path.join(root, name, "Dockerfile")));
  const variables: Record<string, string> = {};
  for (const folder of folders) {
    const words = ["stand-in", ...(folder === "" ? [] : [folder])];
    const variable = [...words, "img"].join("_").toUpperCase().replaceAll("-", "_");
    const name = [path.basename(example), ...words].join("-");
    variables[variable] = await pushStandIn(cluster, path.join(root, folder), name);
  }
  return variables;
}

async function pushStandIn(cluster: NodeCluster, folder: string, name: string): Promise<string> {
  const versions = path.join(folder, "versions");
  if (!existsSync(versions)) return pushImage(cluster, folder, `${name}:${uniqueName("e2e")}`);
  const repository = uniqueName(name);
  for (const version of readFileSync(versions, "utf8").trim().split("\n")) {
    await pushImage(cluster, folder, `${repository}:${version}`, { VERSION: version });
  }
  return `${cluster.registry}/${repository}`;
}
