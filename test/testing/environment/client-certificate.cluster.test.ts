import { expect, test } from "vitest";
import type { SelfSubjectReview } from "../../../src/k8s/authentication/v1.js";
import { TestEnvironment } from "../../../src/testing/index.js";

test.each(["embedded", ...(process.env["KUBEBUILDER_ASSETS"] === undefined ? [] : (["real"] as const))] as const)(
  "a user with a client certificate: %s",
  async (server) => {
    await using environment = await TestEnvironment.start({ server });
    const user = await environment.addUser("jane", { groups: ["dev", "ops"], certificate: true });
    const { status } = await user.client.create<SelfSubjectReview>({
      ...{ apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview", metadata: { name: "" } },
    });
    expect(status?.userInfo).toMatchObject({ username: "jane", groups: ["dev", "ops", "system:authenticated"] });
    expect(user.kubeconfig).toContain("client-certificate-data");
    expect(user.kubeconfig).not.toContain("token");
  },
);
