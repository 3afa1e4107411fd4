/**
 * The tag of an image's name: `latest` where it has neither a tag nor a digest; empty where it has a digest alone, or is no
 * image's name. Source: pkg/util/parsers/parsers.go, github.com/distribution/reference.
 */
export function imageTag(image: string): string {
  const parts = imageName.exec(image);
  if (parts === null || /^[0-9a-f]{64}$/.test(image)) return "";
  const [, domain, path = "", tag, digest] = parts;
  // Without a domain that looks like a host the first part of the path is a folder of Docker's own registry.
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
