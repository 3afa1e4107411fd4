/** Pushes images that tsop has built without a container tool. */
import { TsopError } from "../../../core/errors.js";
import { parseImageName } from "../../../oci/image-name.js";
import { openImageStore, storeFolder, type StoredImage } from "../../../oci/image-store.js";
import { pushImage, type PushResult } from "../../../oci/push-image.js";
import type { Context } from "../../context.js";
import { openBase } from "./open-base.js";
import { openRegistry } from "./open-registry.js";

/** @throws TsopError `image/not-built` if tsop has not built the image on this machine */
export function storedImage(image: string, { env }: Context): StoredImage {
  const found = openImageStore(storeFolder(env)).find(image);
  if (found !== undefined) return found;
  throw new TsopError("image/not-built", `tsop has not built ${image} on this machine`, {
    hint: `Build it first: npm run docker-build -- --img ${image}   (For an image of a container tool, pass --container-tool.)`,
  });
}

/**
 * Pushes an image with its list of packages and its provenance. Sends only what the registry lacks.
 *
 * @throws TsopError `image/not-built`, and the errors of registries
 */
export async function pushWithoutTool(image: string, tlsVerify: boolean, context: Context): Promise<PushResult> {
  const stored = storedImage(image, context);
  const store = openImageStore(storeFolder(context.env));
  const name = parseImageName(image);
  const target = openRegistry(name.registry, tlsVerify, context);
  const base = openBase(stored.base, { store, tlsVerify, context });
  const progress = context.output.progress(`pushing ${image}`);
  try {
    const { digest, mediaType } = stored;
    return await pushImage({
      store,
      target,
      name,
      root: { digest, mediaType, size: store.read(digest).length },
      base,
      attachments: stored.attachments,
      onStep: (text) => progress.step(text),
    });
  } finally {
    progress.done();
    target.close();
    base.close();
  }
}
