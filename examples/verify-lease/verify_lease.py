#!/usr/bin/env python3
"""Verifies a lease of a Sealwright center without the SDK: leases are plain JWS (RFC 7515) with Ed25519.

    verify_lease.py ROOT_KEY DEVELOPER_ID KEYS_FILE LEASE_FILE [NONCE]

KEYS_FILE contains the answer of GET /runtime/v1/keys, LEASE_FILE the `lease` of an activation. NONCE is the random
value that the program sent as `sealwright-nonce` when it fetched the keys; without it, an earlier answer is accepted
too. Prints the claims.

The program itself has to check that the lease is for this device, that it is newer than all earlier leases, and that
the header `sealwright-proof` of the activation is signed for its request (docs/guide/sdk.md, "Other languages").

Needs the package cryptography: pip install cryptography
"""
import base64
import json
import sys
import time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


# Allowed difference between the clocks of two devices, in seconds.
LEEWAY = 300


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def read(jws, expected_type):
    """Returns header, claims, signed bytes and signature. Nothing is verified yet."""
    head, body, signature = jws.strip().split(".")
    header = json.loads(decode(head))
    if header.get("alg") != "EdDSA" or header.get("typ") != expected_type:
        raise ValueError(f"not a {expected_type}")
    # A critical header must be understood, and none is supported.
    if "crit" in header:
        raise ValueError("the token has a critical header")
    return header, json.loads(decode(body)), f"{head}.{body}".encode(), decode(signature)


def believe(jws, expected_type, x, developer):
    """Verifies a token with a key and returns its claims, which must be for this developer."""
    _, claims, signed, signature = read(jws, expected_type)
    Ed25519PublicKey.from_public_bytes(decode(x)).verify(signature, signed)
    if claims.get("iss") != developer:
        raise ValueError("the token is for another developer")
    return claims


def believe_signed(root_key, developer, published, token, expected_type, nonce=None):
    """Verifies a token of a signing key, from the root on. Returns its claims and those of the key's certificate."""
    kid = read(token, expected_type)[0]["kid"]
    revocations = believe(published["revocations"], "sealwright-revocations+jwt", root_key, developer)
    if nonce is not None and revocations.get("nonce") != nonce:
        raise ValueError("the keys are the answer to another request")
    if kid in revocations["revoked"]:
        raise ValueError("the key is retired")
    certificate = next((key["certificate"] for key in published["keys"] if key["kid"] == kid), None)
    if certificate is None or kid not in revocations["keys"]:
        raise ValueError("the key is unknown")
    key = believe(certificate, "sealwright-key+jwt", root_key, developer)
    if key["sub"] != kid:
        raise ValueError("the certificate is for another key")
    # Use the key inside the certificate. The key published next to it is not signed.
    claims = believe(token, expected_type, key["jwk"]["x"], developer)
    if not key["nbf"] - LEEWAY <= claims["iat"] <= key["signsUntil"] + LEEWAY:
        raise ValueError("the key was not allowed to sign at that time")
    return claims, key


def verify(root_key, developer, published, lease, now, nonce=None):
    claims, key = believe_signed(root_key, developer, published, lease, "sealwright-lease+jwt", nonce)
    if not claims["nbf"] - LEEWAY <= now < min(claims["exp"], key["exp"]):
        raise ValueError("the lease is not valid at this time")
    return claims


def main():
    if len(sys.argv) not in (5, 6):
        sys.exit(__doc__)
    root_key, developer, keys_file, lease_file, *nonce = sys.argv[1:]
    with open(keys_file, encoding="utf8") as keys, open(lease_file, encoding="utf8") as lease:
        published, text = json.load(keys), lease.read()
    try:
        claims = verify(root_key, developer, published, text, time.time(), *nonce)
    except InvalidSignature:
        sys.exit("refused: the signature is invalid")
    except (ValueError, KeyError, TypeError) as error:
        sys.exit(f"refused: {error}")
    print(json.dumps(claims, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
