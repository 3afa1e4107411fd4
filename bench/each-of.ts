/** Runs `count` pieces of work, with at most `workers` at a time. */
export async function eachOf(count: number, workers: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}
