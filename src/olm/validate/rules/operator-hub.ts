/** The rules of OperatorHub.io. Source: operator-framework/api, pkg/validation/internal/operatorhub.go. */
import { isEmail } from "../../../apiserver/custom-resources/email-format.js";
import { compareSemvers, type Semver } from "../../../cel/semver.js";
import { parseUrl } from "../../../cel/url.js";
import { csvKeys } from "../../annotations.js";
import { readTolerantVersion } from "../go-semver.js";
import { csvRule, foundIf, type Rule } from "../rule.js";

const unsetVersion: Semver = { major: 0n, minor: 0n, patch: 0n, prerelease: [] };

export const iconTypes: readonly string[] = ["image/gif", "image/jpeg", "image/png", "image/svg+xml"];

export const operatorHubRules: readonly Rule[] = [
  csvRule({
    name: "provider",
    severity: "error",
    hint: "Set spec.provider.name to the person or the company that publishes the operator.",
    check: ({ spec, at }) =>
      foundIf(
        (spec.provider?.name ?? "").trim() === "",
        () => at("spec", "provider"),
        () => "spec.provider.name is missing",
      ),
  }),
  csvRule({
    name: "maintainer",
    severity: "error",
    hint: "Give each maintainer a name and an email address.",
    check: ({ spec, at }) =>
      (spec.maintainers ?? []).flatMap(({ name = "", email = "" }, index) =>
        foundIf(
          name === "" || email === "",
          () => at("spec", "maintainers", index),
          () => `spec.maintainers[${index}] has no ${name === "" ? "name" : "email"}`,
        ),
      ),
  }),
  csvRule({
    name: "maintainer-email",
    severity: "error",
    hint: "Write an email address, such as ada@example.com.",
    check: ({ spec, at }) =>
      (spec.maintainers ?? []).flatMap(({ email = "" }, index) =>
        foundIf(
          email !== "" && !isEmail(email),
          () => at("spec", "maintainers", index, "email"),
          () => `"${email}" is not an email address`,
        ),
      ),
  }),
  csvRule({
    name: "link",
    severity: "error",
    hint: "Give each link a name and a URL.",
    check: ({ spec, at }) =>
      (spec.links ?? []).flatMap(({ name = "", url = "" }, index) =>
        foundIf(
          name === "" || url === "",
          () => at("spec", "links", index),
          () => `spec.links[${index}] has no ${name === "" ? "name" : "url"}`,
        ),
      ),
  }),
  csvRule({
    name: "link-url",
    severity: "error",
    hint: "Write a whole URL, such as https://example.com/docs.",
    check: ({ spec, at }) =>
      (spec.links ?? []).flatMap(({ url = "" }, index) =>
        foundIf(
          url !== "" && typeof parseUrl(url) === "string",
          () => at("spec", "links", index, "url"),
          () => `"${url}" is not a URL`,
        ),
      ),
  }),
  csvRule({
    name: "csv-version",
    severity: "error",
    hint: "Set spec.version to the version of the operator, such as 0.0.1.",
    check: ({ spec, at }) => {
      const { version: text = "0.0.0" } = spec;
      const version = readTolerantVersion(text);
      return foundIf(
        version !== undefined && compareSemvers(version, unsetVersion) === 0 && !text.includes("+"),
        () => at("spec", "version"),
        () => "spec.version is not set",
      );
    },
  }),
  csvRule({
    name: "icon-missing",
    severity: "warning",
    hint: "Add spec.icon: one image as base64data with its mediatype.",
    check: ({ spec, at }) =>
      foundIf(
        spec.icon === undefined,
        () => at("spec"),
        () => "spec.icon is missing",
      ),
  }),
  csvRule({
    name: "icon-count",
    severity: "error",
    hint: "List one icon in spec.icon.",
    check: ({ spec, at }) =>
      foundIf(
        spec.icon !== undefined && spec.icon.length !== 1,
        () => at("spec", "icon"),
        () => `spec.icon has ${String(spec.icon?.length)} icons`,
      ),
  }),
  csvRule({
    name: "icon",
    severity: "error",
    hint: "Set both base64data and mediatype.",
    check: ({ spec, at }) => {
      const [icon] = spec.icon ?? [];
      const isEmpty = icon !== undefined && ((icon.base64data ?? "") === "" || (icon.mediatype ?? "") === "");
      return foundIf(
        isEmpty,
        () => at("spec", "icon", 0),
        () => "spec.icon[0] has no base64data or no mediatype",
      );
    },
  }),
  csvRule({
    name: "icon-type",
    severity: "error",
    hint: `Use one of these types: ${iconTypes.join(", ")}.`,
    check: ({ spec, at }) => {
      const type = spec.icon?.[0]?.mediatype ?? "";
      return foundIf(
        type !== "" && !iconTypes.includes(type),
        () => at("spec", "icon", 0, "mediatype"),
        () => `"${type}" is not a type of an icon`,
      );
    },
  }),
  csvRule({
    name: "icon-data",
    severity: "error",
    isOwn: true,
    hint: "Encode the bytes of the image in base64, and name its type.",
    check: ({ spec, at }) => {
      const { base64data = "", mediatype = "" } = spec.icon?.[0] ?? {};
      const fault = base64data === "" || !iconTypes.includes(mediatype) ? undefined : iconFault(base64data, mediatype);
      return fault === undefined ? [] : [{ at: at("spec", "icon", 0, "base64data"), message: fault }];
    },
  }),
];

const beginnings: Readonly<Record<string, RegExp>> = {
  "image/gif": /^GIF8/,
  "image/jpeg": /^\xff\xd8\xff/,
  "image/png": /^\x89PNG/,
  "image/svg+xml": /<svg[\s>]/,
};

function iconFault(base64: string, type: string): string | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64.replaceAll(/\s/g, ""))) return "spec.icon[0].base64data is not base64";
  const text = Buffer.from(base64, "base64").toString("latin1");
  return beginnings[type]?.test(text) === false
    ? `spec.icon[0].base64data is not an image of the type ${type}`
    : undefined;
}

export const capabilityLevels: readonly string[] = [
  "Basic Install",
  "Seamless Upgrades",
  "Full Lifecycle",
  "Deep Insights",
  "Auto Pilot",
];

export const capabilityRules: readonly Rule[] = [
  csvRule({
    name: "capabilities",
    severity: "error",
    hint: `Write one of these: ${capabilityLevels.join(", ")}.`,
    check: ({ annotations, at }) => {
      const level = annotations[csvKeys.capabilities];
      return foundIf(
        level !== undefined && !capabilityLevels.includes(level),
        () => at("metadata", "annotations", csvKeys.capabilities),
        () => `"${level ?? ""}" is not a capability level`,
      );
    },
  }),
];

export const standardCategories: readonly string[] = [
  ...["AI/Machine Learning", "Application Runtime", "Big Data", "Cloud Provider", "Database", "Developer Tools"],
  ...["Integration & Delivery", "Logging & Tracing", "Modernization & Migration", "Monitoring", "Networking"],
  ...["Observability", "OpenShift Optional", "Security", "Storage", "Streaming & Messaging"],
];

export const categoryRules: readonly Rule[] = [
  csvRule({
    name: "categories",
    severity: "error",
    hint: `Write some of these, separated by commas: ${standardCategories.join(", ")}.`,
    check: ({ annotations, at }, { values }) => {
      const { categories = standardCategories } = values;
      const given = annotations[csvKeys.categories]?.split(",").map((category) => category.trim()) ?? [];
      const catalog = values.categories === undefined ? "OperatorHub.io" : "OPERATOR_BUNDLE_CATEGORIES";
      return given
        .filter((category) => !categories.includes(category))
        .map((category) => ({
          at: at("metadata", "annotations", csvKeys.categories),
          message: `"${category}" is not a category of ${catalog}`,
          ...(values.categories === undefined ? {} : { hint: `The categories are ${categories.join(", ")}.` }),
        }));
    },
  }),
];
