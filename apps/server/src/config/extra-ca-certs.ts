import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';

/**
 * Trusts the certificates in EXTRA_CA_CERTS for all TLS connections from this process: to providers, databases and
 * Redis. Errors about an unusable file are left to the configuration.
 */
export function trustExtraCaCerts({ EXTRA_CA_CERTS: file }: Record<string, string | undefined>): void {
  if (!file || findCaProblem(file) !== null) return;
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...readCertificates(file)]);
}

/** Returns the reason why the file cannot be used, or null. */
export function findCaProblem(file: string): string | null {
  try {
    const certificates = readCertificates(file);
    if (certificates.length === 0) return 'contains no certificate: it must be a file in PEM format';
    for (const certificate of certificates) void new X509Certificate(certificate);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return code.startsWith('ERR_') ? 'contains a certificate that cannot be parsed' : `cannot be read (${code})`;
  }
}

function readCertificates(file: string): string[] {
  return readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}
