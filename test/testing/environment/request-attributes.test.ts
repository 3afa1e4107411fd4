import { expect, test } from "vitest";
import { readRequest } from "../../../src/testing/environment/request-attributes.js";

test.each([
  ["GET", "/api/v1/namespaces/default/pods/a", "get pods default/a "],
  ["GET", "/api/v1/namespaces/default/pods?watch=1", "watch pods default/ "],
  ["POST", "/apis/apps/v1/namespaces/default/deployments?dryRun=All", "create deployments default/ "],
  ["PUT", "/api/v1/namespaces/default/status", "update namespaces /default status"],
  ["GET", "https://127.0.0.1:6443/api/v1/nodes/a%20b", "get nodes /a b "],
  ["GET", "//", "list  / "],
  ["GET", "//evil.example.com/api/v1/nodes", "list  / "],
  ["GET", "///api/v1/nodes/a", "get nodes /a "],
  ["GET", "/\\", "list  / "],
  ["GET", "/api/v1/nodes/%zz", "get nodes /%zz "],
  ["GET", "https://[::1", "list  / "],
  ["OPTIONS", "*", "options  / "],
  ["CONNECT", "localhost:1", "connect  / "],
])("%s %s is read as %j", (method, url, text) => {
  const { verb, resource, namespace, name, subresource } = readRequest(method, url);
  expect(`${verb} ${resource} ${namespace}/${name} ${subresource}`).toBe(text);
});
