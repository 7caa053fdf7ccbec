#!/bin/sh
# Creates a product and a template, issues 20 license codes, waits for them, exports them as lines of JSON, and locks
# one. Sign in first (`sealwright login`), or set SEALWRIGHT_URL, SEALWRIGHT_KEY_ID and SEALWRIGHT_SECRET.
#
#   issue-codes.sh LICENSE_ID FILE
set -eu
license_id=$1
file=$2

product=$(sealwright products create "Compass $license_id" --display-name Compass \
  --license-id "$license_id" --license-form 3 --value guid)
template=$(sealwright templates create "Compass for ever" --license-id "$license_id" \
  --billing-mode oneTime --is-forever --value guid)
echo "product $product, template $template"

# The same key again would not issue another 20 codes.
sealwright licenses batch-issue --template "$template" --count 20 --idempotency-key "codes-$license_id" --wait

sealwright licenses list --template "$template" --all --json > "$file"
one=$(sealwright licenses list --template "$template" --limit 1 --value guid)
sealwright licenses lock "$one" --reason 'Test of the script'
echo "locked $one"
