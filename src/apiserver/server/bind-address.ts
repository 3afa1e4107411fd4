/** The address that a server listens on. */
import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";

export const loopback = "127.0.0.1";

const everyAddress = new Set(["0.0.0.0", "::"]);

/** Returns whether other machines and containers may reach the address. */
export function isPublic(address: string): boolean {
  return address !== loopback && address !== "::1";
}

/** Returns the addresses at which clients may reach the server, for its certificate. */
export function addressesOf(bindAddress: string): readonly string[] {
  if (!isPublic(bindAddress)) return [];
  if (!everyAddress.has(bindAddress)) return [bindAddress];
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, scopeid }) => !internal && (scopeid ?? 0) === 0)
    .map(({ address }) => address);
}

/** Returns the URL at which clients on this machine reach the server. */
export function urlOf(bindAddress: string, port: number): string {
  const host = everyAddress.has(bindAddress) ? loopback : bindAddress;
  return `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
