#!/usr/bin/env node
// The entry of a release archive: `node tidemark.mjs [command]`.
const least = 24;
if (Number(process.versions.node.split('.')[0]) < least) {
  console.error(`Tidemark needs Node ${least} or later; this is ${process.version}.`);
  process.exit(1);
}
await import('./apps/server/src/main.ts');
