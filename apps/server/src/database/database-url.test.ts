import { expect, it } from 'vitest';
import { toDatabaseAddress } from './database-address.ts';
import { findUrlProblem, listServerUrls } from './database-url.ts';

it.each([
  'postgres://user:p%40ss@host:5432/name',
  'postgresql://host/name?sslmode=verify-full',
  'postgres:///name?host=/var/run/postgresql',
  'postgres://host/name?target_session_attrs=primary',
  'postgres://user:p,w@one,two:5433,[fd00::7]:5432/name?target_session_attrs=read-write',
])('accepts %s', (url) => expect(findUrlProblem(url)).toBeNull());

it.each([
  ['mysql://host/name', 'must look like'],
  ['one:5432,two:5432/name', 'must look like'],
  ['postgres://one:5432,two:port/name', 'must look like'],
  ['postgres://one,,two/name', 'empty name'],
  ['postgres://one,two/name?target_session_attrs=any', 'target_session_attrs=read-write'],
  ['postgres://one/name?target_session_attrs=standby', 'target_session_attrs=read-write'],
  ['postgres://one,two/name?host=three', 'before the path'],
  ['postgres:///name?host=one,two', 'before the path'],
])('rejects %s', (url, reason) => expect(findUrlProblem(url)).toContain(reason));

it('lists a URL for each server, with the same user, database and parameters', () => {
  expect(listServerUrls('postgres://u:p@one:1,two/name?sslmode=verify-full')).toEqual([
    'postgres://u:p@one:1/name?sslmode=verify-full',
    'postgres://u:p@two/name?sslmode=verify-full',
  ]);
});

it("leaves a single server's URL to the driver, unless it asks for the primary", () => {
  expect(toDatabaseAddress('postgres://one/name')).toEqual({ connectionString: 'postgres://one/name' });
  expect(toDatabaseAddress('postgres://one/name?target_session_attrs=primary').stream).toBeDefined();
});

it.each(['prefer', 'require', 'verify-ca'])('verifies certificates completely with sslmode=%s', (mode) => {
  expect(toDatabaseAddress(`postgres://one/name?sslmode=${mode}&application_name=x`)).toEqual({
    connectionString: 'postgres://one/name?sslmode=verify-full&application_name=x',
  });
});
