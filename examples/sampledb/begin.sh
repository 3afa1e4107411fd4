#!/usr/bin/env bash
# Begins this project in an empty folder named sampledb. The tutorial names the kind SampleDB and the object example-database, and
# no group: `databases` is ours, the domain is that of its other kind, crontabs.stable.example.com.
set -euo pipefail

tsop init --domain example.com --license apache2
tsop create api --group databases --version v1 --kind SampleDB --short-name sdb
tsop manifests
