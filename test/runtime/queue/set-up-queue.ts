import { WorkQueue } from "../../../src/runtime/queue/work-queue.js";
import { FakeClock } from "../../support/fake-clock.js";

export function setUp(): { clock: FakeClock; queue: WorkQueue } {
  const clock = new FakeClock();
  return { clock, queue: new WorkQueue({ clock }) };
}

/** How many keys are ready for a worker. */
export function depthOf(queue: WorkQueue): number {
  return [...queue.depths().values()].reduce((sum, depth) => sum + depth, 0);
}

/** What a worker would get right now, without waiting. */
export async function takeAll(queue: WorkQueue): Promise<string[]> {
  const taken: string[] = [];
  for (let left = depthOf(queue); left > 0; left -= 1) taken.push((await queue.next())!);
  return taken;
}
