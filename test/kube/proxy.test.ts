import { describe, expect, test } from "vitest";
import { checkProxyUrl, proxyFromEnvironment } from "../../src/kube/proxy.js";

describe("the proxy of the environment", () => {
  const proxy = "http://proxy:3128";

  test.each([
    ["https://10.0.0.1:6443", { HTTPS_PROXY: proxy }, proxy],
    ["https://10.0.0.1:6443", { https_proxy: "proxy:3128" }, proxy],
    ["http://10.0.0.1", { HTTPS_PROXY: proxy }, undefined],
    ["http://10.0.0.1", { HTTP_PROXY: proxy }, proxy],
    ["https://10.0.0.1:6443", {}, undefined],
    ["https://10.0.0.1:6443", { HTTPS_PROXY: "" }, undefined],
    ["https://localhost:6443", { HTTPS_PROXY: proxy }, undefined],
    ["https://127.0.0.2:6443", { HTTPS_PROXY: proxy }, undefined],
    ["https://[::1]:6443", { HTTPS_PROXY: proxy }, undefined],
  ])("for %s with %o is %s", (server, env, expected) => {
    expect(proxyFromEnvironment(server, env)).toBe(expected);
  });

  test.each([
    ["https://api.abc.com:6443", "abc.com", false],
    ["https://api.abc.com:6443", ".abc.com", false],
    ["https://abc.com:6443", ".abc.com", true],
    ["https://api.abc.com:6443", "*.abc.com", false],
    ["https://myabc.com:6443", "abc.com", true],
    ["https://api.abc.com:6443", "other.com, API.abc.com", false],
    ["https://api.abc.com:6443", "api.abc.com:6443", false],
    ["https://api.abc.com:6443", "api.abc.com:443", true],
    ["https://api.abc.com", "api.abc.com:443", false],
    ["https://api.abc.com:6443", "*", false],
    ["https://10.1.2.3:6443", "10.0.0.0/8", false],
    ["https://11.1.2.3:6443", "10.0.0.0/8", true],
    ["https://10.1.2.3:6443", "10.0.0.0/99", true],
    ["https://[fd00::1]:6443", "fd00::/8", false],
    ["https://[fd00::1]:6443", "fd00::1", false],
    ["https://[fd00::1]:6443", "10.0.0.0/8", true],
    ["https://api.abc.com:6443", ",,", true],
  ])("for %s with NO_PROXY=%s is used: %s", (server, noProxy, isUsed) => {
    expect(proxyFromEnvironment(server, { HTTPS_PROXY: proxy, NO_PROXY: noProxy }) !== undefined).toBe(isUsed);
  });

  // F27
  test.each(["socks5://127.0.0.1:1080", "not a url", "ftp://proxy"])("refuses %s", (text) => {
    expect(() => checkProxyUrl(text, "HTTPS_PROXY")).toThrow("HTTPS_PROXY: the proxy");
  });
});
