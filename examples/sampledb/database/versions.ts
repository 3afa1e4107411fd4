/*
Copyright 2026

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

/** The allowed upgrades. */

/** Returns why one upgrade cannot change the data from version `from` to version `to`; undefined if it can. */
export function upgradeProblem(from: string, to: string): string | undefined {
  const [fromMajor, fromMinor] = parseVersion(from);
  const [toMajor, toMinor] = parseVersion(to);
  if (toMajor < fromMajor || (toMajor === fromMajor && toMinor < fromMinor)) {
    return `the data has version ${from}, and ${to} is older: set spec.version back to ${from} with its image, or create a SampleDB with restoreFrom`;
  }
  const isNextMinor = toMajor === fromMajor && toMinor === fromMinor + 1;
  const isNextMajor = toMajor === fromMajor + 1 && toMinor === 0;
  if (isNextMinor || isNextMajor) return undefined;
  return `an upgrade from ${from} to ${to} would skip versions: upgrade to ${fromMajor}.${fromMinor + 1} or ${fromMajor + 1}.0 first`;
}

/** The schema allows only this form. */
function parseVersion(version: string): readonly [number, number] {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return [major, minor];
}
