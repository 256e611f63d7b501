import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest();
const toText = (bytes: Buffer) => bytes.toString('base64url');

interface Where {
  origin: string;
  rpId: string;
}

/** Creates a device with one passkey, as a browser at some origin would present it. */
export function createSoftwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;

  function toClientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
  function toAuthenticatorData(rpId: string, flags: number, attested = Buffer.alloc(0)): Buffer {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested]);
  }
  const answer = (response: Record<string, unknown>) => ({
    id: toText(id),
    rawId: toText(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    id: toText(id),
    register(challenge: string, { origin, rpId }: Where) {
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, toCoseKey(publicKey)]);
      const data = toAuthenticatorData(rpId, 0x45, attested);
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex');
      return answer({
        clientDataJSON: toText(toClientData('webauthn.create', challenge, origin)),
        attestationObject: toText(Buffer.concat([head, Buffer.from([data.length]), data])),
        transports: ['internal'],
      });
    },
    signIn(challenge: string, { origin, rpId }: Where, { isVerified = true }: { isVerified?: boolean } = {}) {
      const clientData = toClientData('webauthn.get', challenge, origin);
      const data = toAuthenticatorData(rpId, isVerified ? 0x05 : 0x01);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey);
      return answer({
        clientDataJSON: toText(clientData),
        authenticatorData: toText(data),
        signature: toText(signature),
      });
    },
  };
}

/** Encodes ES256 as COSE: a CBOR map with key type, algorithm, curve and coordinates. */
function toCoseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const [head, between] = ['a5010203262001215820', '225820'].map((hex) => Buffer.from(hex, 'hex'));
  return Buffer.concat([
    head ?? Buffer.alloc(0),
    Buffer.from(x, 'base64url'),
    between ?? Buffer.alloc(0),
    Buffer.from(y, 'base64url'),
  ]);
}
