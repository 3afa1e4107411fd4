import { expect, test } from "vitest";
import { limitHeap } from "../../src/commands/limit-heap.js";
import { FakeClock, settle } from "../support/fake-clock.js";

function growing(): { bytes: number; favored: number; totalBytes: () => number; favorMemory: () => void } {
  const heap = {
    ...{ bytes: 40e6, favored: 0 },
    totalBytes: () => heap.bytes,
    favorMemory: () => void (heap.favored += 1),
  };
  return heap;
}

test("V8 favors memory once the heap is large, and is told once", async () => {
  const [clock, heap] = [new FakeClock(), growing()];
  const ended = limitHeap(clock, new AbortController().signal, heap);
  await clock.advance(60_000);
  expect(heap.favored).toBe(0);
  heap.bytes = 150e6;
  await clock.advance(1_000);
  await ended;
  await clock.advance(60_000);
  expect(heap.favored).toBe(1);
});

test("a server that ends leaves V8 as it is", async () => {
  const [clock, heap, stop] = [new FakeClock(), growing(), new AbortController()];
  const ended = limitHeap(clock, stop.signal, heap);
  await settle();
  stop.abort();
  heap.bytes = 150e6;
  await ended;
  expect(heap.favored).toBe(0);
});
