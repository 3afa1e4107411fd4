/** Returns the milliseconds for which the processor worked in this process: other work on the machine does not add to them. */
export function processorTime(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
