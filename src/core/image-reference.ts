import { TsopError } from "./errors.js";

/** Domain, path, tag and digest. Source: github.com/distribution/reference, regexp.go. */
const reference =
  /^(?:(?:[a-zA-Z0-9](?:[a-zA-Z0-9-.]*[a-zA-Z0-9])?|\[[0-9a-fA-F:]+\])(?::\d+)?\/)?[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*(?::[\w][\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*:[0-9a-fA-F]{32,})?$/;

export function isImageName(image: string): boolean {
  return reference.test(image);
}

/** @throws TsopError `usage/invalid-argument` for an invalid image name */
export function checkImage(image: string, from: string): string {
  if (reference.test(image)) return image;
  const lower = image.toLowerCase();
  throw new TsopError("usage/invalid-argument", `${from} ${JSON.stringify(image)} is not a valid image name`, {
    hint:
      lower !== image && reference.test(lower)
        ? `Write repositories in lower case: ${lower}`
        : "Write it as REGISTRY/NAME:TAG, such as registry.example.com/demo:v0.1.0.",
  });
}

/** Returns whether a text is `sha256:…`, the permanent name of an image for registries and tools. */
export function isImageDigest(text: string | undefined): text is string {
  return text !== undefined && /^sha256:[0-9a-f]{64}$/.test(text);
}
