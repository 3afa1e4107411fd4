import { expect, test } from "vitest";
import { forwardedHeaders, returnedHeaders, userHeaders } from "../../../src/apiserver/aggregation/proxy-headers.js";

const about = {
  user: { username: "jane", groups: ["a", "b"] },
  auditId: "id",
  path: "/apis/x/v1",
  host: "127.0.0.1:8443",
  remoteAddress: "127.0.0.1",
  upgrade: undefined,
};

test("a client can neither name its own user nor pass its credentials on", () => {
  const headers = forwardedHeaders(
    {
      authorization: ["Bearer secret"],
      "x-remote-user": ["root"],
      "x-remote-group": ["system:masters"],
      "x-remote-extra-scopes": ["all"],
      "x-remote-uid": ["0"],
      "impersonate-user": ["root"],
      "impersonate-extra-x": ["y"],
    },
    about,
  );
  expect(Object.keys(headers).sort()).toEqual([
    ...["X-Remote-Group", "X-Remote-User", "audit-id", "x-forwarded-for", "x-forwarded-host"],
    ...["x-forwarded-proto", "x-forwarded-uri"],
  ]);
  expect(headers).toMatchObject({ "X-Remote-User": ["jane"], "X-Remote-Group": ["a", "b"] });
});

test("headers of the connection do not pass, nor those that Connection names", () => {
  const given = {
    connection: ["close, X-Secret"],
    "x-secret": ["1"],
    "transfer-encoding": ["chunked"],
    "x-kept": ["2"],
  };
  expect(forwardedHeaders(given, about)).not.toHaveProperty("x-secret");
  expect(returnedHeaders({ ...given, "audit-id": ["other"] })).toEqual({ "x-kept": ["2"] });
});

test.each([
  ["scopes.example.com/a b%", "X-Remote-Extra-scopes.example.com%2Fa%20b%25"],
  ["ü", "X-Remote-Extra-%C3%BC"],
  ["a\r\nHost: x", "X-Remote-Extra-a%0D%0AHost%3A%20x"],
])("the name of extra information is escaped: %j", (key, name) => {
  expect(Object.keys(userHeaders({ username: "jane", groups: [], extra: { [key]: ["v"] } }))).toContain(name);
});

test("names are sent as UTF-8, and cannot begin another header", () => {
  const { "X-Remote-User": user } = userHeaders({ username: "jürgen\r\nX-Remote-Group: system:masters", groups: [] });
  expect(Buffer.from(user?.[0] ?? "", "latin1").toString("utf8")).toBe("jürgen  X-Remote-Group: system:masters");
});
