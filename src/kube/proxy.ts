import { BlockList, isIP } from "node:net";
import { TsopError } from "../core/errors.js";

/** Checks that the address of a proxy is supported. */
export function checkProxyUrl(text: string, where: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return text;
  throw new TsopError(
    "cluster/unsupported-kubeconfig",
    `${where}: the proxy ${JSON.stringify(text)} is not an HTTP proxy`,
    { hint: "Only http:// and https:// proxies are supported, not SOCKS." },
  );
}

/** Returns the proxy that HTTPS_PROXY (or HTTP_PROXY for a plain server) names, unless NO_PROXY excludes the server. */
export function proxyFromEnvironment(
  server: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const url = new URL(server);
  const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const value = env[name] ?? env[name.toLowerCase()];
  if (value === undefined || value === "" || isExcluded(url, env["NO_PROXY"] ?? env["no_proxy"] ?? ""))
    return undefined;
  return checkProxyUrl(value.includes("://") ? value : `http://${value}`, name);
}

/** Go's rules (golang.org/x/net/http/httpproxy): loopback never uses a proxy; names, suffixes, networks, `*`. */
function isExcluded(url: URL, noProxy: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  const family = isIP(host) === 6 ? "ipv6" : "ipv4";
  if (host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."))) return true;
  return noProxy
    .split(",")
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== "")
    .some((item) => {
      if (item === "*") return true;
      const network = /^([0-9a-f.:]+)\/(\d+)$/.exec(item);
      if (network !== null) return isIP(host) !== 0 && isInNetwork(host, family, network[1] ?? "", Number(network[2]));
      const [, name = item, itemPort] = /^(.*?)(?::(\d+))?$/.exec(isIP(item) === 6 ? "" : item) ?? [];
      if (itemPort !== undefined && itemPort !== port) return false;
      const bare = (name === "" ? item : name).replace(/^\*/, "");
      return bare.startsWith(".") ? host.endsWith(bare) : host === bare || host.endsWith(`.${bare}`);
    });
}

function isInNetwork(host: string, family: "ipv4" | "ipv6", network: string, prefix: number): boolean {
  const type = isIP(network) === 6 ? "ipv6" : "ipv4";
  if (isIP(network) === 0 || prefix > (type === "ipv6" ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(network, prefix, type);
  return list.check(host, family);
}
