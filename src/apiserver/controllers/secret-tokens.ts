/**
 * Fills the Secrets that ask for the token of a service account, and deletes those of accounts that do not exist. Source:
 * kubernetes/pkg/controller/serviceaccount/tokens_controller.go.
 */
import { type ApiObject, textMapOf, textOf } from "../api-object.js";
import { issueSecretToken } from "../authentication/secret-tokens.js";
import type { SigningKey } from "../authentication/signed-tokens.js";
import { storageKeyOf } from "../resource.js";
import type { ControllerObjects, Stoppable } from "./controller-objects.js";

const secrets = storageKeyOf("", "secrets");
const accounts = storageKeyOf("", "serviceaccounts");
const nameAnnotation = "kubernetes.io/service-account.name";
const uidAnnotation = "kubernetes.io/service-account.uid";

export interface SecretTokenParts {
  readonly key: () => SigningKey;
  /** PEM. */
  readonly caCertificate: string;
}

export function fillSecretTokens(objects: ControllerObjects, { key, caCertificate }: SecretTokenParts): Stoppable {
  const { store } = objects.parts;
  const queue = objects.queues.create((each) => sync(each));
  for (const secret of store.list(secrets)) observe(secret);
  return queue.feedBy(
    store.subscribeToAll((storageKey, { type, object }) => {
      if (storageKey === secrets && type !== "DELETED") observe(object);
      else if (storageKey === accounts && type === "DELETED") {
        for (const secret of store.list(secrets, object.metadata.namespace)) observe(secret);
      }
    }),
  );

  function observe(secret: ApiObject): void {
    const { namespace = "", name = "" } = secret.metadata;
    if (textOf(secret, "type") === "kubernetes.io/service-account-token") queue.add(`${namespace}/${name}`);
  }

  async function sync(each: string): Promise<void> {
    const [namespace = "", name = ""] = each.split("/");
    const secret = store.get(secrets, namespace, name);
    if (secret === undefined || secret.metadata.deletionTimestamp !== undefined) return;
    const { [nameAnnotation]: accountName = "", [uidAnnotation]: uid = "" } = secret.metadata.annotations ?? {};
    const account = store.get(accounts, namespace, accountName);
    if (account === undefined || (uid !== "" && uid !== account.metadata.uid)) {
      await objects.delete(objects.builtIn(secrets), secret, {});
      return;
    }
    const data = textMapOf(secret, "data");
    const wanted = {
      "ca.crt": encode(caCertificate),
      namespace: encode(namespace),
      token: data["token"] ?? encode(issueSecretToken(account, secret, key())),
    };
    const isDone = uid !== "" && Object.entries(wanted).every(([field, value]) => data[field] === value);
    if (isDone) return;
    await objects.update(objects.builtIn(secrets), secret, (live) => {
      const annotations = { ...live.metadata.annotations, [uidAnnotation]: account.metadata.uid ?? "" };
      return { ...live, metadata: { ...live.metadata, annotations }, data: { ...textMapOf(live, "data"), ...wanted } };
    });
  }
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64");
}
