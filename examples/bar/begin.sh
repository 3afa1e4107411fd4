#!/usr/bin/env bash
# Begins this project in an empty folder named bar, with the commands of the first tutorial.
set -euo pipefail

tsop init --domain abc.com --license apache2 --owner "zhangsan"
tsop create api --group foo --version v1 --kind Bar
tsop manifests # kubebuilder: make manifests
