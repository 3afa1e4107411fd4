/** The error output of a container tool → a hint. */
const explanations: readonly { readonly says: RegExp; readonly hint: (tool: string) => string }[] = [
  {
    says: /HTTP response to HTTPS client/i,
    hint: () => "The registry uses plain HTTP. If you trust it, add --tls-verify=false.",
  },
  {
    says: /x509|certificate signed by unknown authority/i,
    hint: () => "The certificate of the registry is not trusted. If you trust the registry, add --tls-verify=false.",
  },
  {
    says: /no image found in (?:manifest list|image index)|no match for platform|does not match the specified platform/i,
    hint: () =>
      "The base image does not support this platform: remove the platform from --platform, or name another --base-image.",
  },
  {
    says: /unauthorized|authentication required|access denied|denied: requested|insufficient_scope|no basic auth/i,
    hint: (tool) => `Log in to the registry first: ${tool} login REGISTRY`,
  },
  {
    says: /image not known|no such image|does not exist locally|identifier is not an image|unable to find a local image/i,
    hint: () => "Build the image with this tool on this machine: npm run docker-build",
  },
  {
    says: /buildx.*(?:is not a docker command|unknown command)|unknown command: docker buildx/i,
    hint: () => "Install docker's buildx plugin, or name another tool: --container-tool podman",
  },
  {
    says: /no space left on device/i,
    hint: () => "The disk is full: free some space.",
  },
  {
    says: /no such host|connection refused|i\/o timeout|server misbehaving|network is unreachable/i,
    hint: () =>
      "Check the name of the registry, which tsop cannot reach. For a base image from another registry: --base-image NAME",
  },
];

/** @returns undefined if there is no better explanation than the tool's own output */
export function explainFailure(output: string, tool: string): string | undefined {
  return explanations.find(({ says }) => says.test(output))?.hint(tool);
}
