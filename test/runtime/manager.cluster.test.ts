import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  type Client,
  createManager,
  type CreateManagerOptions,
  type CustomResource,
  defineKind,
  done,
  type Manager,
  mergePatch,
  type Reconciler,
  type ReconcileRequest,
  setControllerReference,
} from "../../src/index.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { Lease } from "../../src/k8s/coordination/v1.js";
import { describeOwnServer, type OwnServer } from "../support/cluster.js";
import { simpleCrd } from "../support/crds.js";
import { RecordingLogger } from "../support/recording-logger.js";

interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: { text: string };
  status?: { seen?: string };
}
const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");

type Widget = CustomResource<"foo.abc.com/v1", "Widget">;
const Widget = defineKind<Widget>("foo.abc.com/v1", "Widget");

/** Keeps a ConfigMap of the same name with the same text, and notes in the status what it has seen. */
class BarReconciler implements Reconciler {
  readonly #client: Client;
  runs = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: ReconcileRequest): Promise<ReturnType<typeof done>> {
    this.runs += 1;
    const bar = await this.#client.get(Bar, request);
    if (bar === undefined) return done();
    const { text } = bar.spec;
    const existing = await this.#client.get(ConfigMap, request, { shared: true });
    if (existing === undefined) {
      const made: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { ...request }, data: { text } };
      setControllerReference(bar, made);
      await this.#client.create(made);
    } else if (existing.data?.["text"] !== text) {
      await this.#client.patch(ConfigMap, request, mergePatch({ data: { text } }));
    }
    if (bar.status?.seen !== text) await this.#client.status.update({ ...bar, status: { seen: text } });
    return done();
  }
}

/** After a long outage, a watch begins again within a minute: client-go waits as long. */
const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 100_000, interval: 100 });

describeOwnServer("a manager on an API server", (startServer) => {
  let plane: OwnServer;
  let live: HttpClient;
  const stops: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    plane = await startServer();
    live = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: plane.kubeconfig }));
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });
  afterAll(async () => {
    live.close();
    await plane.stop();
  });

  async function run(
    wire: (manager: Manager) => void,
    options: Partial<CreateManagerOptions> = {},
  ): Promise<{ log: RecordingLogger; manager: Manager; stop: () => Promise<unknown>; running: Promise<void> }> {
    const log = new RecordingLogger();
    const manager = await createManager({
      name: "demo",
      kubeconfig: plane.kubeconfig,
      healthProbeBindAddress: "127.0.0.1:0",
      log,
      ...options,
    });
    wire(manager);
    const controller = new AbortController();
    const running = manager.start(controller.signal);
    const stop = (): Promise<unknown> => {
      controller.abort();
      return running.catch(() => undefined);
    };
    stops.push(stop);
    return { log, manager, stop, running };
  }

  function bars(manager: Manager): BarReconciler {
    const reconciler = new BarReconciler(manager.client);
    manager.controller("bar").for(Bar).owns(ConfigMap).concurrency(4).complete(reconciler);
    return reconciler;
  }

  const create = (name: string, text: string): Promise<Bar> =>
    live.create<Bar>({
      apiVersion: "foo.abc.com/v1",
      kind: "Bar",
      metadata: { name, namespace: "default" },
      spec: { text },
    });

  const addressIn = (log: RecordingLogger, message: string): string =>
    String(log.lines.find((line) => line.message === message)?.fields["address"]);

  // F20
  test("waits for its CRD, keeps what it owns, and loses nothing when the API server dies", async () => {
    let reconciler: BarReconciler | undefined;
    const { log } = await run((manager) => (reconciler = bars(manager)));
    await eventually(() => expect(log.messages("warn")).toHaveLength(1));
    expect(log.lines.find(({ level }) => level === "warn")!.fields["hint"]).toContain("install-crds");
    const ready = async (): Promise<number> => {
      return (await fetch(`http://${addressIn(log, "serving health probes")}/readyz`)).status;
    };
    expect(await ready()).toBe(500);

    await live.create(simpleCrd("foo.abc.com", "bars", "Bar"));
    await eventually(async () => expect(await ready()).toBe(200));
    const names = Array.from({ length: 20 }, (_, index) => `bar-${index}`);
    for (const name of names) await create(name, "first");
    const texts = async (): Promise<Map<string, string | undefined>> => {
      const { items } = await live.list(ConfigMap, { namespace: "default" });
      const { items: owners } = await live.list(Bar);
      const owned = items.filter(({ metadata }) => metadata.ownerReferences?.[0]?.kind === "Bar");
      return new Map<string, string | undefined>([
        ...owned.map(({ metadata, data }) => [metadata.name, data?.["text"]] as const),
        ...owners.map(({ metadata, status }) => [`status of ${metadata.name}`, status?.seen] as const),
      ]);
    };
    const expected = (text: string, all: readonly string[]): Map<string, string> =>
      new Map(all.flatMap((name) => [[name, text] as const, [`status of ${name}`, text] as const]));
    await eventually(async () => expect(await texts()).toEqual(expected("first", names)));

    await live.delete(ConfigMap, { namespace: "default", name: "bar-3" });
    await live.patch(ConfigMap, { namespace: "default", name: "bar-4" }, mergePatch({ data: { text: "meddled" } }));
    await eventually(async () => expect(await texts()).toEqual(expected("first", names)));

    await plane.killApiServer();
    await eventually(() => expect(log.messages("warn").length).toBeGreaterThan(1));
    await plane.startApiServer();
    for (const name of names)
      await live.patch(Bar, { namespace: "default", name }, mergePatch({ spec: { text: "second" } }));
    await create("bar-late", "second");
    await eventually(async () => expect(await texts()).toEqual(expected("second", [...names, "bar-late"])));
    expect(log.messages("error")).toEqual([]);
    expect(reconciler!.runs).toBeLessThan(400);
  });

  test("reads from its cache what it has just written", async () => {
    const seen: unknown[] = [];
    await run((manager) => {
      manager.cacheFor(ConfigMap);
      manager.add({
        start: async () => {
          for (let round = 0; round < 20; round += 1) {
            const key = { namespace: "default", name: `own-${round}` };
            await manager.client.create<ConfigMap>({
              apiVersion: "v1",
              kind: "ConfigMap",
              metadata: key,
              data: { n: "1" },
            });
            await manager.client.patch(ConfigMap, key, mergePatch({ data: { n: "2" } }));
            seen.push((await manager.client.get(ConfigMap, key))?.data?.["n"]);
          }
        },
      });
    });
    await eventually(() => expect(seen).toHaveLength(20));
    expect(new Set(seen)).toEqual(new Set(["2"]));
  });

  test("works without an optional kind, and watches it once its CRD is there", async () => {
    const seen = new Set<string>();
    const { log } = await run((manager) =>
      manager
        .controller("cm")
        .for(ConfigMap)
        .watches(Widget, ({ metadata }) => [{ namespace: "widgets", name: metadata.name }], { isOptional: true })
        .complete({
          reconcile: ({ namespace, name }) => {
            seen.add(`${namespace}/${name}`);
            return Promise.resolve(done());
          },
        }),
    );
    const metadata = { name: "beside-optional", namespace: "default" };
    await live.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata });
    await eventually(() => expect(seen).toContain("default/beside-optional"));
    expect(log.messages("info")).toContain("the cluster does not serve an optional kind");
    expect(log.messages("warn")).not.toContain("cannot watch; retrying"); // which is as it should be
    await live.create(simpleCrd("foo.abc.com", "widgets", "Widget"));
    await eventually(() =>
      live.create<Widget>({
        apiVersion: "foo.abc.com/v1",
        kind: "Widget",
        metadata: { name: "a", namespace: "default" },
      }),
    );
    await eventually(() => expect(seen).toContain("widgets/a"));
  });

  test("names the rule that is missing", async () => {
    const { log } = await run(
      (manager) =>
        manager
          .controller("cm")
          .for(ConfigMap)
          .complete({ reconcile: () => Promise.resolve(done()) }),
      { kubeconfig: plane.nobodyKubeconfig },
    );
    await eventually(() => expect(log.messages("warn")).toHaveLength(1));
    expect(log.lines.find(({ level }) => level === "warn")!.fields["hint"]).toMatch(
      /@rbac groups=core resources=configmaps verbs=/,
    );
  });

  test("sees only the namespaces that it is restricted to", async () => {
    const seen = new Set<string>();
    await live.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "one" } });
    const { manager } = await run(
      (manager) => {
        manager
          .controller("cm")
          .for(ConfigMap)
          .complete({
            reconcile: ({ namespace }) => {
              seen.add(namespace);
              return Promise.resolve(done());
            },
          });
      },
      { namespaces: ["one"] },
    );
    await live.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x", namespace: "one" } });
    // Where controllers run, there is a certificate, too.
    const names = async (): Promise<string[]> =>
      (await manager.client.list(ConfigMap)).items.map(({ metadata }) => metadata.name);
    await eventually(async () => expect(await names()).toContain("x"));
    await eventually(() => expect([...seen]).toEqual(["one"]));
  });

  test("hands over to another when it is stopped", async () => {
    const leaders: string[] = [];
    const contender = (name: string): ReturnType<typeof run> =>
      run((manager) => manager.add({ start: () => Promise.resolve(void leaders.push(name)) }), {
        leaderElect: true,
        leaderElectionNamespace: "default",
        leaderElectionId: "demo.abc.com",
      });
    const first = await contender("first");
    await eventually(() => expect(leaders).toEqual(["first"]));
    await contender("second");
    const lease = { namespace: "default", name: "demo.abc.com" };
    const before = (await live.getOrThrow(Lease, lease)).spec!;
    expect(before.renewTime).toMatch(/\.\d{6}Z$/);
    await first.stop();
    await eventually(() => expect(leaders).toEqual(["first", "second"]));
    const after = (await live.getOrThrow(Lease, lease)).spec!;
    expect(after.holderIdentity).not.toBe(before.holderIdentity);
    expect(after.leaseTransitions).toBe(1);
  });

  test("shows its metrics to those whom RBAC lets", async () => {
    const { log } = await run(() => undefined, { metricsBindAddress: "127.0.0.1:0" });
    await eventually(() => expect(log.messages("info")).toContain("serving metrics"));
    const ask = async (token: string | undefined): Promise<number> => {
      const { request } = await import("node:https");
      return new Promise((resolve, reject) => {
        request(`https://${addressIn(log, "serving metrics")}/metrics`, {
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
          rejectUnauthorized: false,
          agent: false,
        })
          .on("response", (response) => resolve(response.resume().statusCode ?? 0))
          .on("error", reject)
          .end();
      });
    };
    expect(await ask(undefined)).toBe(401);
    expect(await ask("made-up")).toBe(401);
    expect(await ask("nobody-token")).toBe(403);
    expect(await ask("admin-token")).toBe(200);
  });
});
