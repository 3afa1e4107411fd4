/**
 * The difference of two texts as `diff -u` shows it, without file names.
 * Source: github.com/pmezard/go-difflib, which finds the longest run of equal lines, then continues before and after it.
 */

interface Run {
  readonly left: number;
  readonly right: number;
  readonly size: number;
}

interface Change {
  readonly isEqual: boolean;
  readonly left: readonly [number, number];
  readonly right: readonly [number, number];
}

const context = 3;

export function unifiedDiff(left: string, right: string): string {
  const [before, after] = [linesOf(left), linesOf(right)];
  const changes = changesOf(runsOf(before, after), before.length, after.length);
  return groupsOf(changes)
    .map((group) => showGroup(group, before, after))
    .join("");
}

function linesOf(text: string): string[] {
  return text.split("\n").map((line) => `${line}\n`);
}

function runsOf(left: readonly string[], right: readonly string[]): Run[] {
  const places = placesOf(right);
  const find = (leftFrom: number, leftTo: number, rightFrom: number, rightTo: number): Run[] => {
    const seed = longestRun(left, places, leftFrom, leftTo, rightFrom, rightTo);
    const longest = grow(seed, left, right, [leftFrom, leftTo], [rightFrom, rightTo]);
    if (longest.size === 0) return [];
    return [
      ...find(leftFrom, longest.left, rightFrom, longest.right),
      longest,
      ...find(longest.left + longest.size, leftTo, longest.right + longest.size, rightTo),
    ];
  };
  return find(0, left.length, 0, right.length);
}

/** Returns the positions of each line. In a long text, it omits frequent lines, which do not show what has moved. */
function placesOf(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [index]);
    else known.push(index);
  }
  if (lines.length < 200) return places;
  const most = Math.floor(lines.length / 100) + 1;
  return new Map([...places].filter(([, each]) => each.length <= most));
}

/** Extends a run with the equal lines before and after it, including frequent lines. */
function grow(
  seed: Run,
  before: readonly string[],
  after: readonly string[],
  [leftFrom, leftTo]: readonly [number, number],
  [rightFrom, rightTo]: readonly [number, number],
): Run {
  let { left, right, size } = seed;
  while (left > leftFrom && right > rightFrom && before[left - 1] === after[right - 1]) {
    [left, right, size] = [left - 1, right - 1, size + 1];
  }
  while (left + size < leftTo && right + size < rightTo && before[left + size] === after[right + size]) size += 1;
  return { left, right, size };
}

function longestRun(
  left: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  leftFrom: number,
  leftTo: number,
  rightFrom: number,
  rightTo: number,
): Run {
  let best: Run = { left: leftFrom, right: rightFrom, size: 0 };
  let sizes = new Map<number, number>();
  for (let index = leftFrom; index < leftTo; index += 1) {
    const next = new Map<number, number>();
    for (const place of places.get(left[index] ?? "") ?? []) {
      if (place < rightFrom || place >= rightTo) continue;
      const size = (sizes.get(place - 1) ?? 0) + 1;
      next.set(place, size);
      if (size > best.size) best = { left: index - size + 1, right: place - size + 1, size };
    }
    sizes = next;
  }
  return best;
}

function changesOf(runs: readonly Run[], leftEnd: number, rightEnd: number): Change[] {
  let [left, right] = [0, 0];
  const all = [...runs, { left: leftEnd, right: rightEnd, size: 0 }];
  return all.flatMap((run) => {
    const changed: Change = { isEqual: false, left: [left, run.left], right: [right, run.right] };
    const isChanged = left < run.left || right < run.right;
    [left, right] = [run.left + run.size, run.right + run.size];
    const equal: Change = { isEqual: true, left: [run.left, left], right: [run.right, right] };
    return [...(isChanged ? [changed] : []), ...(run.size > 0 ? [equal] : [])];
  });
}

/** Groups changes with the lines around them. Changes that are close together share a group. */
function groupsOf(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = [];
  let group: Change[] = [];
  for (const [index, change] of changes.entries()) {
    const { isEqual, left, right } = change;
    const size = left[1] - left[0];
    const start = index === 0 ? Math.max(size - context, 0) : 0;
    const isLast = index === changes.length - 1;
    if (!isEqual) group.push(change);
    else if (index > 0 && !isLast && size > 2 * context) {
      group.push({ isEqual, left: [left[0], left[0] + context], right: [right[0], right[0] + context] });
      groups.push(group);
      group = [{ isEqual, left: [left[1] - context, left[1]], right: [right[1] - context, right[1]] }];
    } else {
      const end = isLast ? Math.max(size - context, 0) : 0;
      group.push({ isEqual, left: [left[0] + start, left[1] - end], right: [right[0] + start, right[1] - end] });
    }
  }
  groups.push(group);
  return groups.filter((each) => each.some(({ isEqual }) => !isEqual));
}

function showGroup(group: readonly Change[], before: readonly string[], after: readonly string[]): string {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return "";
  const head = `@@ -${showRange(first.left[0], last.left[1])} +${showRange(first.right[0], last.right[1])} @@\n`;
  const body = group.map(({ isEqual, left, right }) => {
    const old = before.slice(...left);
    if (isEqual) return old.map((line) => ` ${line}`).join("");
    return [...old.map((line) => `-${line}`), ...after.slice(...right).map((line) => `+${line}`)].join("");
  });
  return head + body.join("");
}

function showRange(from: number, to: number): string {
  const size = to - from;
  if (size === 1) return String(from + 1);
  return size === 0 ? `${from},0` : `${from + 1},${size}`;
}
