import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startKillable, type Killable } from '../test/program/killable.ts';
import { until } from '../test/until.ts';
import { newPlaces } from '../test/program/tidemark-process.ts';

const small = ['-t', 'tmpfs', '-o', 'size=160m,mode=700', 'tmpfs'];
const mount = (folder: string) => spawnSync('mount', [...small, folder]).status === 0;

/** Requires the right to mount. */
const mayMount = spawnSync('unshare', ['-m', 'mount', ...small, '/mnt']).status === 0 && process.getuid?.() === 0;

describe.runIf(mayMount)('a data folder on a full disk', () => {
  let program: Killable;
  let filler: string;
  beforeAll(async () => {
    const places = await newPlaces();
    if (!mount(places.dataDir)) throw new Error('There is no small disk to try it on');
    program = await startKillable({}, places);
    filler = path.join(places.dataDir, 'filler');
  });
  afterAll(async () => {
    const { dataDir } = program.places;
    await program.process().stop();
    spawnSync('umount', [dataDir]);
    await program.remove();
  });

  async function fill(): Promise<void> {
    const { bavail, bsize } = await statfs(program.places.dataDir);
    await writeFile(filler, Buffer.alloc(bavail * bsize, 1)).catch(() => undefined);
    await writeFile(filler, Buffer.alloc(4096, 1), { flag: 'a' }).catch(() => undefined);
  }

  interface Answer {
    status: number;
    code: string;
  }

  async function ask(
    method: string,
    place: string,
    body?: string | FormData,
    type = 'application/json',
  ): Promise<Answer> {
    const { accessToken } = await program.control<{ accessToken: string }>('tokens', { email: 'theo@sandbox.test' });
    const answer = await fetch(`${program.url()}/api/v1${place}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(typeof body === 'string' ? { 'content-type': type } : {}),
      },
      ...(body === undefined ? {} : { body }),
    });
    const { error } = (await answer.json()) as { error?: { code: string } };
    return { status: answer.status, code: error?.code ?? '' };
  }

  async function upload(): Promise<Answer> {
    const noise = { create: { width: 500, height: 500, channels: 3 as const, background: '#2f6f8f' } };
    const png = await sharp(noise).png().toBuffer();
    const form = new FormData();
    form.append('profileImage', new Blob([new Uint8Array(png)]), 'me.png');
    return ask('POST', '/user/profile/upload-image', form);
  }

  it('reports the error, keeps running, loses nothing it accepted, and recovers automatically', async () => {
    const [first, second] = [await program.accountNumber(0), await program.accountNumber(1)];
    await program.link(first);
    await program.expectTruth(first);
    const { child } = program.process();

    await fill();
    await program.link(second).catch(() => undefined);
    const seen: Answer[] = [];
    let acknowledged = '';
    for (let turn = 0; turn < 40; turn += 1) {
      const name = `Theo ${turn}`;
      const changed = await ask('PATCH', '/user/profile', JSON.stringify({ name }));
      if (changed.status === 200) acknowledged = name;
      seen.push(changed, await ask('GET', '/account/list'));
      // A user may upload thirty files per hour.
      if (turn % 4 === 0) seen.push(await upload());
      await fill();
      await sleep(200);
    }
    const health = await fetch(`${program.url()}/api/v1/health`);
    await health.body?.cancel();
    const ended = child.exitCode;
    await rm(filler);
    const roomAt = Date.now();
    const name = async () => (await program.call<{ user: { name: string } }>('POST', '/user/load', {})).user.name;
    await until(async () => (await name().catch(() => '')) !== '');
    if (acknowledged) expect(await name()).toBe(acknowledged);
    await until(async () => (await ask('PATCH', '/user/profile', JSON.stringify({ name: 'Theo' }))).status === 200);
    expect((await upload()).status).toBe(200);
    const back = Date.now() - roomAt;

    const counted = Map.groupBy(seen, ({ status, code }) => `${status} ${code}`);
    console.info({ seen: [...counted].map(([kind, all]) => `${kind}: ${all.length}`), acknowledged, back });
    expect(ended).toBeNull();
    expect(health.status).toBe(200);
    expect(seen.filter(({ status }) => ![200, 503, 507].includes(status))).toEqual([]);
    expect(seen.some(({ status }) => status !== 200)).toBe(true);
    expect(back).toBeLessThan(30_000);
    await program.link(second);
    await program.expectTruth(first);
    await program.expectTruth(second);
  }, 240_000);

  it('stops on request, and resumes at the next start with free space', async () => {
    const id = await program.accountNumber(0);
    await fill();
    await ask('PATCH', '/user/profile', JSON.stringify({ name: 'Theo' }));
    const { child } = program.process();
    const ended = once(child, 'exit');
    const reportedAt = Date.now();

    child.kill('SIGTERM');
    const [code] = (await ended) as [number | null];

    console.info({ code, took: Date.now() - reportedAt });
    expect([0, 1]).toContain(code);
    expect(Date.now() - reportedAt).toBeLessThan(30_500);
    await rm(filler);
    await program.start();
    await program.expectTruth(id);
  }, 120_000);
});
