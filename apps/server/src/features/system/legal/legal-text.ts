/** A chapter: paragraphs, and lists as arrays. */
export interface Chapter {
  title: string;
  parts: (string | string[])[];
}

/** What the texts depend on: who answers for the site, and which services it uses. */
export interface LegalFacts {
  operator: { name: string; address: string | null; email: string };
  appUrl: string;
  hasBuiltInSignIn: boolean;
  takesPayments: boolean;
  sendsMail: boolean;
  hasRoadmapOnGithub: boolean;
  keepsStoriesDays: number | null;
  /** 0: networks' answers are not stored. */
  keepsAnswersDays: number;
  readsBluesky: boolean;
}

const nameNetworks = ({ readsBluesky }: LegalFacts) => (readsBluesky ? 'Instagram and Bluesky' : 'Instagram');
const nameSources = ({ readsBluesky }: LegalFacts) => (readsBluesky ? 'Meta and Bluesky' : 'Meta');

/** Describes what this software stores and passes on. Operators answer for it, so it states nothing they could change. */
export function writePrivacy(facts: LegalFacts): Chapter[] {
  return [
    { title: 'Who is responsible', parts: [...whoAnswers(facts)] },
    {
      title: 'What is stored, and why',
      parts: [
        `Tidemark shows how your accounts on ${nameNetworks(facts)} do. For that it stores:`,
        [
          facts.hasBuiltInSignIn
            ? 'Who you are: your name, email address and picture. Passwords are stored only as a hash, passkeys only as a public key.'
            : 'Who you are: the name, email address and picture that your sign-in provider sends. Your password stays there.',
          'The logins that you connect at Meta or Instagram: their tokens, encrypted, and which accounts they reach.',
          'The accounts that you link: profile, posts with captions and small copies of pictures, and the figures that Instagram reports, such as views, reach and likes. Audiences are shares by age, gender, country and city: Tidemark receives no list of followers, no messages and no texts of comments.',
          ...(facts.readsBluesky
            ? [
                'Of accounts on Bluesky what everyone may see there: profile, posts, the number of followers, and when posts were liked, answered and quoted, but not by whom. You sign in there once to show that an account is yours; no token is kept.',
              ]
            : []),
          ...(facts.keepsAnswersDays === 0
            ? []
            : [
                `The answers of ${nameSources(facts)} that these figures came from, without tokens, addresses of pictures and names of other people, so that each figure can be explained.`,
              ]),
          'Public figures of accounts that you compare yours with, and usernames of collaborators.',
          'What you enter: labels, notes, reports, alerts and settings.',
          'What security needs: your sessions and their browsers, an audit log of sign-ins and changes with IP addresses, and the days on which you used the site.',
        ],
        'All of it serves to show you your figures and to keep the site secure. Tidemark contains no advertising and no tracking, and sells nothing.',
      ],
    },
    { title: 'Who receives data', parts: ['Data leaves this site only to reach:', listRecipients(facts)] },
    {
      title: 'Cookies',
      parts: [
        'Cookies sign you in and keep you signed in. One tells the server how wide your window is and which time zone you are in, so that your pages arrive complete; it says nothing else. Settings such as the theme stay in your browser. There are no other cookies, so nobody asks for your consent to them.',
      ],
    },
    {
      title: 'How long it is kept',
      parts: [
        [
          'Your user, logins and entries: until you delete them.',
          'A linked account and its figures: until 30 days after the last person has unlinked it; if you delete your user, within seconds, unless someone else has linked it.',
          ...(facts.keepsStoriesDays === null ? [] : [`Stories and their pictures: ${facts.keepsStoriesDays} days.`]),
          ...(facts.keepsAnswersDays === 0
            ? []
            : [
                `Answers of ${nameSources(facts)}: ${facts.keepsAnswersDays} days, and up to a week more where newer ones refer to them.`,
              ]),
          'Sent mail: 30 days. Alerts: 90 days. The days on which you used the site: 400 days.',
          'The audit log: permanently, because its entries prove each other. It contains no figures.',
          'Backups and server logs are kept for a limited time and then overwritten.',
        ],
      ],
    },
    {
      title: 'Your rights',
      parts: [
        `Under Profile, Your Data, you can download everything as files, and delete your user with all data. You can end access at any time: disconnect the login on your profile, or remove the app in your settings at Facebook or Instagram.`,
        `You can also ask for information, correction, deletion or a restriction, and object: write to ${facts.operator.email}. If you think that your data is handled unlawfully, you can complain to the data protection authority where you live.`,
      ],
    },
  ];
}

function listRecipients(facts: LegalFacts): string[] {
  const { takesPayments, sendsMail, hasRoadmapOnGithub, hasBuiltInSignIn, readsBluesky } = facts;
  return [
    'Meta, which answers requests for figures that Tidemark sends with your login’s token.',
    ...(readsBluesky ? ['Bluesky, which answers requests for public figures that name your account there.'] : []),
    ...(hasBuiltInSignIn ? [] : ['Your sign-in provider, when you sign in and out.']),
    ...(takesPayments
      ? ['Stripe, which handles payments: your email address and your plan. Card details never reach this site.']
      : []),
    ...(sendsMail ? ['The mail server that delivers reports, alerts and links to you.'] : []),
    ...(hasRoadmapOnGithub
      ? ['GitHub, where the roadmap lives: requests that you submit there are public, with your name.']
      : []),
    'Recipients that you choose: people with your share links and reports, your webhooks, and programs with your API keys.',
  ];
}

export function writeTerms(facts: LegalFacts): Chapter[] {
  return [
    {
      title: 'What this is',
      parts: [
        `${facts.operator.name} offers this site, which collects the figures of your accounts on ${nameNetworks(facts)} and shows what works. By using it you accept these terms and the privacy page.`,
      ],
    },
    {
      title: 'Your user and your accounts',
      parts: [
        [
          'Keep your sign-in to yourself, and report it if someone else gains access.',
          'Connect only logins, and link only accounts, that you own or manage with permission.',
          `Follow the terms of ${facts.readsBluesky ? 'Meta, Instagram and Bluesky' : 'Meta and Instagram'}; this site is not affiliated with them.`,
          'Do not try to reach other users’ data, or to overload the site.',
        ],
      ],
    },
    {
      title: 'Figures',
      parts: [
        `Figures come from ${nameNetworks(facts)}, which may report them late, revise them or withhold them. Where Tidemark estimates, it says so. Check figures before you base contracts or payments on them.`,
      ],
    },
    ...(facts.takesPayments
      ? [
          {
            title: 'Plans and payment',
            parts: [
              'Prices are on the page Subscription. Stripe handles payments. You can cancel at any time; the plan then works until the end of the paid period, and your data stay until you delete them.',
            ],
          },
        ]
      : []),
    {
      title: 'Availability and liability',
      parts: [
        'The site is offered as it is: it may be interrupted, changed or ended. You can download your data at any time. Liability follows the law; nothing here limits rights that the law gives you.',
      ],
    },
    {
      title: 'Ending',
      parts: [
        'You can delete your user at any time under Profile, Your Data. Users who break these terms may be disabled.',
      ],
    },
    { title: 'Contact', parts: [...whoAnswers(facts)] },
  ];
}

function whoAnswers({ operator: { name, address, email } }: LegalFacts): string[] {
  return [[name, address, email].filter((line) => line !== null).join('\n')];
}
