#!/usr/bin/env bash
# Begins this project in an empty folder named crontab. The tutorial gives a CRD and an object, and no command: its group is
# stable.example.com, which is the domain alone, and its short name is ct.
set -euo pipefail

tsop init --domain stable.example.com --license apache2
tsop create api --version v1 --kind CronTab --short-name ct
tsop manifests
