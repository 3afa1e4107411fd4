import { isImageName } from "../../core/image-reference.js";

/** The lengths of digests in hexadecimal digits. Source: github.com/opencontainers/go-digest, algorithm.go. */
const digestLengths = new Map([
  ["sha256", 64],
  ["sha384", 96],
  ["sha512", 128],
]);

/**
 * Returns why a text does not name an image, or undefined if it does.
 * Source: github.com/distribution/reference, normalize.go and reference.go.
 */
export function imageFault(image: string): string | undefined {
  if (/^[a-f0-9]{64}$/.test(image)) return "it is a digest without a repository";
  if (image.startsWith("[")) return "an IPv6 address cannot be the registry";
  const [first = "", ...rest] = image.split("/");
  const hasDomain = rest.length > 0 && (/[.:]/.test(first) || first === "localhost");
  const repository = (hasDomain ? rest.join("/") : image).split(/[:@]/)[0] ?? "";
  if (repository !== repository.toLowerCase()) return "a repository has only lower-case letters";
  if (!isImageName(image)) return "it is not REGISTRY/NAME:TAG or REGISTRY/NAME@DIGEST";
  if (nameLength(first, repository, hasDomain) > 255) return "the name has more than 255 characters";
  const [, digest] = image.split("@");
  if (digest === undefined) return undefined;
  const [algorithm = "", digits = ""] = digest.split(":");
  const length = digestLengths.get(algorithm);
  if (length === undefined) return `the digest has the unknown algorithm ${algorithm}`;
  return digits.length === length && /^[a-f0-9]+$/.test(digits)
    ? undefined
    : `a ${algorithm} digest has ${length} lower-case hexadecimal digits`;
}

/** Returns the length of the name with its registry; Docker Hub if the name contains none. */
function nameLength(first: string, repository: string, hasDomain: boolean): number {
  const registry = hasDomain ? first : repository.includes("/") ? "docker.io" : "docker.io/library";
  return registry.length + 1 + repository.length;
}
