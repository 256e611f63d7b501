import type { AccountProfile, Audience, Language, Theme } from './account-profile.ts';
import { accountProfile } from './account-profile.ts';

type Row = [
  username: string,
  name: string,
  theme: Theme,
  audience: Audience,
  language: Language,
  followers: number,
  history: number,
  utcOffset: number,
  postsPerWeek: number,
];

const rows: Row[] = [
  ['casa.duarte', 'Casa Duarte', 'home', 'iberian', 'pt', 186_000, 740, 0, 3.2],
  ['pastelaria.alba', 'Pastelaria Alba', 'food', 'iberian', 'pt', 34_500, 150, 0, 3],
  ['mar.e.sal', 'Mar & Sal', 'food', 'iberian', 'pt', 12_800, 120, 0, 2.5],
  ['atelier.lumen.pt', 'Atelier Lúmen', 'studio', 'iberian', 'pt', 7_450, 190, 0, 2],
  ['ritmo.fit', 'Ritmo', 'fitness', 'brazilian', 'pt', 1_210_000, 736, -3, 4],
  ['flor.de.ipe', 'Flor de Ipê', 'plants', 'brazilian', 'pt', 22_300, 160, -3, 2.4],
  ['sabor.paulista', 'Sabor Paulista', 'food', 'brazilian', 'pt', 88_000, 210, -3, 3.4],
  ['casa.olmo', 'Casa Olmo', 'home', 'iberian', 'es', 41_000, 180, 1, 2.6],
  ['rutas.del.norte', 'Rutas del Norte', 'travel', 'iberian', 'es', 15_700, 95, 1, 2],
  ['barro.y.fuego', 'Barro y Fuego', 'ceramics', 'iberian', 'es', 5_200, 130, 1, 1.8],
  ['maison.perrin', 'Maison Perrin', 'fashion', 'french', 'fr', 63_000, 200, 1, 3],
  ['cafe.du.quai', 'Café du Quai', 'coffee', 'french', 'fr', 9_100, 140, 1, 2.4],
  ['librairie.lacombe', 'Librairie Lacombe', 'books', 'french', 'fr', 2_950, 110, 1, 1.6],
  ['mizu.kissa', '水喫茶 Mizu', 'coffee', 'japanese', 'ja', 27_600, 170, 9, 2.6],
  ['tsuchi.kobo', '土工房', 'ceramics', 'japanese', 'ja', 8_300, 125, 9, 1.8],
  ['asa.no.yama', '朝の山', 'outdoor', 'japanese', 'ja', 4_400, 90, 9, 1.6],
  ['dar.alward', 'دار الورد', 'fashion', 'gulf', 'ar', 142_000, 220, 4, 3],
  ['qahwat.alsabah', 'قهوة الصباح', 'coffee', 'gulf', 'ar', 18_900, 135, 3, 2.2],
  ['werk.und.raum', 'Werk & Raum', 'studio', 'german', 'de', 11_300, 155, 1, 2],
  ['waldkind.shop', 'Waldkind', 'outdoor', 'german', 'de', 6_700, 100, 1, 1.8],
  ['backstube.kern', 'Backstube Kern', 'food', 'german', 'de', 3_300, 85, 1, 2],
  ['lindgren.ljus', 'Lindgren Ljus', 'home', 'nordic', 'sv', 9_800, 145, 1, 2],
  ['sound.of.setubal', 'Sound of Setúbal', 'music', 'iberian', 'en', 4_900, 115, 0, 2],
  ['ocean.letters', 'Ocean Letters', 'travel', 'global', 'en', 305_000, 732, 0, 3.4],
  ['plain.threads', 'Plain Threads', 'fashion', 'american', 'en', 76_000, 165, -5, 3],
  ['the.reading.tide', 'The Reading Tide', 'books', 'british', 'en', 1_350, 75, 0, 1.5],
  ['pequena.horta', 'Pequena Horta', 'plants', 'iberian', 'pt', 210, 65, 0, 1],
];

/** Creates an agency's accounts: many sizes, several scripts, mostly young so that their first sync is cheap. */
export function agencyAccounts(worldSeed: string): AccountProfile[] {
  return rows.map(([username, name, theme, audience, language, followers, history, utcOffset, postsPerWeek]) =>
    accountProfile(worldSeed, {
      key: `ines-${username}`,
      owner: 'ines',
      username,
      name,
      theme,
      audience,
      language,
      followers,
      history,
      utcOffset,
      postsPerWeek,
      biography: followers > 5_000 ? name : '',
      website: followers > 8_000 ? `https://${username.replaceAll('.', '-')}.example` : '',
      storiesPerDay: postsPerWeek > 2 ? 3 : 1.2,
      startShare: history > 700 ? 0.4 : 0.78,
      hidesSomeLikes: followers > 100_000,
      advertises: followers > 60_000,
      hasRareSegments: followers > 60_000,
    }),
  );
}
