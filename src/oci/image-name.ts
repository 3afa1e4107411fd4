/** The parts of an image name, with the defaults of docker (github.com/distribution/reference, normalize.go). */
export interface ImageName {
  /** The host and port of the registry, as in the name: `docker.io` for a name without one. */
  readonly registry: string;
  readonly repository: string;
  /** The tag; `latest` if the name has neither a tag nor a digest. */
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

/** @param image - a valid name: see `checkImage` in core/image-reference.ts */
export function parseImageName(image: string): ImageName {
  const [named = "", digest] = image.split("@");
  const slash = named.indexOf("/");
  const first = named.slice(0, slash);
  const hasRegistry = slash !== -1 && (/[.:]/.test(first) || first === "localhost" || first !== first.toLowerCase());
  const registry = !hasRegistry || first === "index.docker.io" ? "docker.io" : first;
  const rest = hasRegistry ? named.slice(slash + 1) : named;
  const [path = "", tag] = rest.split(":");
  const repository = registry === "docker.io" && !path.includes("/") ? `library/${path}` : path;
  return { registry, repository, tag: tag ?? (digest === undefined ? "latest" : undefined), digest };
}

/** Returns the reference of a manifest for a registry: the digest if there is one, otherwise the tag. */
export function referenceOf({ tag = "latest", digest }: ImageName): string {
  return digest ?? tag;
}

/** Returns the addresses to try, in this order. Like docker, tsop uses plain HTTP on loopback. */
export function registryAddresses(registry: string, tlsVerify: boolean): string[] {
  const host = registry === "docker.io" ? "registry-1.docker.io" : registry;
  const name = host.replace(/:\d+$/, "");
  const isLoopback = name === "localhost" || name === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(name);
  return isLoopback || !tlsVerify ? [`https://${host}`, `http://${host}`] : [`https://${host}`];
}
