/** The error output of a container tool → a hint. */
const explanations: readonly { readonly says: RegExp; readonly hint: (tool: string) => string }[] = [
  {
    says: /HTTP response to HTTPS client/i,
    hint: () => "The registry speaks plain HTTP. If it is meant to: add --tls-verify=false.",
  },
  {
    says: /x509|certificate signed by unknown authority/i,
    hint: () => "Nobody vouches for the registry's certificate. If it is meant to be so: add --tls-verify=false.",
  },
  {
    says: /no image found in (?:manifest list|image index)|no match for platform|does not match the specified platform/i,
    hint: () =>
      "The base image is not made for this platform: leave it out of --platform, or name another --base-image.",
  },
  {
    says: /unauthorized|authentication required|access denied|denied: requested|insufficient_scope|no basic auth/i,
    hint: (tool) => `Log in to the registry first: ${tool} login REGISTRY`,
  },
  {
    says: /image not known|no such image|does not exist locally|identifier is not an image|unable to find a local image/i,
    hint: () => "It was not built with this tool on this machine: npm run docker-build",
  },
  {
    says: /buildx.*(?:is not a docker command|unknown command)|unknown command: docker buildx/i,
    hint: () => "Install docker's plugin buildx, or name another tool: --container-tool podman",
  },
  {
    says: /no space left on device/i,
    hint: () => "The disk is full.",
  },
  {
    says: /no such host|connection refused|i\/o timeout|server misbehaving|network is unreachable/i,
    hint: () => "The registry cannot be reached. Is its name right? A base image from another one: --base-image NAME",
  },
];

/** @returns undefined if there is no better explanation than the tool's own output */
export function explainFailure(output: string, tool: string): string | undefined {
  return explanations.find(({ says }) => says.test(output))?.hint(tool);
}
