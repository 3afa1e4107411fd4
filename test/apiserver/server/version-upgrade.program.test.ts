import { expect, test } from "vitest";
import { tempFolder } from "../../support/temp-folder.js";
import { upgradeEmbedded } from "./upgrade-embedded.js";

const own = { apiGroups: ["example.com"], resources: ["widgets"], verbs: ["get"] };

test("a server of a newer version adds to the roles of the older one what it gives, and removes nothing", async () => {
  const found = await upgradeEmbedded(tempFolder());
  expect(found["role system:monitoring"]).toMatchObject({ rules: [own] });
  expect(found["role system:basic-user"]).toMatchObject({
    labels: { own: "true", "kubernetes.io/bootstrapping": "rbac-defaults" },
    rules: [
      own,
      { apiGroups: ["authentication.k8s.io"], resources: ["*"], verbs: ["create"] },
      { apiGroups: ["authorization.k8s.io"], resources: ["selfsubjectaccessreviews"], verbs: ["create"] },
      { apiGroups: ["authorization.k8s.io"], resources: ["selfsubjectrulesreviews"], verbs: ["create"] },
    ],
  });
  expect(found["binding system:basic-user"]).toMatchObject({
    subjects: [{ name: "own" }, { name: "system:authenticated" }],
  });
  expect(found["binding system:public-info-viewer"]).toMatchObject({ roleRef: { name: "system:public-info-viewer" } });
});
