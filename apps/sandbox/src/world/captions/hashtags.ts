import type { Theme } from '../account-profile.ts';

export const hashtagsByTheme: Record<Theme, readonly string[]> = {
  food: [
    'weeknightdinner',
    'sourdough',
    'onepan',
    'homecooking',
    'seasonaleating',
    'bakedathome',
    'soupseason',
    'foodphotography',
    'recipeshare',
  ],
  outdoor: [
    'friluftsliv',
    'hikemore',
    'leavenotrace',
    'traillife',
    'campvibes',
    'mountainview',
    'getoutside',
    'rainproof',
  ],
  travel: ['slowtravel', 'cabinlife', 'offseason', 'trainjourney', 'coastpath', 'weekendaway', 'travelnotes'],
  studio: ['graphicdesign', 'typography', 'letterpress', 'posterdesign', 'studiolife', 'branding', 'printmaking'],
  fitness: ['strengthtraining', 'barbellclub', 'formcheck', 'morningworkout', 'mobility', 'personalbest'],
  fashion: ['slowfashion', 'capsulewardrobe', 'madetolast', 'linenlove', 'mending', 'outfitideas', 'smallbatch'],
  home: ['slowliving', 'interiorinspo', 'smallspaces', 'secondhandfirst', 'linen', 'cosycorner', 'homemakeover'],
  coffee: ['specialtycoffee', 'filtercoffee', 'roastery', 'latteart', 'coffeetime', 'homebarista'],
  ceramics: ['ceramics', 'wheelthrown', 'glazetest', 'kilnopening', 'handmade', 'stoneware'],
  music: ['vinyl', 'recordstore', 'nowspinning', 'livesession', 'sideb'],
  plants: ['houseplants', 'urbanjungle', 'growyourown', 'propagation', 'gardenlife'],
  books: ['bookstagram', 'currentlyreading', 'tbr', 'secondhandbooks', 'bookclub'],
};

export const friends: readonly { id: string; username: string }[] = [
  { id: '17841401100200301', username: 'north.and.needle' },
  { id: '17841401100200302', username: 'salt.flour.time' },
  { id: '17841401100200303', username: 'juniper.press' },
  { id: '17841401100200304', username: 'maren.walks' },
  { id: '17841401100200305', username: 'studio.halden' },
  { id: '17841401100200306', username: 'the.quiet.kiln' },
  { id: '17841401100200307', username: 'oat.and.ember' },
  { id: '17841401100200308', username: 'lighthouse.radio' },
  { id: '17841401100200309', username: 'rua.das.flores' },
  { id: '17841401100200310', username: 'green.thumb.ana' },
];
