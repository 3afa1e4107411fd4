import {
  type AdmissionContext,
  type Defaulter,
  field,
  type Manager,
  type ValidationResult,
  type Validator,
} from "tsop";
import { Website } from "../../api/v1/website_types.js";

const createdBy = "web.example.com/created-by";

/** Records in an annotation who creates a Website. */
export class WebsiteDefaulter implements Defaulter<Website> {
  default(website: Website, { request }: AdmissionContext<Website>): void {
    if (request.operation !== "CREATE") return;
    const { username = "" } = request.userInfo;
    website.metadata.annotations = { ...website.metadata.annotations, [createdBy]: username };
  }
}

/** Rejects pages that load files without TLS, and changes of the annotation. */
export class WebsiteValidator implements Validator<Website> {
  validateCreate({ spec }: Website, context: AdmissionContext<Website>): ValidationResult {
    if (!spec.html.includes("<title>")) context.warn("spec.html: the page has no <title>");
    const sources = [...spec.html.matchAll(/\bsrc="(http:[^"]*)"/g)];
    return sources.map(([, url]) => field.invalid("spec.html", url, "the page must load files by https"));
  }

  validateUpdate(old: Website, website: Website, context: AdmissionContext<Website>): ValidationResult {
    if (website.metadata.annotations?.[createdBy] !== old.metadata.annotations?.[createdBy]) {
      return [field.forbidden(`metadata.annotations[${createdBy}]`, "it cannot change")];
    }
    return website.spec.html === old.spec.html ? [] : this.validateCreate(website, context);
  }
}

/** Registers the webhooks of Website; `npm run manifests` generates their configuration from this function. */
export function setupWebsiteWebhook(manager: Manager): void {
  manager.webhook(Website).withDefaulter(new WebsiteDefaulter()).withValidator(new WebsiteValidator()).complete();
}
