/**
 * Returns the tag of an image name: `latest` for a name with neither a tag nor a digest, and an empty string for a name with
 * only a digest and for an invalid name.
 * Source: pkg/util/parsers/parsers.go, github.com/distribution/reference.
 */
export function imageTag(image: string): string {
  const parts = imageName.exec(image);
  if (parts === null || /^[0-9a-f]{64}$/.test(image)) return "";
  const [, domain, path = "", tag, digest] = parts;
  // If the first part of the path does not look like a host, it is a folder in Docker's own registry.
  const isHost =
    domain === undefined || /[.:]/.test(domain) || domain === "localhost" || domain !== domain.toLowerCase();
  const repository = isHost ? path : `${domain}/${path}`;
  if (repository !== repository.toLowerCase()) return "";
  return tag ?? (digest === undefined ? "latest" : "");
}

const domainPart = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
const domain = `(?:${domainPart}(?:\\.${domainPart})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const pathPart = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const digestPart = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}";
const imageName = new RegExp(
  `^(?:(${domain})/)?(${pathPart}(?:/${pathPart})*)(?::([\\w][\\w.-]{0,127}))?(?:@(${digestPart}))?$`,
);
