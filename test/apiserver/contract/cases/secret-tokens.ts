/** The Secrets that ask for the token of a service account. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";

const core = "/api/v1/namespaces/$ns";
const quiet = { record: false };
const path = `${core}/secrets/a`;

async function create(api: ContractApi, account: string): Promise<void> {
  const metadata = { name: "a", annotations: { "kubernetes.io/service-account.name": account } };
  const secret = { apiVersion: "v1", kind: "Secret", metadata, type: "kubernetes.io/service-account-token" };
  await api.post(`${core}/secrets`, secret, quiet);
}

const createAccount = (api: ContractApi): Promise<unknown> =>
  api.post(`${core}/serviceaccounts`, { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "own" } }, quiet);

const decode = (text: string): string => Buffer.from(text, "base64").toString();

const showSecret = ({ metadata, data = {}, type }: AnswerBody): unknown => ({
  ...{
    annotations: metadata.annotations,
    type,
    keys: Object.keys(data).sort(),
    namespace: decode(data.namespace ?? ""),
  },
  isAuthority: decode(data["ca.crt"] ?? "").startsWith("-----BEGIN CERTIFICATE-----"),
  claims: claimsOf(data.token),
});

function claimsOf(token: string | undefined): unknown {
  return JSON.parse(Buffer.from(decode(token ?? "").split(".")[1] ?? "", "base64url").toString() || "null");
}

const isFilled = ({ body }: AnswerBody): boolean => body.data?.token !== undefined;
const isGone = ({ status }: AnswerBody): boolean => status === 404;
const showCode = ({ code }: AnswerBody): unknown => code;

const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
const showUser = ({ status, code }: AnswerBody): unknown =>
  status?.userInfo === undefined ? { code } : { username: status.userInfo.username, groups: status.userInfo.groups };

export const cases: readonly ContractCase[] = [
  {
    name: "a Secret gets the token of its account, which is valid as long as both exist",
    async run(api) {
      await createAccount(api);
      await create(api, "own");
      const { body } = await api.until(path, isFilled, { show: showSecret });
      const token = decode(body.data.token);
      // The server compares the token with its own copy of the Secret, which may lag behind.
      await api.until("/version", ({ status }) => status === 200, { token, show: () => "known" });
      const reviews = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
      await api.post(reviews, review, { token, show: showUser });
      await api.delete(`${core}/serviceaccounts/own`, undefined, quiet);
      await api.until(path, isGone, { show: showCode });
    },
  },
  {
    name: "a Secret of an account that does not exist is deleted",
    async run(api) {
      await create(api, "missing");
      await api.until(path, isGone, { show: showCode });
    },
  },
];
