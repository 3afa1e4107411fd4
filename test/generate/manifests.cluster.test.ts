import path from "node:path";
import { expect, test } from "vitest";
import { describeCluster } from "../support/cluster.js";
import { goldenCases, readFolder, runManifests } from "../support/manifest-cases.js";

/** Runs kubectl and gives what it said, whether it succeeded or not. */
type Kubectl = (args: readonly string[], input: string) => Promise<{ ok: boolean; said: string }>;

describeCluster("a real API server", (cluster) => {
  const kubectl: Kubectl = async (args, input) => {
    try {
      return { ok: true, said: await cluster().kubectl(args, input) };
    } catch (error) {
      return { ok: false, said: String(error) };
    }
  };

  test.each(goldenCases("manifests"))(
    "accepts what is generated for $name, and judges its objects as intended",
    async ({ name, folder, input, options }) => {
      const { artifacts } = runManifests(input, options);
      const texts = (start: string): string =>
        artifacts
          .filter((file) => file.path.startsWith(start))
          .map(({ content }) => (content.startsWith("---") ? content : `---\n${content}`))
          .join("");
      const namespace = `golden-${name}`;
      const namespaces = [namespace, "other", "shop-system"];
      for (const each of namespaces) await kubectl(["create", "namespace", each], "");

      const crds = texts("config/crd/");
      const dryRun = await kubectl(["apply", "--server-side", "--dry-run=server", "-f", "-"], crds);
      expect(dryRun.said).not.toMatch(/Warning|rror/);
      expect(dryRun.ok).toBe(true);
      // Nobody is there to convert objects.
      if (["conversion", "transformed"].includes(name)) return;
      try {
        await cluster().kubectl(["apply", "--server-side", "-f", "-"], crds);
        await cluster().kubectl(["wait", "--for=condition=Established", "--timeout=30s", "-f", "-"], crds);
        const roles = await kubectl(["apply", "--server-side", "--dry-run=server", "-f", "-"], texts("config/rbac/"));
        expect(roles).toMatchObject({ ok: true });

        const samples = texts("config/samples/");
        const applied = await kubectl(["apply", "--server-side", "-n", namespace, "-f", "-"], samples);
        expect(applied, applied.said).toMatchObject({ ok: true });
        // Where there may be one object of a name only, the next ones need it.
        await cluster().kubectl(["delete", "--ignore-not-found", "-n", namespace, "-f", "-"], samples);

        for (const [file, text] of Object.entries(readFolder(path.join(folder, "objects")))) {
          const { ok, said } = await kubectl(
            ["create", "--dry-run=server", "--validate=strict", "-n", namespace, "-f", "-"],
            text,
          );
          expect([file, ok, ok ? "" : said]).toEqual([
            file,
            file.startsWith("good-"),
            ok ? "" : expect.stringMatching(/is invalid|unknown field|strict decoding/),
          ]);
        }
      } finally {
        await kubectl(["delete", "--ignore-not-found", "-f", "-"], crds);
        await kubectl(["delete", "namespace", namespace, "--wait=false"], "");
      }
    },
  );
});
