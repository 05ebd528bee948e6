import { generateKeyPairSync, sign } from "node:crypto";

/** A DER element: tag, length, content. */
function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  // The shortest length form, or browsers reject it.
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: Uint8Array[]) => der(0x30, ...contents);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const utcTime = (text: string) => der(0x17, Buffer.from(text));

const ECDSA_WITH_SHA256 = sequence(oid("2a8648ce3d040302"));
const COMMON_NAME = oid("550403");
const SUBJECT_ALTERNATIVE_NAME = oid("551d11");

/** A key and a self-signed certificate for one DNS name, valid until 2049. */
export function selfSignedCertificate(dnsName: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(dnsName)))));
  const alternativeNames = sequence(der(0x82, Buffer.from(dnsName)));
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime("200101000000Z"), utcTime("491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(sequence(SUBJECT_ALTERNATIVE_NAME, der(0x04, alternativeNames)))),
  );
  const signature = sign("sha256", toBeSigned, privateKey);
  const certificate = sequence(toBeSigned, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
