/** What the same work takes on a machine at rest, in milliseconds of the processor. */
const atRestMs = 60;

/**
 * How many times slower this machine is now than one at rest, at least 1: neighbours in its caches and on its cores cost time of the
 * processor, too.
 */
export function measureSlowness(): number {
  const text = JSON.stringify(Array.from({ length: 40_000 }, (_, index) => ({ name: `n${index}`, value: index / 7 })));
  let leastMs = Infinity;
  for (let attempt = 0; attempt < 5; attempt++) {
    const start = process.cpuUsage();
    JSON.stringify(JSON.parse(text));
    const { user, system } = process.cpuUsage(start);
    leastMs = Math.min(leastMs, (user + system) / 1000);
  }
  return Math.max(1, leastMs / atRestMs);
}
