import { isIP } from 'node:net';

/**
 * Returns true if a request names this installation. After DNS rebinding, a browser would name the attacker's host; IPs
 * and names without a dot cannot belong to an attacker.
 */
export function isKnownHost(hostname: string, appHostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (name === appHostname.toLowerCase() || !name.includes('.') || name.endsWith('.localhost')) return true;
  return isIP(name) !== 0;
}
