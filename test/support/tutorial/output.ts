/** Compares the output on a page with the output of a program. */

/** The parts of a line that differ from run to run. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/\d\d:\d\d:\d\d\.\d{3}/g, "TIME"],
  [/\b\d+(?:\.\d+)? ?(?:ms|s)\b/g, "DURATION"],
  [/(?:127\.0\.0\.1)?:\d{4,5}\b/g, "ADDRESS"],
  [/\b10\.\d+\.\d+\.\d+\b/g, "CLUSTER-IP"],
  [/\b[0-9a-f]{7,40}\b/g, "HASH"],
  [/\b(?:0\.)?\d+\.\d+(?:\.\d+)?\b/g, "NUMBER"],
  [/\band \d+ more\b/g, "and more"],
  [/\b\d+ (KiB|files)\b/g, "some $1"],
  // The first run of an object has either cause: the sample arrives before or after the first list.
  [/\(initial list: (\w+)\)/g, "($1 created)"],
  // How many changes of a Deployment, and of other objects, one run answers depends on how fast they follow each other.
  [/\([^()]*\bDeployment (\S+) [^()]*changed\)/g, "(Deployment $1 changed)"],
  [/\s+/g, " "],
];

/** A line of a page that matches any number of lines. */
const gap = "…";

/** Returns a line in the form in which it is the same in every run. `project` is the folder of the project. */
export function masked(line: string, project: string): string {
  // oxlint-disable-next-line no-control-regex -- colours
  const plain = line.replaceAll(/\u001b\[[\d;]*m/g, "").replaceAll(project, "/home/me/website-operator");
  return masks.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), plain).trim();
}

/** Returns whether a command printed exactly the lines of the page, with anything in place of `…`. */
export function isShown(output: readonly string[], shown: readonly string[]): boolean {
  const [first, ...rest] = shown;
  if (first === undefined) return output.length === 0;
  if (first === gap) return output.some((_, index) => isShown(output.slice(index), rest)) || isShown([], rest);
  return output[0] === first && isShown(output.slice(1), rest);
}

/** Returns the position after the last of the shown lines in the output; undefined while one is missing. */
export function endOf(output: readonly string[], shown: readonly string[]): number | undefined {
  let position = 0;
  for (const line of shown.filter((line) => line !== gap)) {
    const found = output.indexOf(line, position);
    if (found < 0) return undefined;
    position = found + 1;
  }
  return position;
}
