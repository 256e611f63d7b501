export { ActivityCard } from './audience-activity/activity-card.tsx';
export { activityQuery, topFormatQuery } from './audience-activity/activity.query.ts';
export { AgeGenderView } from './demographics/age-gender-view.tsx';
export { DemographicsCard } from './demographics/demographics-card.tsx';
export { demographicsQuery } from './demographics/demographics.query.ts';
export { CityList, CountryList } from './demographics/place-lists.tsx';
export { demographicsSearch } from './demographics/demographics-search.ts';
