import { readFileSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { field, text } from "../core/json-fields.js";
import type { ChartAbout, Maintainer } from "../helm/chart-files.js";
import { isSemanticVersion } from "../helm/package/chart-metadata.js";
import { sourceUrl } from "../images/image-labels.js";

/**
 * Returns the metadata of the operator from package.json.
 *
 * @throws TsopError `helm/no-version`
 */
export function chartAbout(root: string, name: string): ChartAbout {
  const json = readPackageJson(root);
  const version = field(json, "version");
  if (typeof version !== "string" || !isSemanticVersion(version)) {
    throw new TsopError(
      "helm/no-version",
      version === undefined
        ? "package.json has no version"
        : `the version ${JSON.stringify(version)} in package.json is not a semantic version`,
      {
        at: { file: "package.json" },
        hint: "The chart uses the version of the project. Set one: npm pkg set version=0.1.0",
      },
    );
  }
  const license = text(json, "license");
  const keywords = field(json, "keywords");
  return {
    ...{ name, version },
    description: text(json, "description") ?? `The Kubernetes operator ${name}`,
    home: webAddress(text(json, "homepage")),
    source: sourceUrl(json),
    support: webAddress(text(json, "bugs") ?? text(field(json, "bugs"), "url")),
    keywords: Array.isArray(keywords) ? (keywords as unknown[]).filter((each) => typeof each === "string") : [],
    maintainers: maintainersOf(json),
    // Not an SPDX identifier: `SEE LICENSE IN …`.
    license: license !== undefined && license !== "UNLICENSED" && !license.includes(" IN ") ? license : undefined,
  };
}

function webAddress(address: string | undefined): string | undefined {
  return address !== undefined && /^https?:\/\//.test(address) && URL.canParse(address) ? address : undefined;
}

/** Returns the author and the maintainers, each once. */
function maintainersOf(json: unknown): Maintainer[] {
  const listed = field(json, "maintainers");
  const people = [field(json, "author"), ...(Array.isArray(listed) ? (listed as unknown[]) : [])].flatMap((each) => {
    const person = typeof each === "string" ? readPerson(each) : personOf(each);
    return person.name === undefined ? [] : [{ ...person, name: person.name }];
  });
  return [...new Map(people.map((each) => [each.email ?? each.name, each])).values()];
}

interface Person extends Omit<Maintainer, "name"> {
  readonly name: string | undefined;
}

function personOf(value: unknown): Person {
  return { name: text(value, "name"), email: text(value, "email"), url: webAddress(text(value, "url")) };
}

/** Reads `NAME <EMAIL> (URL)`, as npm does. */
function readPerson(person: string): Person {
  const [, email] = /<([^<>]{1,200})>/.exec(person) ?? [];
  const [, url] = /\(([^()]{1,500})\)/.exec(person) ?? [];
  const name = person.slice(0, /[<(]/.exec(person)?.index).trim();
  return { name: name === "" ? undefined : name, email, url: webAddress(url) };
}

function readPackageJson(root: string): unknown {
  try {
    return JSON.parse(readFileSync(path.join(root, "package.json"), "utf8").replace(/^\uFEFF/, "")) as unknown;
  } catch (cause) {
    throw new TsopError("helm/no-version", `cannot read package.json: ${String(cause)}`, {
      at: { file: "package.json" },
      hint: "Correct the file: the chart uses its version.",
      cause,
    });
  }
}
