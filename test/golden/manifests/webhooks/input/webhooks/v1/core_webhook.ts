import { AdmissionDenied, type AdmissionRequest, type Defaulter, type Manager, type Validator } from "tsop";
import { Deployment } from "tsop/k8s/apps/v1";
import { Pod } from "tsop/k8s/core/v1";
import { Certificate } from "./certificate.js";

// +kubebuilder:webhook:path=/mutate--v1-pod,mutating=true,failurePolicy=fail,sideEffects=None,groups="",resources=pods,verbs=create,versions=v1,name=mpod-v1.kb.io,admissionReviewVersions=v1,reinvocationPolicy=IfNeeded
class Pods implements Defaulter<Pod>, Validator<Pod> {
  default(pod: Pod): void {
    pod.metadata.labels ??= {};
  }
  validateUpdate(): void {
    throw new AdmissionDenied("pods are not changed");
  }
}

function forbidExec({ subResource }: AdmissionRequest): void {
  if (subResource === "exec") throw new AdmissionDenied("not here");
}

export function setUpCoreWebhooks(manager: Manager): void {
  const pods = new Pods();
  manager.webhook(Pod).withDefaulter(pods).withValidator(pods).complete();
  for (const kind of [Deployment, Certificate]) {
    manager.webhook(kind).withValidator({ validateCreate: () => [] }).complete();
  }
  // @webhook mutating=false groups=core resources=pods/exec;pods/attach verbs=connect versions=v1 scope=Namespaced
  manager.addAdmissionHandler("/forbid-exec", forbidExec);
}
