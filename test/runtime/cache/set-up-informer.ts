import { Informer } from "../../../src/runtime/cache/informer.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { Thing, thing } from "../../support/scripted-api.js";

interface SetUp {
  informer: Informer<Thing>;
  log: RecordingLogger;
  /** What handlers were told, as `added a@1`. */
  told: string[];
  contents: () => string[];
}

export function print({ metadata }: Thing): string {
  const where = metadata.namespace === undefined ? "" : `${metadata.namespace}/`;
  return `${where}${metadata.name}@${metadata.resourceVersion}`;
}

export function setUp(scopes: readonly (string | undefined)[] = [undefined]): SetUp {
  const log = new RecordingLogger();
  const informer = new Informer({ kind: Thing, log });
  informer.cover(scopes);
  const told: string[] = [];
  informer.onChange((change) => told.push(`${change.kind} ${print(change.object)}`));
  return { informer, log, told, contents: () => Array.from(informer.values(), print).sort() };
}

/** `a@5` is known, and the watch has told everything up to 10. */
export function synced(): SetUp {
  const result = setUp();
  result.informer.replace(undefined, [thing("a", 5)], "10");
  result.told.length = 0;
  return result;
}
