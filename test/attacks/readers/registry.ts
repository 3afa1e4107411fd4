/**
 * The modules that read texts and have no size test among {@link measured}: each with the test that has it, or with the
 * reason that none is needed.
 */

/** By the module in `src/`: the test in `test/` that measures it with `expectLinear`. */
export const measuredElsewhere: Readonly<Record<string, string>> = {
  "apiserver/custom-resources/email-format.ts": "apiserver/custom-resources/email-format.size.test.ts",
  "apiserver/custom-resources/json-path/parse.ts": "apiserver/foreign-texts.size.test.ts",
  "apiserver/endpoints/continue-token.ts": "apiserver/foreign-texts.size.test.ts",
  "apiserver/http/media-type.ts": "apiserver/http/media-type.size.test.ts",
  "apiserver/http/request-info.ts": "apiserver/foreign-texts.size.test.ts",
  "apiserver/http/request-url.ts": "apiserver/foreign-texts.size.test.ts",
  "apiserver/kinds/batch/cron-schedule.ts": "apiserver/foreign-texts.size.test.ts",
  "apiserver/selectors/field-selector.ts": "apiserver/foreign-texts.size.test.ts",
  "apiserver/selectors/label-selector.ts": "apiserver/foreign-texts.size.test.ts",
  "cel/times.ts": "apiserver/foreign-texts.size.test.ts",
  "cel/tokens.ts": "apiserver/foreign-texts.size.test.ts",
  "core/json-difference.ts": "core/json-difference.size.test.ts",
  "core/split-selector.ts": "core/split-selector.size.test.ts",
  "core/stack-mapper.ts": "core/foreign-texts.size.test.ts",
  "core/timestamps.ts": "core/foreign-texts.size.test.ts",
  "core/visible.ts": "core/visible.size.test.ts",
  "core/yaml-documents.ts": "core/yaml-documents.size.test.ts",
  "kube/api-error.ts": "kube/api-error.size.test.ts",
  "kube/label-selector.ts": "kube/label-selector.size.test.ts",
  "render/field-path.ts": "core/foreign-texts.size.test.ts",
};

/** Node reads the whole text (`JSON.parse`), and nothing but some fields of it is looked at: nothing grows with it but that. */
export const readByNode: readonly string[] = [
  "apiserver/admission/webhooks/apply-patch.ts",
  "apiserver/kinds/autoscaling/convert-autoscaler.ts",
  "apiserver/kinds/core/validate-persistent-volume.ts",
  "apiserver/protobuf/scalar-types.ts",
  "cluster/deploy/conversion-answers.ts",
  "commands/local-cluster.ts",
  "core/json-fields.ts",
  "doctor/cluster/cluster-facts.ts",
  "doctor/project/project-facts.ts",
  "generate/webhooks/selectors.ts",
  "kube/answered-writes.ts",
  "kube/discovery.ts",
  "kube/exec-credential.ts",
  "kube/oidc.ts",
  "kube/watch-stream.ts",
  "project/files.ts",
  "runtime/webhook/answer-admission.ts",
  "runtime/webhook/field.ts",
  "testing/kills/scenario-run.ts",
  "testing/kills/state.ts",
  "testing/kills/write.ts",
];

/** The pattern is put together of constants, and the readers of its folder that are measured use it. */
export const constantPatterns: readonly string[] = [
  "apiserver/kinds/batch/validate-job.ts",
  "apiserver/kinds/networking/ingress-classes.ts",
  "apiserver/kinds/pods/validate-security.ts",
  "source/permissions/actions.ts",
  "source/types/read-conditional.ts",
  "source/webhooks/calls.ts",
  "source/webhooks/handler-tags.ts",
];

/** What they read is given to a reader that is measured. */
export const passOn: readonly string[] = [
  "cel/functions.ts",
  "cluster/crd-files.ts",
  "cluster/manifest-files.ts",
  "commands/rendered-objects.ts",
  "core/yaml-splice.ts",
  "kube/kubeconfig-file.ts",
  "kube/yaml-parser.ts",
  "project/file.ts",
  "render/folder.ts",
  "render/read-document.ts",
  "scaffold/edits/read-types.ts",
  "source/parsed-file.ts",
  "source/read-tsconfig.ts",
];

/** They look for a word in the sources of the project that the command changes, by a pattern in which nothing is repeated. */
export const ownCode: readonly string[] = [
  "scaffold/api.ts",
  "scaffold/modes/manager-file.ts",
  "scaffold/modes/plan-modes.ts",
  "scaffold/modes/read-modes.ts",
  "scaffold/modes/role-scope.ts",
  "scaffold/package-json.ts",
  "scaffold/webhook/controller-test.ts",
  "scaffold/webhook/plan-webhook.ts",
  "scaffold/webhook/test-file.ts",
  "source/permissions/values-of.ts",
];

/** They read what tsop ships or wrote itself, what it printed a moment ago, or an option of its user. */
export const ownTexts: readonly string[] = [
  "apiserver/kinds/validation/internal-forms.ts",
  "apiserver/protobuf-messages.ts",
  "apiserver/recorded-objects.ts",
  "apiserver/storage/saved-data.ts",
  "cluster/lend-webhooks.ts",
  "commands/chart-about.ts",
  "commands/converted-versions.ts",
  "commands/declared/flags.ts",
  "commands/declared/values.ts",
  "commands/doctor.ts",
  "commands/envtest/versions.ts",
  "commands/fresh-manifests.ts",
  "commands/images/image-options.ts",
  "commands/images/operator-sbom.ts",
  "commands/pack-self.ts",
  "commands/tsop-dependency.ts",
  "commands/version.ts",
  "generate/join-declarations.ts",
  "generate/rbac.ts",
  "helm/facts.ts",
  "helm/follow-names.ts",
  "helm/slots.ts",
  "machinery/journal.ts",
  "machinery/process-lock.ts",
  "machinery/project-state.ts",
  "render/merge-schema.ts",
  "runtime/log/create-logger.ts",
  "schema/built-in-resources.ts",
  "schema/go-fields.ts",
  "schema/openapi-data.ts",
  "schema/packed-types.ts",
  "source/types/read-tuple.ts",
  "testing/memory/seeds.ts",
  "testing/round-trip/arbitrary-object.ts",
  "testing/round-trip/round-trip.ts",
];
