#!/usr/bin/env bash
# Begins this project in an empty folder named readings. One extension API server serves both kinds: Readings are computed for each
# read, Measurements are in its memory.
set -euo pipefail

tsop init --domain abc.com --license apache2
tsop create apiserver --group metrics --version v1 --kind Reading --storage virtual --short-name rd
tsop create apiserver --group metrics --version v1 --kind Measurement
tsop manifests
