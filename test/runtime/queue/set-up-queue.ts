import { WorkQueue } from "../../../src/runtime/queue/work-queue.js";
import { FakeClock } from "../../support/fake-clock.js";

export function setUp(): { clock: FakeClock; queue: WorkQueue } {
  const clock = new FakeClock();
  return { clock, queue: new WorkQueue({ clock }) };
}

/** What a worker would get right now, without waiting. */
export async function takeAll(queue: WorkQueue): Promise<string[]> {
  const taken: string[] = [];
  while (queue.depth > 0) taken.push((await queue.next())!);
  return taken;
}
