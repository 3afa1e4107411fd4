import { TsopError } from "../../../core/errors.js";
import { findCredentials, type RunHelper } from "../../../oci/docker-credentials.js";
import { createRegistry, type Registry } from "../../../oci/registry.js";
import type { Context } from "../../context.js";

/** Creates a client of a registry, with the credentials of docker or podman. Sends no request. */
export function openRegistry(registry: string, tlsVerify: boolean, { cwd, env, exec, signal }: Context): Registry {
  const run: RunHelper = async (program, input) => {
    try {
      return await exec(program, ["get"], { cwd, env, signal, input });
    } catch (error) {
      if (!(error instanceof TsopError)) throw error;
      throw new TsopError("image/bad-credentials", `${program}: ${error.message}`, {
        hint: "Install the credential helper, or remove it from docker's config.json.",
        cause: error,
      });
    }
  };
  return createRegistry({
    registry,
    tlsVerify,
    env,
    signal,
    credentials: () => findCredentials(registry, { env, run }),
  });
}
