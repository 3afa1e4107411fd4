#!/usr/bin/env bash
# The commands that this project began with, in an empty folder.
set -euo pipefail

tsop init --domain presslabs.org --project-name mysql-operator
tsop create api --group mysql --version v1alpha1 --kind MysqlCluster --plural mysqlclusters --resource --controller
tsop create api --group mysql --version v1alpha1 --kind MysqlBackup --plural mysqlbackups --resource --controller
