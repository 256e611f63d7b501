import { rateLimits as defaultLimits, type LimitName, type RateLimits } from '@tidemark/contract';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** A URL without trailing slashes. */
export const url = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .transform((value) => value.replace(/\/+$/, ''));

/** A URL at which Tidemark itself is opened. */
export const rootUrl = url.refine((value) => {
  const { pathname, search, hash, username, password } = new URL(value);
  return pathname === '/' && !search && !hash && !username && !password;
}, 'must be an address without a path, such as https://tidemark.example.com: Tidemark cannot run below a path');

/** Encryption keys: each with a unique ID and 32 bytes. */
export const encryptionKeys = z
  .string()
  .trim()
  .refine((text) => text.split(',').every(isKey), 'must be id:<32 bytes in base64>, separated by commas')
  .refine((text) => {
    const ids = text.split(',').map((entry) => entry.trim().split(':')[0]);
    return new Set(ids).size === ids.length;
  }, 'contains duplicate key IDs');

function isKey(entry: string): boolean {
  const [id = '', encoded = '', ...more] = entry.trim().split(':');
  return more.length === 0 && /^[A-Za-z0-9_-]{1,32}$/.test(id) && Buffer.from(encoded, 'base64').length === 32;
}

/** Accepts a proxy's address or network, never all addresses: a trusted proxy decides which IP a request counts for. */
export function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  if (ipaddr.isValidCIDR(text)) {
    const [network, length] = ipaddr.parseCIDR(text);
    const minLength = network.range() === 'uniqueLocal' ? 7 : network.kind() === 'ipv4' ? 8 : 16;
    return length >= minLength;
  }
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** Returns true for a host on the local network: loopback, private addresses, a name without a dot. */
export function isNearby(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(name)) return !name.includes('.') || name.endsWith('.localhost');
  return ['loopback', 'private', 'linkLocal', 'uniqueLocal'].includes(ipaddr.process(name).range());
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}

/** Overrides for named rate limits, such as `checkout=20/3600, heavyRead=600/60`; the others keep their defaults. */
export const rateLimits = z
  .string()
  .trim()
  .default('')
  .transform((text, context): RateLimits => {
    const limits: RateLimits = { ...defaultLimits };
    for (const entry of text.split(',').filter((part) => part.trim() !== '')) {
      const [, name = '', max, seconds] = /^\s*(\w+)=([1-9]\d{0,8})\/([1-9]\d{0,5})\s*$/.exec(entry) ?? [];
      if (isLimitName(name)) limits[name] = { ...limits[name], max: Number(max), seconds: Number(seconds) };
      else context.addIssue({ code: 'custom', message: `must be name=max/seconds, with names of ${limitNames}` });
    }
    return limits;
  });

const limitNames = Object.keys(defaultLimits).join(', ');

function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(defaultLimits, name);
}

export const isoZone = z
  .string()
  .trim()
  .min(1)
  .refine((zone) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
    } catch {
      return false;
    }
  }, 'must be a time zone such as America/Los_Angeles');
