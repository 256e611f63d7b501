export { ProfileColumn } from './profile-column.tsx';
export { ProfileInformation } from './profile-information.tsx';
