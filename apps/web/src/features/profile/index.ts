export { ProfileColumn } from './profile-column.tsx';
export { ProfileInformation } from './profile-information.tsx';
export { YourData } from './your-data.tsx';
