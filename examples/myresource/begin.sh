#!/usr/bin/env bash
# Begins this project in an empty folder named myresource, with the command of the second tutorial.
set -euo pipefail

tsop init --domain=my.domain --create-api --api-version=my.domain/v1 --kind=MyResource # operator-sdk init …
tsop manifests
