import path from "node:path";
import { describe, expect, test } from "vitest";
import { testsThatStartServers } from "../../projects.js";
import { tempFolder } from "../temp-folder.js";
import { exampleNames } from "./example-folders.js";
import { startsServer } from "./starts-server.js";

describe("a test of an example on a real API server", () => {
  test("starts that server, itself or through the example's own set-up", () => {
    const start = "await TestEnvironment.start({});";
    const root = tempFolder({
      "controllers/own.test.ts": start,
      "controllers/shared.test.ts": 'import {\n  operator,\n} from "../test/support/operator.js";',
      "controllers/memory.test.ts": 'import { played } from "../test/played.js";\ncreateMemoryClient();',
      "controllers/killed.test.ts": 'import { type TestEnvironment } from "tsop/testing";\nkillAtEveryWrite({});',
      "test/support/operator.ts": start,
      "test/played.ts": "",
    });
    const found = ["own", "shared", "memory", "killed"].filter((name) =>
      startsServer(path.join(root, `controllers/${name}.test.ts`)),
    );
    expect(found).toEqual(["own", "shared"]);
  });

  test("is there for each example", () => {
    const onServer = testsThatStartServers();
    const without = exampleNames.filter((name) => !onServer.some((file) => file.startsWith(`examples/${name}/`)));
    expect(without).toEqual([]);
  });
});
