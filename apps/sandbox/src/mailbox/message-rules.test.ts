import { expect, it } from 'vitest';
import { findMessageProblem } from './message-rules.ts';

const headers = 'From: a@b.test\r\nDate: Mon, 2 Nov 2026 10:00:00 +0000\r\nMessage-ID: <1@b.test>\r\n';
const check = (text: string, allows8Bit = false) => findMessageProblem(Buffer.from(text, 'utf8'), { allows8Bit });

it('accepts a complete message', () => {
  expect(check(`${headers}Subject: Hi\r\n\r\nHello\r\n`)).toBeNull();
  expect(check(`${headers}\r\nGrüße\r\n`, true)).toBeNull();
});

it.each([
  ['bare line feeds', `${headers}\r\nHello\nWorld\r\n`],
  ['bare carriage returns', `${headers}\r\nHello\rWorld\r\n`],
  ['lines that are too long', `${headers}\r\n${'a'.repeat(999)}\r\n`],
  ['headers that are not encoded', `${headers}Subject: Grüße\r\n\r\nHello\r\n`],
  ['a body that is not encoded', `${headers}\r\nGrüße\r\n`],
  ['no sender', `${headers.replace(/^From.*\r\n/, '')}\r\nHello\r\n`],
  ['two dates', `${headers}Date: Mon, 2 Nov 2026 10:00:00 +0000\r\n\r\nHello\r\n`],
  ['no message ID', `${headers.replace(/Message-ID.*\r\n/, '')}\r\nHello\r\n`],
])('rejects %s', (_, text) => {
  expect(check(text)).not.toBeNull();
});
