#!/usr/bin/env bash
# How this project was begun: the commands of the tutorial, with tsop for operator-sdk. (`mkdir rocketmq-operator` gave the project its name there.)
set -euo pipefail
tsop init --domain daocloud.io --project-name rocketmq-operator
tsop create api --group rocketmq --version v1 --kind Broker --resource --controller
tsop create api --group rocketmq --version v1 --kind NameService --resource --controller
