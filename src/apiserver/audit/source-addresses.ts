/** Source: SourceIPs in k8s.io/apimachinery/pkg/util/net/http.go. */
import { isIP } from "node:net";
import type { ApiRequest } from "../http/api-request.js";

/** Returns the addresses that a request passed, as far as its headers tell, and last the address of the connection. */
export function sourceAddresses({ headersDistinct, remoteAddress }: SourceOf): string[] {
  const [forwarded = ""] = headersDistinct["x-forwarded-for"] ?? [];
  const addresses = forwarded
    .split(",")
    .map((part) => part.trim())
    .filter((part) => isIP(part) !== 0);
  const [real = ""] = headersDistinct["x-real-ip"] ?? [];
  if (isIP(real) !== 0 && !addresses.includes(real)) addresses.push(real);
  // A server that listens on all addresses sees those of IPv4 in their form for IPv6.
  const remote = remoteAddress.replace(/^::ffff:(?=\d+\.)/, "");
  if (remote !== "" && addresses.at(-1) !== remote) addresses.push(remote);
  return addresses;
}

type SourceOf = Pick<ApiRequest, "headersDistinct" | "remoteAddress">;
