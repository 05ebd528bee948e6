import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString("base64url");

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const CREDENTIAL_INCLUDED = 0x40;

interface Asked {
  challenge: string;
}

/** Deviations from an honest response. */
interface Twist {
  origin?: string;
  rpID?: string;
  verified?: boolean;
  signCount?: number;
  userHandle?: string;
}

/**
 * An in-memory ES256 passkey, whose device counts signatures by default. Responds like a browser at `origin`, or like
 * an attacker with a twist.
 */
export function createAuthenticator({ origin = "http://hub.test", counts = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(32);
  let signCount = 0;
  let userHandle = "";

  const clientData = (type: string, { challenge }: Asked, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));

  function authenticatorData(
    { rpID = new URL(origin).hostname, verified = true }: Twist,
    extra: number,
    count: number,
  ) {
    const flags = USER_PRESENT | (verified ? USER_VERIFIED : 0) | extra;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(rpID), Buffer.from([flags]), counter]);
  }

  const cosePublicKey = () =>
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]),
    );

  const common = {
    id: base64url(credentialId),
    rawId: base64url(credentialId),
    type: "public-key",
    clientExtensionResults: {},
  };

  return {
    /** Returns what `navigator.credentials.create` would, as JSON. */
    create(asked: Asked & { user: { id: string } }, twist: Twist = {}): string {
      userHandle = asked.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const authData = Buffer.concat([
        authenticatorData(twist, CREDENTIAL_INCLUDED, 0),
        Buffer.alloc(16),
        length,
        credentialId,
        cosePublicKey(),
      ]);
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", new Uint8Array(authData)],
        ]) as Parameters<typeof isoCBOR.encode>[0],
      );
      return JSON.stringify({
        ...common,
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", asked, twist.origin ?? origin)),
          attestationObject: base64url(attestation),
          transports: ["internal"],
        },
      });
    },
    /** Returns what `navigator.credentials.get` would, as JSON. */
    get(asked: Asked, twist: Twist = {}): string {
      signCount = twist.signCount ?? (counts ? signCount + 1 : 0);
      const client = clientData("webauthn.get", asked, twist.origin ?? origin);
      const data = authenticatorData(twist, 0, signCount);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return JSON.stringify({
        ...common,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: twist.userHandle ?? userHandle,
        },
      });
    },
  };
}

export type TestAuthenticator = ReturnType<typeof createAuthenticator>;
