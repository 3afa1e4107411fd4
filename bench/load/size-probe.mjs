/** Loaded into a process by `--import`: it answers each message of its parent with its size after a garbage collection. */
process.on("message", () => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ rss, heapUsed, resources: process.getActiveResourcesInfo().length });
});
