/** A reflector on a scripted API server. */
import { onTestFinished } from "vitest";
import { ScopeHealth } from "../../../src/runtime/cache/scope-health.js";
import { Reflector } from "../../../src/runtime/cache/reflector.js";
import { FakeClock, settle } from "../../support/fake-clock.js";
import { bookmark, ScriptedApi, Thing, thing, type WatchCall } from "../../support/scripted-api.js";
import { setUp as setUpInformer } from "./set-up-informer.js";

interface SetUp extends ReturnType<typeof setUpInformer> {
  api: ScriptedApi;
  clock: FakeClock;
  health: ScopeHealth;
  end: () => Promise<void>;
}

export function start(random = 0): SetUp {
  const setUp = setUpInformer();
  const { informer, log } = setUp;
  const [api, clock, controller] = [new ScriptedApi(), new FakeClock(), new AbortController()];
  const health = new ScopeHealth(clock);
  const reflector = new Reflector({
    kind: Thing,
    scope: undefined,
    select: {},
    client: api,
    sink: informer,
    health,
    log,
    clock,
    random: () => random,
  });
  const running = reflector.run(controller.signal);
  const end = async (): Promise<void> => {
    controller.abort();
    await running;
  };
  onTestFinished(end);
  return { ...setUp, api, clock, health, end };
}

/** Lets time pass until the reflector asks for something. */
export async function untilCall({ api, clock }: SetUp): Promise<void> {
  await settle();
  while (api.pending === 0) await clock.advance(100);
}

/** Past the first list, with `a@1` and `b@2` known and a watch open that has sent its bookmark at 10. */
export async function startSynced(random = 0): Promise<SetUp & { watch: WatchCall }> {
  const setUp = start(random);
  const watch = await setUp.api.nextWatch();
  watch.send({ type: "ADDED", object: thing("a", 1) }, { type: "ADDED", object: thing("b", 2) }, bookmark(10, true));
  await settle();
  setUp.told.length = 0;
  return { ...setUp, watch };
}
