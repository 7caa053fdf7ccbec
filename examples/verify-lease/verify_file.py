#!/usr/bin/env python3
"""Opens and verifies a license file (D2C) of a Sealwright center without the SDK.

    verify_file.py ROOT_KEY DEVELOPER_ID DEVICE_KEY REQUEST_ID D2C_FILE [TIME]

DEVICE_KEY is the private X25519 key of the device, REQUEST_ID the `jti` of the request file (C2D) that was handed in.
Both are known only to the device that made the request. TIME is in Unix seconds; without it, it is now. Prints the
claims of the lease and the data areas. docs/exchange-vectors.md describes the format and has a file to try.

The program itself has to check that the request is still open, that the lease is for this device, and that it is newer
than all earlier leases.

Needs the package cryptography: pip install cryptography
"""
import base64
import hashlib
import json
import re
import sys
import time
import zlib

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from verify_lease import LEEWAY, believe_signed, decode, verify

# More than the data areas of ten products.
MOST = 8 * 1024 * 1024


def read_file(text, kind):
    """Returns the document in a file, also in one that was quoted in a mail."""
    lines = [re.sub(r"^[>\s]+", "", line).strip() for line in text.lstrip("\ufeff").splitlines()]
    lines = [line for line in lines if line]
    header = f"SEALWRIGHT {kind} 1"
    if header not in lines:
        raise ValueError(f"not a {kind} file of version 1")
    body = lines[lines.index(header) + 1 :]
    end = next((at for at, line in enumerate(body) if re.fullmatch("#[0-9a-f]{8}", line)), None)
    if end is None:
        raise ValueError("the file is incomplete")
    document = "".join(body[:end])
    if body[end] != "#" + hashlib.sha256(f"{kind} {document}".encode()).hexdigest()[:8]:
        raise ValueError("the file is damaged")
    return document


def open_sealed(document, private_key):
    """Opens a compact JWE: ECDH-ES with X25519, AES-256-GCM, DEFLATE."""
    head, encrypted_key, iv, body, tag = document.split(".")
    header = json.loads(decode(head))
    expected = {"alg": "ECDH-ES", "enc": "A256GCM", "zip": "DEF"}
    if any(header.get(name) != value for name, value in expected.items()) or "crit" in header or encrypted_key:
        raise ValueError("the document is sealed in another way")
    public = private_key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    if header.get("kid") != base64.urlsafe_b64encode(public).decode()[:16]:
        raise ValueError("the file belongs to another device")
    shared = private_key.exchange(X25519PublicKey.from_public_bytes(decode(header["epk"]["x"])))
    number = lambda value: value.to_bytes(4, "big")
    # Concat KDF: the round, the secret, the algorithm, no party info, and the length of the key in bits.
    derived = number(1) + shared + number(7) + b"A256GCM" + number(0) + number(0) + number(256)
    key = hashlib.sha256(derived).digest()
    deflated = AESGCM(key).decrypt(decode(iv), decode(body) + decode(tag), head.encode())
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    content = inflate.decompress(deflated, MOST)
    if not inflate.eof:
        raise ValueError("the content is too long")
    return content.decode()


def verify_file(root_key, developer, private_key, request, text, now):
    """Returns the claims of the lease and the data areas, by product and area."""
    token = open_sealed(read_file(text, "D2C"), private_key)
    # The file brings its keys along. The root signed them for this request, so they are not older than it.
    published = json.loads(decode(token.split(".")[1]))
    claims, _ = believe_signed(root_key, developer, published, token, "sealwright-d2c+jwt", request)
    if claims["re"] != request:
        raise ValueError("the file answers another request")
    if not claims["iat"] - LEEWAY <= now < claims["exp"]:
        raise ValueError("the file cannot be imported at this time")
    leases = [part["lease"] for part in claims["packages"] if part["kind"] == "lease"]
    if not leases:
        raise ValueError("the file has no lease")
    lease = verify(root_key, developer, claims, leases[0], now, request)
    zones = {product["licenseId"]: product["zones"] for product in lease["products"]}
    data = {}
    for part in claims["packages"]:
        if part["kind"] != "data":
            continue
        content = decode(part["content"].rstrip("=").replace("+", "-").replace("/", "_"))
        digest = zones.get(part["licenseId"], {}).get(part["area"])
        if digest is not None and hashlib.sha256(content).digest() != decode(digest):
            raise ValueError("a data area does not match the lease")
        data[f"{part['licenseId']} {part['area']}"] = content.decode(errors="replace")
    return {"lease": lease, "data": data}


def main():
    if len(sys.argv) not in (6, 7):
        sys.exit(__doc__)
    root_key, developer, device_key, request, path, *at = sys.argv[1:]
    with open(path, encoding="utf8") as file:
        text = file.read()
    try:
        private_key = X25519PrivateKey.from_private_bytes(decode(device_key))
        found = verify_file(root_key, developer, private_key, request, text, float(at[0]) if at else time.time())
    except (InvalidSignature, InvalidTag):
        sys.exit("refused: the content or the signature is invalid")
    except (ValueError, KeyError, TypeError, AttributeError, zlib.error) as error:
        sys.exit(f"refused: {error}")
    print(json.dumps(found, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
