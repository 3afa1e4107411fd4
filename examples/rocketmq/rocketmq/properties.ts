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

/** The settings of broker.conf by name. */
export type Properties = Readonly<Record<string, string>>;

/** Returns the text of broker.conf, in which a backslash starts an escape. The same settings produce the same text. */
export function printProperties(properties: Properties): string {
  return Object.entries(properties)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value.replaceAll("\\", "\\\\")}\n`)
    .join("");
}

/** Parses the response of a broker with its settings: one per line, without escapes. */
export function parseProperties(text: string): Properties {
  const lines = text.split("\n").filter((line) => line.includes("=") && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.indexOf("=");
      return [line.slice(0, end).trim(), line.slice(end + 1).trim()];
    }),
  );
}
